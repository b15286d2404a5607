import { ApiError } from '#client/api-error.ts'

/** Whether another try may have another end: nobody answered, or a server that has too much to do, or is in trouble. */
export function mayPass(error: unknown): boolean {
  return !(error instanceof ApiError) || error.status === 0 || error.status >= 429
}
