import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import * as z from 'zod'

const answer = z.tuple([z.literal(1), z.int(), z.unknown(), z.unknown()])

/** A connection to Marionette, the protocol by which programs drive Thunderbird: `length:[0, number, command, parameters]`. */
export type Marionette = {
  send(command: string, parameters?: object): Promise<unknown>
  /** Runs the body of an async function in a privileged scope, with its arguments in `given`. */
  run(body: string, given?: object): Promise<unknown>
  close(): void
}

/** Connects to a port of this machine and begins a session. @throws Error while nothing listens there */
export async function openMarionette(port: number): Promise<Marionette> {
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  const waiting = new Map<number, PromiseWithResolvers<unknown>>()
  readMessages(socket, (text) => {
    const read = answer.safeParse(JSON.parse(text))
    if (!read.success) return
    const [, number, error, value] = read.data
    if (error === null) waiting.get(number)?.resolve(value)
    else waiting.get(number)?.reject(new Error(JSON.stringify(error)))
    waiting.delete(number)
  })
  socket.on('close', () => {
    for (const { reject } of waiting.values()) reject(new Error('Thunderbird has ended'))
  })
  let number = 0
  function send(command: string, parameters: object = {}): Promise<unknown> {
    const answered = Promise.withResolvers<unknown>()
    number += 1
    waiting.set(number, answered)
    const text = JSON.stringify([0, number, command, parameters])
    socket.write(`${Buffer.byteLength(text)}:${text}`)
    return answered.promise
  }
  await send('WebDriver:NewSession', {})
  await send('WebDriver:SetTimeouts', { script: 300_000 })
  await send('Marionette:SetContext', { value: 'chrome' })
  return {
    send,
    async run(body, given = {}) {
      const script = `const [given, done] = arguments;
        (async () => { ${body} })().then((value) => done({ value: value ?? null }), (error) => done({ error: String(error) + (error?.stack ?? '') }))`
      const { value } = outcome.parse(
        await send('WebDriver:ExecuteAsyncScript', { script, args: [given], newSandbox: false }),
      )
      if ('error' in value) throw new Error(value.error)
      return value.value
    },
    close: () => socket.destroy(),
  }
}

const outcome = z.object({
  value: z.union([z.object({ error: z.string() }), z.object({ value: z.unknown() })]),
})

function readMessages(socket: Socket, onMessage: (text: string) => void): void {
  let pending: Buffer<ArrayBufferLike> = Buffer.alloc(0)
  socket.on('data', (chunk: Buffer) => {
    pending = Buffer.concat([pending, chunk])
    for (let colon = pending.indexOf(':'); colon > 0; colon = pending.indexOf(':')) {
      const end = colon + 1 + Number(pending.subarray(0, colon).toString('latin1'))
      if (pending.length < end) return
      const text = pending.subarray(colon + 1, end).toString('utf8')
      pending = pending.subarray(end)
      onMessage(text)
    }
  })
}
