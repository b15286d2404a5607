import * as z from 'zod/mini'
import './browser-api.ts'
import { failure, type Request } from './messages.ts'

/** Calls the background page. @throws Error with a sentence for its reader */
export async function ask<Schema extends z.ZodMiniType>(
  asked: Request,
  answer: Schema,
): Promise<z.output<Schema>> {
  const given = await browser.runtime.sendMessage(asked)
  const failed = z.safeParse(failure, given)
  if (failed.success) throw new Error(failed.data.failure)
  return z.parse(answer, given)
}

/** Asks the background page to do something. @throws Error with a sentence for its reader */
export async function command(asked: Request): Promise<void> {
  await ask(asked, z.object({}))
}
