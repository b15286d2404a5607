import { UsageError } from './command.ts'

const units: Readonly<Record<string, number>> = { m: 60_000, h: 60 * 60_000, d: 24 * 60 * 60_000 }

/**
 * Milliseconds of a time such as 30m, 12h or 2d.
 * @param option that it is the value of, for the message
 * @throws UsageError
 */
export function readDuration(text: string | undefined, option?: string): number {
  const [, amount = '', unit = ''] = /^([1-9]\d{0,3})([mhd])$/.exec(text ?? '') ?? []
  const duration = Number(amount) * (units[unit] ?? 0)
  if (duration === 0) {
    const place = option === undefined ? '' : ` for ${option}`
    throw new UsageError(`A time such as 30m, 12h or 2d is required${place}.`)
  }
  return duration
}
