import { GIB, KIB, MIB } from '#contract/transfers/limits.ts'
import { UsageError } from './command.ts'

const durations: Readonly<Record<string, number>> = { m: 60_000, h: 60 * 60_000, d: 24 * 60 * 60_000 }
const sizes: Readonly<Record<string, number>> = { KB: KIB, MB: MIB, GB: GIB, TB: KIB * GIB }

/**
 * Parses a time such as 30m, 12h or 2d into milliseconds.
 * @param option named in the message
 * @throws UsageError
 */
export function readDuration(text: string | undefined, option?: string): number {
  const [, amount = '', unit = ''] = /^([1-9]\d{0,3})([mhd])$/.exec(text ?? '') ?? []
  const duration = Number(amount) * (durations[unit] ?? 0)
  if (duration === 0) {
    const place = option === undefined ? '' : ` for ${option}`
    throw new UsageError(`A time such as 30m, 12h or 2d is required${place}.`)
  }
  return duration
}

/**
 * Parses a size such as 500MB or 2GB, 1024-based, into bytes.
 * @param option named in the message
 * @throws UsageError
 */
export function readSize(text: string, option: string): number {
  const [, amount = '', unit = ''] = /^(\d{1,6}(?:\.\d{1,3})?)(KB|MB|GB|TB)$/i.exec(text) ?? []
  const size = Math.floor(Number(amount) * (sizes[unit.toUpperCase()] ?? 0))
  if (size === 0) throw new UsageError(`A size such as 500MB or 2GB is required for ${option}.`)
  return size
}

const rateUnits = { '': 1, k: 1e3, M: 1e6, G: 1e9 } as const

/** Parses a rate such as 50MB/s, 1000-based, into bytes per second. @throws UsageError */
export function readRate(text: string): number {
  const [, number, unit] = /^([1-9]\d{0,8})(k|M|G|)B(?:\/s)?$/.exec(text) ?? []
  if (number === undefined || !isUnit(unit)) throw new UsageError('--rate needs a rate such as 50MB/s.')
  return Number(number) * rateUnits[unit]
}

function isUnit(text: string | undefined): text is keyof typeof rateUnits {
  return text !== undefined && Object.hasOwn(rateUnits, text)
}
