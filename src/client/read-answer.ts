import * as z from 'zod/mini'
import type { Endpoint } from '#contract/endpoints.ts'
import { ApiError } from './api-error.ts'

export type ReplyOf<E extends Endpoint> = E extends { reply: infer Schema extends z.ZodMiniType }
  ? z.output<Schema>
  : undefined

/** An HTTP answer, whichever way it came. */
export type Answer = {
  status: number
  text: string
  /** Value of the Retry-After header. */
  retryAfter: string | null
}

const failure = z.object({
  code: z.string(),
  message: z.string(),
  details: z.optional(z.string()),
  supportedTypes: z.optional(z.array(z.string())),
})

/**
 * The reply inside an answer, checked against the endpoint's schema.
 * @throws ApiError with the server's code and sentence; `HTTP_<status>` when a failure is not in our shape (a
 *   proxy's page); `UNEXPECTED_REPLY` when a success is not
 */
export function readAnswer<E extends Endpoint>(endpoint: E, answer: Answer): ReplyOf<E>
export function readAnswer(endpoint: Endpoint, { status, text, retryAfter }: Answer): unknown {
  const body = parseJson(text)
  if (status >= 200 && status < 300) {
    if (!endpoint.reply) return undefined
    const reply = z.safeParse(endpoint.reply, body)
    if (reply.success) return reply.data
    throw new ApiError({
      status,
      code: 'UNEXPECTED_REPLY',
      message: 'The service gave an answer that was not understood.',
      cause: reply.error,
    })
  }
  const known = z.safeParse(failure, body)
  throw new ApiError({
    status,
    retryAfter: readRetryAfter(retryAfter),
    ...(known.success ? known.data : { code: `HTTP_${status}`, message: `Server error (${status})` }),
  })
}

/** What is no JSON fits no schema, as undefined does. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Seconds or a date (RFC 9110, section 10.2.3), as seconds from now. */
function readRetryAfter(value: string | null): number | undefined {
  if (!value) return undefined
  const seconds = Number(value)
  if (!Number.isNaN(seconds)) return Math.max(0, seconds)
  const at = Date.parse(value)
  return Number.isNaN(at) ? undefined : Math.max(0, Math.ceil((at - Date.now()) / 1000))
}
