import type { Socket } from 'node:net'
import { type ErrorCode, errors } from '#contract/errors.ts'
import { Failure } from '../../failure.ts'

/** Characters of the longest details: they may hold what was sent. */
const maxDetails = 500

/** The JSON that every failure under /api answers; see the contract for its shape. */
export function failureBody(failure: Failure) {
  return {
    success: false,
    error: errors[failure.code].error,
    message: failure.message,
    code: failure.code,
    ...(failure.details === undefined
      ? {}
      : { details: failure.details.slice(0, maxDetails).toWellFormed() }),
    ...(failure.supportedTypes === undefined ? {} : { supportedTypes: failure.supportedTypes }),
    ...(failure.sentTo === undefined ? {} : { sentTo: failure.sentTo }),
    ...(failure.attemptsLeft === undefined ? {} : { attemptsLeft: failure.attemptsLeft }),
    ...(failure.decision === undefined ? {} : { decision: failure.decision }),
  }
}

/** Code of Node for a request whose head did not arrive in time. */
const timedOut = 'ERR_HTTP_REQUEST_TIMEOUT'

/** Answers what is not HTTP, or stops being it half way, in the shape of every other failure and with these headers. */
export function answerClientErrors(headers: Readonly<Record<string, string>>) {
  const lines = Object.entries({ ...headers, 'cache-control': 'no-store' }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  )
  return (error: Error, socket: Socket): void => {
    const cause = 'code' in error ? error.code : undefined
    if (!socket.writable || cause === 'ECONNRESET') {
      socket.destroy()
      return
    }
    const code: ErrorCode = cause === timedOut ? 'REQUEST_TIMEOUT' : 'BAD_REQUEST'
    const { status, error: title } = errors[code]
    const body = JSON.stringify(failureBody(new Failure(code)))
    socket.end(
      `HTTP/1.1 ${status} ${title}\r\n${lines.join('')}content-type: application/json; charset=utf-8\r\n` +
        `content-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
    )
  }
}
