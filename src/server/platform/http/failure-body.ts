import { errors } from '#contract/errors.ts'
import type { Failure } from '../failure.ts'

/** The JSON that every failure under /api answers; see the contract for its shape. */
export function failureBody(failure: Failure) {
  return {
    success: false,
    error: errors[failure.code].error,
    message: failure.message,
    code: failure.code,
    ...(failure.details === undefined ? {} : { details: failure.details }),
    ...(failure.supportedTypes === undefined ? {} : { supportedTypes: failure.supportedTypes }),
  }
}
