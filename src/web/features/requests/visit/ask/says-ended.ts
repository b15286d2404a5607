import { ApiError } from '#client/api-error.ts'

/** Whether a failure says that the request takes nothing any more. */
export function saysEnded(error: unknown): boolean {
  return (
    error instanceof ApiError && ['REQUEST_CLOSED', 'REQUEST_FULL', 'REQUEST_NOT_FOUND'].includes(error.code)
  )
}
