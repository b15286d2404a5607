import type { Socket } from 'node:net'
import { errors } from '#contract/errors.ts'
import { Failure } from '../failure.ts'
import { failureBody } from './failure-body.ts'

/** Answers what is not HTTP, or stops being it half way, in the shape of every other failure. */
export function answerClientError(error: Error, socket: Socket): void {
  if (!socket.writable || ('code' in error && error.code === 'ECONNRESET')) {
    socket.destroy()
    return
  }
  const failure = new Failure('BAD_REQUEST')
  const body = JSON.stringify(failureBody(failure))
  socket.end(
    `HTTP/1.1 ${errors[failure.code].status} Bad Request\r\ncontent-type: application/json; charset=utf-8\r\n` +
      `content-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
  )
}
