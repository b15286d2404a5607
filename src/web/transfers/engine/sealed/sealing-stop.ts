import { ApiError } from '#client/api-error.ts'
import { t } from '#web/i18n/t.ts'
import { SealingStopped } from './sealed-body.ts'

/** The end of sealing behind a failure, which the engine takes for that of a line or a file. */
export function stopOf(error: unknown): SealingStopped | undefined {
  for (let at = error; at instanceof Error; at = at.cause) if (at instanceof SealingStopped) return at
  return undefined
}

/** The same in words. */
export function saidOf(reason: SealingStopped['reason']): ApiError {
  const message = t(reason === 'changed' ? 'sealing.changed' : 'sealing.elsewhere')
  return new ApiError({ status: 0, code: 'SEALING_STOPPED', message })
}
