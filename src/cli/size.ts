import { GIB, KIB, MIB } from '#contract/transfers/limits.ts'
import { UsageError } from './command.ts'

const units: Readonly<Record<string, number>> = { KB: KIB, MB: MIB, GB: GIB, TB: KIB * GIB }

/**
 * Bytes of a size such as 500MB or 2GB, 1024-based.
 * @param option that it is the value of, for the message
 * @throws UsageError
 */
export function readSize(text: string, option: string): number {
  const [, amount = '', unit = ''] = /^(\d{1,6}(?:\.\d{1,3})?)(KB|MB|GB|TB)$/i.exec(text) ?? []
  const size = Math.floor(Number(amount) * (units[unit.toUpperCase()] ?? 0))
  if (size === 0) throw new UsageError(`A size such as 500MB or 2GB is required for ${option}.`)
  return size
}
