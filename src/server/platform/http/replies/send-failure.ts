import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { type ErrorCode, errors } from '#contract/errors.ts'
import { printableLines } from '#contract/transfers/file-name.ts'
import { PasswordWorkRefused } from '#crypto/passwords/password-hash.ts'
import { BlobStoreFailure } from '../../blobs/blob-store.ts'
import { DatabaseFull, DatabaseUnavailable } from '../../database/database-failure.ts'
import { Failure } from '../../failure.ts'
import { LockLost } from '../../locks/keep-lock.ts'
import { LockTaken } from '../../locks/locks.ts'
import { ScannerUnavailable } from '../../scanner/scanner.ts'
import { failureBody } from './failure-body.ts'

/** Answers any error in the failure shape. Unforeseen errors are logged and not disclosed. */
export function sendFailure(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const failure = asFailure(error)
  const { status } = errors[failure.code]
  reply.failureCode = failure.code
  if (status >= 500) request.log.error({ err: failure.cause ?? error, code: failure.code }, 'request failed')
  else request.log.info({ code: failure.code }, 'request refused')
  if (reply.sent || reply.raw.headersSent) {
    reply.raw.destroy()
    return
  }
  if (failure.retryAfter !== undefined || status === 429 || status === 503) {
    reply.header('retry-after', String(Math.ceil(failure.retryAfter ?? 10)))
  }
  // A refusal may not hold a moment later.
  reply.header('cache-control', 'no-store')
  // A body that is still coming would hold the connection, and with it the server that wants to stop.
  if (failure.code === 'SHUTTING_DOWN') reply.header('connection', 'close')
  reply.code(status)
  if (wantsFailureAsText(request)) reply.type('text/plain; charset=utf-8').send(failureText(failure))
  else reply.type('application/json; charset=utf-8').send(failureBody(failure))
}

/** Seconds after which another try makes sense. */
const retryAfter = { conflict: 1, busy: 2, lost: 5, damaged: 600 } as const

function asFailure(error: unknown): Failure {
  if (error instanceof Failure) return error
  if (error instanceof BlobStoreFailure) {
    return new Failure(error.full ? 'STORAGE_FULL' : 'STORAGE_UNAVAILABLE', { cause: error })
  }
  if (error instanceof DatabaseFull) return new Failure('STORAGE_FULL', { cause: error })
  if (error instanceof DatabaseUnavailable) {
    return new Failure('STORAGE_UNAVAILABLE', { retryAfter: retryAfter[error.reason], cause: error })
  }
  if (error instanceof LockLost || error instanceof LockTaken)
    return new Failure('STORAGE_UNAVAILABLE', { retryAfter: 2, cause: error })
  if (error instanceof ScannerUnavailable) {
    return new Failure('SCANNER_UNAVAILABLE', { retryAfter: error.retryAfter, cause: error })
  }
  if (error instanceof PasswordWorkRefused)
    return new Failure('RATE_LIMITED', { retryAfter: 5, cause: error })
  if (isHttpError(error)) {
    if (error.statusCode === 413) return new Failure('BODY_TOO_LARGE')
    if (error.statusCode === 415) return new Failure('UNSUPPORTED_MEDIA_TYPE')
    if (error.statusCode === 416) return new Failure('RANGE_NOT_SATISFIABLE')
    if (error.statusCode === 503) return new Failure('SHUTTING_DOWN')
    if (error.statusCode !== undefined && error.statusCode < 500) return new Failure('BAD_REQUEST')
  }
  return new Failure('INTERNAL_ERROR', { cause: error })
}

/** Whether an error is Fastify's, or of the plugin that sends the app's files. */
function isHttpError(error: unknown): error is Pick<FastifyError, 'statusCode'> {
  return error instanceof Error && 'statusCode' in error && ('code' in error || 'expose' in error)
}

/**
 * Whether a refusal is answered as text: for calls whose success is text, to curl and Wget and to programs that ask for text.
 * Every other program reads JSON below /api, as 1.0.0 promised.
 */
function wantsFailureAsText({ routeOptions, headers }: FastifyRequest): boolean {
  if (routeOptions.config.answersText !== true) return false
  const { accept = '', 'user-agent': program = '' } = headers
  if (/\bjson\b/i.test(accept)) return false
  const isShort = routeOptions.url?.startsWith('/api') === false
  return isShort || /\btext\/plain\b/i.test(accept) || /^(?:curl|wget)\//i.test(program)
}

/** Codes whose sentence says nothing beside the details. */
const unsaid: ReadonlySet<ErrorCode> = new Set(['BAD_REQUEST', 'NOT_FOUND', 'VALIDATION_ERROR'])

/** A failure as lines that a terminal may show. */
function failureText({ code, message, details }: Failure): string {
  const sentences = details !== undefined && unsaid.has(code) ? [details] : [message, details ?? '']
  return `${printableLines(sentences.join(' ').trim())}\n`
}
