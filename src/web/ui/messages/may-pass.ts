import { ApiError } from '#client/api-error.ts'

/** Whether a retry may succeed: there was no answer, or the server was overloaded or failed. */
export function mayPass(error: unknown): boolean {
  return !(error instanceof ApiError) || error.status === 0 || error.status >= 429
}
