import type * as z from 'zod/mini'
import type { Endpoint } from '#contract/endpoints/endpoint.ts'
import type { Endpoints } from '#contract/endpoints.ts'
import type { RouteName } from '#contract/routes.ts'
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

/** The part of a schema that checks; all schemas of the contract have it. */
type Schema = { safeParse(value: unknown): { success: boolean; data?: unknown; error?: unknown } }

/**
 * The reply inside an answer. With a schema it is checked; without one it must still be a success in our shape:
 * the web app comes from the server that answers it, which checks every reply on its way out.
 * @throws ApiError with the server's code and sentence; `HTTP_<status>` or `UNNAMED_ERROR` when a failure is not in our
 *   shape (a proxy's page, a proxy's JSON); `UNEXPECTED_REPLY` when a success is not
 */
export function readAnswer<Name extends RouteName>(
  schema: Schema | undefined,
  answer: Answer,
): ReplyOf<Endpoints[Name]>
export function readAnswer(schema: Schema | undefined, { status, text, retryAfter }: Answer): unknown {
  const body = parseJson(text)
  if (status >= 200 && status < 300) {
    const reply = schema
      ? schema.safeParse(body)
      : { success: isRecord(body) && body.success === true, data: body }
    if (reply.success) return reply.data
    throw new ApiError({
      status,
      code: 'UNEXPECTED_REPLY',
      message: 'The service gave an answer that was not understood.',
      cause: reply.error,
    })
  }
  throw failureOf({ status, text, retryAfter })
}

/** Error of a failed answer, whether it has our shape or not. */
export function failureOf({ status, text, retryAfter }: Answer): ApiError {
  return new ApiError({
    status,
    retryAfter: readRetryAfter(retryAfter),
    ...(readFailure(parseJson(text), status) ?? {
      code: `HTTP_${status}`,
      message: `Server error (${status})`,
    }),
  })
}

function readFailure(body: unknown, status: number) {
  if (!isRecord(body)) return undefined
  const { code, error, message, details, supportedTypes, sentTo, attemptsLeft, decision } = body
  if (typeof message !== 'string' && typeof error !== 'string') return undefined
  return {
    code: typeof code === 'string' ? code : unnamedCode(status),
    message: typeof message === 'string' ? message : 'An error occurred',
    details: typeof details === 'string' ? details : undefined,
    supportedTypes: Array.isArray(supportedTypes)
      ? supportedTypes.filter((type) => typeof type === 'string')
      : undefined,
    sentTo: typeof sentTo === 'string' ? sentTo : undefined,
    attemptsLeft: typeof attemptsLeft === 'number' ? attemptsLeft : undefined,
    decision: typeof decision === 'string' ? decision : undefined,
  }
}

/** The code of a failure that has a title or a sentence, but no code: what a proxy in front of the service may answer. */
function unnamedCode(status: number): string {
  return status >= 500 || status === 413 ? `HTTP_${status}` : 'UNNAMED_ERROR'
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

/** Text that is not JSON becomes undefined, which fits no schema. */
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
