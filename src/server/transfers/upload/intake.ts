import type { PartSink } from '#server/platform/http/forms/multipart-parser.ts'
import type { Scan } from '#server/platform/scanner/scanner.ts'
import type { Services } from '#server/platform/services.ts'
import type { ContentCheck } from '../content/blocked-content.ts'
import type { SizeLimits } from '../sender/sender.ts'
import { validateType } from '../types/validate-type.ts'
import { nextStep, type UploadClaim } from './claims/claim-steps.ts'
import type { ScanVerdicts } from './scan-verdicts.ts'
import { validateSizes } from './upload-options.ts'

/** How many first bytes of a file tell its type. */
const headLength = 4096
/** Milliseconds after which the claim is updated if some bytes have come, even a few. */
const claimTime = 5 * 60_000

/** Destination for a file's bytes after validation. */
export type Destination = {
  /** The first bytes are known, up to 4096 of them; they come again through `write`. */
  begin(head: Uint8Array): Promise<void> | undefined
  write(piece: Uint8Array): Promise<void> | undefined
  end(): Promise<void> | undefined
}

export type FileSink = PartSink & {
  /**
   * Passes on what is held back until there is enough to tell the type, without telling it. For a file whose rest comes
   * another time, and which will be looked at then; ends this sink.
   */
  release(): Promise<void>
}

/** Takes in the files of one transfer: counts, looks at their types, scans, and passes on. */
export type Intake = {
  /** Bytes of all files so far. */
  readonly size: number
  /** A sink for one file. @throws Failure from it when the file, or all of them, may not be taken */
  sink(name: string, destination: Destination): FileSink
  /** Ends the scans that are open. */
  abort(): void
}

/**
 * @param claim shrinks as bytes are stored, and lasts as long as some come
 * @param check compares each file with the block list, unless that is empty
 */
export function createIntake(
  { scanner, config, clock }: Services,
  limits: SizeLimits,
  verdicts: ScanVerdicts,
  claim: Pick<UploadClaim, 'progress'>,
  check: ((name: string) => ContentCheck) | undefined,
): Intake {
  const types = { allowed: limits.types, dangerous: config.BLOCKED_TYPES }
  /** Scan of the file that is coming: there is one at a time. */
  let running: Scan | undefined
  let size = 0
  let claimed = { size, at: clock.now() }

  function sink(name: string, destination: Destination): FileSink {
    let fileSize = 0
    let scan: Scan | undefined
    let held: Uint8Array[] = []
    let heldLength = 0
    const checked = check?.(name)

    function count(bytes: number): Promise<void> | undefined {
      fileSize += bytes
      size += bytes
      // guard: size of a file -> tests/http/operations/service-config.test.ts "the sizes that are told"
      validateSizes({ file: fileSize, transfer: size, filename: name }, limits)
      const now = clock.now()
      if (size - claimed.size < nextStep(claimed.size) && now - claimed.at < claimTime) return undefined
      claimed = { size, at: now }
      return claim.progress(size)
    }
    function pass(piece: Uint8Array, to: Scan): Promise<void> | undefined {
      return after(to.write(piece), () => destination.write(piece))
    }
    function begin(): Promise<void> | undefined {
      const head = held.length === 1 ? held[0] : Buffer.concat(held)
      const first = (head ?? new Uint8Array(0)).subarray(0, headLength)
      // guard: type of a file -> tests/http/uploads/file-types.test.ts "list of allowed types"
      validateType(name, first, types)
      return after(destination.begin(first), () => {
        const opened = scanner.open()
        return opened instanceof Promise ? opened.then(passHeld) : passHeld(opened)
      })
    }
    function passHeld(to: Scan): Promise<void> | undefined {
      running = to
      scan = to
      const pieces = held
      held = []
      let wait: Promise<void> | undefined
      for (const piece of pieces) wait = after(wait, () => pass(piece, to))
      return wait
    }
    function take(piece: Uint8Array): Promise<void> | undefined {
      if (scan) return pass(piece, scan)
      heldLength += piece.length
      if (heldLength < headLength) {
        // A piece is the caller's again as soon as this returns.
        held.push(Uint8Array.from(piece))
        return undefined
      }
      held.push(piece)
      return begin()
    }
    function finish(): Promise<void> | undefined {
      if (!scan) throw new Error('the scan has not begun')
      running = undefined
      return after(verdicts.expect(scan, name), () => destination.end())
    }
    return {
      write(piece) {
        checked?.update(piece)
        return after(count(piece.length), () => take(piece))
      },
      end: () =>
        after(
          // guard: block list -> tests/http/moderation/consequences.test.ts "on the block list"
          //   checked?.end() becomes undefined
          after(scan ? undefined : begin(), () => checked?.end()),
          finish,
        ),
      async release() {
        for (const piece of held) await destination.write(piece)
        held = []
      },
    }
  }
  return {
    get size() {
      return size
    },
    sink,
    abort() {
      running?.abort()
    },
  }
}

/** Runs the next step: at once if there is nothing to wait for, as with most of up to 80 000 files. */
function after(
  wait: Promise<void> | undefined,
  next: () => Promise<void> | undefined,
): Promise<void> | undefined {
  return wait ? wait.then(next) : next()
}
