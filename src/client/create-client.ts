import type * as z from 'zod/mini'
import type { Endpoint } from '#contract/endpoints/endpoint.ts'
import type { Endpoints } from '#contract/endpoints.ts'
import { type RouteName, routes } from '#contract/routes.ts'
import { type AddressParts, addressOf } from './address-of.ts'
import { ApiError, networkError, timeoutError } from './api-error.ts'
import { type ReplyOf, readAnswer } from './read-answer.ts'

/** Milliseconds after which a call without an answer is given up. Uploads have their own limit. */
const callTimeout = 5 * 60_000

export type ClientOptions = {
  /** Origin without a trailing slash; empty for the page's own. */
  baseUrl: string
  fetch?: typeof fetch
  /** The bearer token to send, if there is one. Asked before every call. */
  getToken?: () => string | undefined
  /**
   * Asked for a token in place of one that the server no longer takes; undefined when the session has ended. The call is then
   * made again, without a token where anyone may call. An error thrown here becomes the error of the call.
   */
  renewToken?: (refused: string) => Promise<string | undefined>
  /** Checks every reply against its schema. Left out in the web app, to which they would be half its weight. */
  schemas?: Endpoints
}

type Sent<E extends Endpoint, Name extends 'params' | 'query' | 'body'> =
  E extends Record<Name, infer Schema extends z.ZodMiniType> ? { [key in Name]: z.input<Schema> } : unknown

/** Input of a call: the params, query and body of its endpoint. */
export type CallOptions<E extends Endpoint> = Sent<E, 'params'> &
  Sent<E, 'query'> &
  Sent<E, 'body'> & {
    headers?: Record<string, string>
    /** The form of a call that takes one. */
    form?: FormData
    signal?: AbortSignal
    /** Lets the call arrive even when its page is left at once. */
    keepalive?: boolean
  }

type CallArguments<E extends Endpoint> =
  Record<string, never> extends CallOptions<E> ? [options?: CallOptions<E>] : [options: CallOptions<E>]

export type Client = {
  /**
   * Makes a call and resolves with its checked reply.
   * @throws ApiError for everything the server or the network refuses; see readAnswer for the codes, and
   *   `NETWORK_ERROR` and `TIMEOUT`, both with status 0
   * @throws the signal's reason when it was aborted
   */
  call<Name extends RouteName>(
    name: Name,
    ...rest: CallArguments<Endpoints[Name]>
  ): Promise<ReplyOf<Endpoints[Name]>>
}

/** A caller for the endpoints of the contract, in a browser or in Node. */
export function createClient({
  baseUrl,
  fetch: send = fetch,
  getToken,
  renewToken,
  schemas,
}: ClientOptions): Client {
  async function answerOf(url: string, init: RequestInit) {
    const response = await send(url, init)
    const text = await response.text()
    return { status: response.status, text, retryAfter: response.headers.get('retry-after') }
  }

  async function callOnce<Name extends RouteName>(
    name: Name,
    token: string | undefined,
    parts: RequestParts,
  ) {
    const route = routes[name]
    const { params, query, body, form, headers, signal, keepalive } = parts
    const timeout = AbortSignal.timeout(callTimeout)
    const init: RequestInit = {
      method: route.method,
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...headers,
      },
      ...(body === undefined ? form && { body: form } : { body: JSON.stringify(body) }),
      ...(keepalive && { keepalive }),
    }
    const url = addressOf(baseUrl, route, { ...(params && { params }), ...(query && { query }) })
    const answer = await answerOf(url, init).catch((error: unknown) => {
      signal?.throwIfAborted()
      throw timeout.aborted ? timeoutError(error) : networkError(error)
    })
    return readAnswer<Name>(schemas && ('reply' in schemas[name] ? schemas[name].reply : undefined), answer)
  }

  return {
    async call(name, ...[options = {}]) {
      const token = getToken?.()
      try {
        return await callOnce(name, token, options)
      } catch (error) {
        const refused = error instanceof ApiError && error.code === 'INVALID_TOKEN'
        if (!refused || token === undefined || !renewToken) throw error
        const renewed = await renewToken(token)
        if (renewed === undefined && routes[name].access !== 'anyone') throw error
        return callOnce(name, renewed, options)
      }
    },
  }
}

type RequestParts = AddressParts & {
  body?: unknown
  form?: FormData
  headers?: Record<string, string>
  signal?: AbortSignal
  keepalive?: boolean
}
