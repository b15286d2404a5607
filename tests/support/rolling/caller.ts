import { setTimeout as pause } from 'node:timers/promises'
import { ApiError, networkError } from '#client/api-error.ts'
import { type Client, createClient } from '#client/create-client.ts'
import { failureOf } from '#client/read-answer.ts'
import { isPassing, retryDelay } from '#client/retry.ts'
import { endpoints } from '#contract/endpoints.ts'
import { fetchFrom, upstreamHeader } from './fetch-from.ts'

/** A request that failed, and was made again as the client library says. */
export type FailedTry = {
  /** When it began and when it failed: on a slow machine seconds lie between. */
  readonly from: number
  readonly to: number
  /** The instances that the proxy asked; empty when the proxy itself gave no answer. */
  readonly upstream: string
  readonly code: string
}

export type Caller = ReturnType<typeof createCallers>['next'] extends () => infer One ? One : never

/** People who each have an address of their own, and retry what the client library counts as passing. */
export function createCallers(origin: string) {
  const failures: FailedTry[] = []
  let addresses = 0

  function next() {
    addresses += 1
    const net = fetchFrom(`127.${1 + (addresses >> 16)}.${(addresses >> 8) & 255}.${addresses & 255}`)
    let upstream = ''
    async function send(url: string | URL | Request, init?: RequestInit): Promise<Response> {
      upstream = ''
      const answer = await net.send(url, init)
      upstream = answer.headers.get(upstreamHeader) ?? ''
      return answer
    }
    /** @throws what does not pass by itself, and what does not pass in time */
    async function insist<Result>(work: () => Promise<Result>): Promise<Result> {
      for (let tries = 0; ; tries += 1) {
        const from = performance.now()
        try {
          return await work()
        } catch (error) {
          if (!(error instanceof ApiError)) throw error
          const delay = isPassing(error) ? retryDelay(tries, error.retryAfter) : undefined
          if (delay === undefined) throw error
          failures.push({ from, to: performance.now(), upstream, code: error.code })
          await pause(delay)
        }
      }
    }
    /** The whole answer to a call. @throws ApiError for one that is no success, or did not come whole */
    async function fetchWhole(path: string, init?: RequestInit): Promise<{ headers: Headers; body: Buffer }> {
      const answer = await send(new URL(path, origin), init).catch(throwNetworkError)
      const body = Buffer.from(await answer.arrayBuffer().catch(throwNetworkError))
      if (answer.ok) return { headers: answer.headers, body }
      const retryAfter = answer.headers.get('retry-after')
      throw failureOf({ status: answer.status, text: body.toString(), retryAfter })
    }
    function clientWith(token?: string): Client {
      return createClient({
        baseUrl: origin,
        schemas: endpoints,
        fetch: send,
        ...(token === undefined ? {} : { getToken: () => token }),
      })
    }
    return { client: clientWith(), clientWith, insist, fetchWhole, close: net.close }
  }
  return { next, failures }
}

function throwNetworkError(error: unknown): never {
  throw networkError(error)
}
