import { Failure } from '#server/platform/failure.ts'

export type RequestedRange = { start: number; end: number; partial: boolean }

/**
 * Reads a Range header (RFC 9110, section 14). One range is honoured; several, another unit, a malformed
 * header or an If-Range that no longer fits mean the whole file. `end` is exclusive.
 * @throws Failure RANGE_NOT_SATISFIABLE
 */
export function requestedRange(
  header: string | undefined,
  ifRange: string | undefined,
  etag: string,
  size: number,
): RequestedRange {
  const whole = { start: 0, end: size, partial: false }
  if (header === undefined || (ifRange !== undefined && ifRange !== etag)) return whole
  const match = /^bytes=(\d*)-(\d*)$/.exec(header.trim())
  const [, from = '', to = ''] = match ?? []
  if (!match || (from === '' && to === '')) return whole
  if (from === '') {
    const start = Math.max(0, size - Number(to))
    if (start >= size) throw new Failure('RANGE_NOT_SATISFIABLE')
    return { start, end: size, partial: true }
  }
  if (to !== '' && Number(to) < Number(from)) return whole
  if (Number(from) >= size) throw new Failure('RANGE_NOT_SATISFIABLE')
  return { start: Number(from), end: Math.min(size, to === '' ? size : Number(to) + 1), partial: true }
}
