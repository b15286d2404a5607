import { readFile } from 'node:fs/promises'
import type { Browser, Page } from '@playwright/test'
import * as z from 'zod'

const number = z.number()
const event = z.object({ name: z.string(), pid: number, tid: number, ts: number, tdur: z.optional(number) })
const traceSchema = z.object({ traceEvents: z.array(z.looseObject({ name: z.string() })) })

/**
 * The longest time that a page computed without a turn for anything else, while `work` went on, in milliseconds of its
 * processor: other work of the machine does not count.
 * @param path where the browser may write what happened
 */
export async function longestTask(browser: Browser, page: Page, path: string, work: () => Promise<void>) {
  await browser.startTracing(page, { path, categories: ['toplevel'] })
  await work()
  await browser.stopTracing()
  const { traceEvents } = traceSchema.parse(JSON.parse(await readFile(path, 'utf8')))
  const tasks = traceEvents
    .filter(({ name }) => name === 'ThreadControllerImpl::RunTask')
    .map((task) => event.parse(task).tdur ?? 0)
  if (tasks.length === 0) throw new Error('the browser has told of no task')
  return Math.max(...tasks) / 1000
}
