import type { FastifyRequest } from 'fastify'
import type { ErrorCode } from '#contract/errors.ts'
import { printableLines } from '#contract/transfers/file-name.ts'
import type { Failure } from '../../failure.ts'

/**
 * Whether a refusal is answered as text: for calls whose success is text, to curl and Wget and to programs that ask for text.
 * Every other program reads JSON below /api, as 1.0.0 promised.
 */
export function wantsFailureAsText({ routeOptions, headers }: FastifyRequest): boolean {
  if (routeOptions.config.answersText !== true) return false
  const { accept = '', 'user-agent': program = '' } = headers
  if (/\bjson\b/i.test(accept)) return false
  const isShort = routeOptions.url?.startsWith('/api') === false
  return isShort || /\btext\/plain\b/i.test(accept) || /^(?:curl|wget)\//i.test(program)
}

/** Codes whose sentence says nothing beside the details. */
const unsaid: ReadonlySet<ErrorCode> = new Set(['BAD_REQUEST', 'NOT_FOUND', 'VALIDATION_ERROR'])

/** A failure as lines that a terminal may show. */
export function failureText({ code, message, details }: Failure): string {
  const sentences = details !== undefined && unsaid.has(code) ? [details] : [message, details ?? '']
  return `${printableLines(sentences.join(' ').trim())}\n`
}
