import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { Agent, request } from 'node:https'
import { Readable } from 'node:stream'

/** Names the instances that a proxy asked, in its answers: the last one gave them. */
export const upstreamHeader = 'x-upstream'

/**
 * `fetch` over HTTPS from a local address of its own, such as 127.1.2.3: each counts as another person at the limits. Requests
 * and answers have what createClient and the tests need; nothing is retried.
 */
export function fetchFrom(localAddress: string) {
  const agent = new Agent({ keepAlive: true, localAddress })
  /** @throws TypeError when no answer comes, as fetch does */
  async function send(url: string | URL | Request, init: RequestInit = {}): Promise<Response> {
    const { method = 'GET', headers, body, signal } = init
    const calling = request(String(url), {
      agent,
      method,
      headers: Object.fromEntries(new Headers(headers)),
      ...(signal ? { signal } : {}),
    })
    calling.end(typeof body === 'string' || body instanceof Uint8Array ? body : undefined)
    try {
      const [response]: IncomingMessage[] = await once(calling, 'response')
      if (!response?.statusCode) throw new Error('an answer has no status')
      const received = new Headers()
      for (const [name, value] of Object.entries(response.headers)) received.set(name, String(value))
      const isEmpty = method === 'HEAD' || [204, 304].includes(response.statusCode)
      if (isEmpty) response.resume()
      const content = isEmpty ? null : Readable.toWeb(response)
      // The types of Node's streams and the browser's do not meet.
      return new Response(content as BodyInit | null, { status: response.statusCode, headers: received })
    } catch (cause) {
      throw new TypeError('no answer', { cause })
    }
  }
  return { send, close: () => agent.destroy() }
}
