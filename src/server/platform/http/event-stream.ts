import type { FastifyReply } from 'fastify'

/** Milliseconds between two heartbeats to a silent listener. */
const heartbeatEvery = 15_000

/** An answer of server-sent events. */
type EventStream = {
  /** @param event its name; unnamed events reach `onmessage` */
  send(data: object, event?: string): void
  /** Sends a heartbeat if nothing was sent for a while. */
  beat(): void
  end(): void
  /** Resolves once the answer has ended, by the server or the listener. */
  readonly ended: Promise<void>
}

/** Begins an answer of server-sent events. That to a HEAD ends at once. */
export function openEventStream(reply: FastifyReply): EventStream {
  const { raw: response, request } = reply
  const headers = Object.fromEntries(
    Object.entries(reply.getHeaders()).filter(([, value]) => value !== undefined),
  )
  const { promise, resolve } = Promise.withResolvers<void>()
  let heard = performance.now()
  function write(text: string) {
    heard = performance.now()
    response.write(text)
  }
  function end() {
    response.end()
    resolve()
  }
  reply.hijack()
  response.once('close', resolve)
  // A proxy that gathers answers would hold the events back.
  response.writeHead(200, { ...headers, 'content-type': 'text/event-stream', 'x-accel-buffering': 'no' })
  if (request.method === 'HEAD') end()
  // nginx passes the head of an HTTP/2 answer on with its first bytes, and until then no browser knows that it listens.
  else write(': here\n\n')
  return {
    send: (data, event) =>
      write(`${event === undefined ? '' : `event: ${event}\n`}data: ${JSON.stringify(data)}\n\n`),
    beat() {
      if (performance.now() - heard > heartbeatEvery) write(': here\n\n')
    },
    end,
    ended: promise,
  }
}
