import { once } from 'node:events'
import * as z from 'zod'

const message = z.union([
  z.object({ type: z.literal('success'), id: z.int(), result: z.unknown() }),
  z.object({ type: z.literal('error'), id: z.int().nullable(), error: z.string(), message: z.string() }),
  z.object({ type: z.literal('event'), method: z.string(), params: z.unknown() }),
])

/** The two ways of a WebDriver BiDi session, see https://www.w3.org/TR/webdriver-bidi/. */
export type WebDriverConnection = {
  /** Runs a command and reads its result. @throws Error naming the command, with the reason of the browser */
  call<Result>(method: string, params: object, result: z.ZodType<Result>): Promise<Result>
  /** Subscribes to an event for the whole session. */
  on<Params>(event: string, params: z.ZodType<Params>, react: (params: Params) => void): Promise<void>
  close(): void
}

/** Opens a session at the address that the browser printed when it started. */
export async function connectWebDriver(address: string): Promise<WebDriverConnection> {
  const socket = new WebSocket(`${address}/session`)
  const calls = new Map<number, PromiseWithResolvers<unknown>>()
  const listeners = new Map<string, (params: unknown) => void>()
  let last = 0

  socket.addEventListener('message', ({ data }) => {
    const said = message.parse(JSON.parse(z.string().parse(data)))
    if (said.type === 'event') return listeners.get(said.method)?.(said.params)
    if (said.id === null) return
    const call = calls.get(said.id)
    calls.delete(said.id)
    if (said.type === 'success') call?.resolve(said.result)
    else call?.reject(new Error(`${said.error}: ${said.message}`))
  })
  socket.addEventListener('close', () => {
    for (const call of calls.values()) call.reject(new Error('the browser has gone'))
    calls.clear()
  })
  await once(socket, 'open')

  const connection: WebDriverConnection = {
    async call(method, params, result) {
      const call = Promise.withResolvers<unknown>()
      last += 1
      calls.set(last, call)
      socket.send(JSON.stringify({ id: last, method, params }))
      const answer = await call.promise.catch((error: unknown) => {
        throw new Error(`${method} failed`, { cause: error })
      })
      return result.parse(answer)
    },
    async on(event, params, react) {
      listeners.set(event, (said) => react(params.parse(said)))
      await connection.call('session.subscribe', { events: [event] }, z.unknown())
    },
    close: () => socket.close(),
  }
  await connection.call('session.new', { capabilities: {} }, z.unknown())
  return connection
}
