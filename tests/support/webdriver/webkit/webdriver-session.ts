import { setTimeout } from 'node:timers/promises'
import * as z from 'zod'

/** How long the driver may take to answer, in milliseconds. */
const patience = 60_000

const refused = z.object({ error: z.string(), message: z.string() })
const answered = z.object({ value: z.unknown() })
const created = z.object({ sessionId: z.string() })

/** A session of WebDriver over HTTP, see https://www.w3.org/TR/webdriver2/. */
export type WebDriverSession = {
  /** Runs a command of the session and reads its result. @throws Error naming the command, with the reason of the driver */
  call<Result>(
    method: 'GET' | 'POST' | 'DELETE',
    path: string,
    result: z.ZodType<Result>,
    body?: object,
  ): Promise<Result>
}

/** Opens a session with a driver that may be about to start. @throws Error where the browser does not start */
export async function openSession(driver: string, capabilities: object): Promise<WebDriverSession> {
  while (!(await isReady(driver))) await setTimeout(50)
  const body = { capabilities: { alwaysMatch: capabilities } }
  const { sessionId } = await ask(driver, 'POST', '/session', created, body)
  return {
    call: (method, path, result, body) => ask(driver, method, `/session/${sessionId}${path}`, result, body),
  }
}

function isReady(driver: string): Promise<boolean> {
  return fetch(`${driver}/status`).then(
    ({ ok }) => ok,
    () => false,
  )
}

async function ask<Result>(
  driver: string,
  method: string,
  path: string,
  result: z.ZodType<Result>,
  body?: object,
): Promise<Result> {
  const answer = await fetch(driver + path, {
    method,
    headers: { 'content-type': 'application/json' },
    signal: AbortSignal.timeout(patience),
    ...(body && { body: JSON.stringify(body) }),
  })
  const { value } = answered.parse(await answer.json())
  if (answer.ok) return result.parse(value)
  const { error, message } = refused.parse(value)
  throw new Error(`${method} ${path} failed: ${error}: ${message}`)
}
