import type { ScanResult } from '../scanner.ts'
import { recogniseContainer } from './container-format.ts'
import { looksLikeZip, readZipDirectory } from './zip-directory.ts'

/** Facts about a file that clamd called OK. */
type ScannedFile = {
  /** The first 48 KiB, or all of it. */
  readonly head: Buffer
  /** The last MiB, or all of it. */
  readonly tail: Buffer
  /** In how many windows it went to clamd. */
  readonly windows: number
  /** Most bytes of a window. */
  readonly windowSize: number
}

/** clamd's default for MaxFiles. */
const maxMembers = 10_000
/** clamd's MaxScanSize is four times its MaxFileSize, by default and in Debian's configuration. */
const totalFactor = 4

/**
 * Interprets the OK of a clamd that reports its limits. It is final for a file that holds no others and went through whole. If
 * clamd has to unpack, a limit may still stop it silently (such as a member of a ZIP above MaxFileSize), so the best verdict is
 * `checked`. Parts it cannot have seen make it `unscanned`.
 */
export function interpretOk({ head, tail, windows, windowSize }: ScannedFile): ScanResult {
  const whole = windows === 1
  const container = recogniseContainer(head, tail)
  if (looksLikeZip(head, tail)) {
    const reason = whole ? doubtZip(tail, windowSize) : 'a ZIP above CLAMD_STREAM_MAX'
    return reason === undefined ? { verdict: 'checked' } : { verdict: 'unscanned', reason }
  }
  if (!whole && container?.packs) {
    return { verdict: 'unscanned', reason: `${container.name} above CLAMD_STREAM_MAX` }
  }
  return { verdict: whole && !container ? 'clean' : 'checked' }
}

/** Why clamd cannot have read all of a ZIP that went through whole, if so. */
function doubtZip(tail: Buffer, windowSize: number): string | undefined {
  const directory = readZipDirectory(tail)
  if (!directory) return 'a ZIP with a directory that is damaged, in the Zip64 form or very long'
  if (directory.encrypted) return 'an encrypted ZIP'
  if (!directory.readable) return 'a ZIP with a compression method that clamd does not know'
  if (directory.members > maxMembers) return 'a ZIP with more members than clamd reads'
  if (directory.largest > windowSize) return 'a ZIP with a member above CLAMD_STREAM_MAX'
  if (directory.total > totalFactor * windowSize) return 'a ZIP of more than clamd unpacks'
  return undefined
}
