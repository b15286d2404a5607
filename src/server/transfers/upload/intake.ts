import { createHash } from 'node:crypto'
import type { ScanVerdict } from '#contract/transfers/files.ts'
import { compileQuery, type Placeholders } from '#server/platform/database/compile-query.ts'
import { Failure } from '#server/platform/failure.ts'
import type { PartSink } from '#server/platform/http/forms/multipart-parser.ts'
import type { Scan, ScanResult } from '#server/platform/scanner/scanner.ts'
import type { Services } from '#server/platform/services.ts'
import type { SizeLimits } from '../sender/sender.ts'
import { validateType } from '../types/validate-type.ts'
import { nextStep, type UploadClaim } from './claims/claim-upload.ts'
import { validateSizes } from './upload-options.ts'

/** How many first bytes of a file tell its type. */
const headLength = 4096
/** Milliseconds after which the claim is updated if some bytes have come, even a few. */
const claimTime = 5 * 60_000
/** How many members of an archive may wait for their verdict while the next ones arrive. */
const maxPendingVerdicts = 4

/** Destination for a file's bytes after validation. */
type Destination = {
  /** The first bytes are known, up to 4096 of them; they come again through `write`. */
  begin?(head: Uint8Array): Promise<void> | undefined
  write(chunk: Uint8Array): Promise<void> | undefined
  /** All bytes of the file have come; others may follow. */
  finish?(): Promise<void> | undefined
}

type FileSink = PartSink & {
  /**
   * Passes on what is held back until there is enough to tell the type, without telling it. For a file whose rest comes
   * another time, and which will be validated then; ends this sink.
   */
  release(): Promise<void>
}

/** Takes in the files of one transfer: counts, validates their types, scans, and passes on. */
export type Intake = {
  /** Bytes of all files so far. */
  readonly size: number
  /** A sink for one file. @throws Failure from it when the file, or all of them, may not be taken */
  sink(name: string, destination: Destination): FileSink
  /** The same for a file that its sender sealed: its bytes are counted, and nothing in them is looked at. */
  sealedSink(name: string, destination: Destination): PartSink
  /** Waits for the verdicts on all files, of which the weakest counts. @throws Failure VIRUS_DETECTED, NOT_SCANNABLE; ScannerUnavailable */
  verdict(): Promise<ScanVerdict>
  /** Ends the scans that are open. */
  abort(): void
}

/** @param claim shrinks as bytes are stored, and lasts as long as some come */
export async function openIntake(
  services: Services,
  limits: SizeLimits,
  claim: Pick<UploadClaim, 'progress'>,
): Promise<Intake> {
  const { scanner, config, clock } = services
  const types = { allowed: limits.types, dangerous: config.BLOCKED_TYPES }
  const isListEmpty = await isBlockListEmpty(services)
  const verdicts = collectVerdicts(services)
  /** Scan of the file that is coming: there is one at a time. */
  let running: Scan | undefined
  let size = 0
  let claimed = { size, at: clock.now() }

  function sealedSink(name: string, destination: Destination): PartSink {
    const count = createCounter(name)
    return {
      write: (chunk) => after(count(chunk.length), () => destination.write(chunk)),
      end() {
        verdicts.skip()
        return destination.finish?.()
      },
    }
  }

  /** Counts the bytes of one file, and of all. */
  function createCounter(name: string) {
    let fileSize = 0
    return function count(bytes: number): Promise<void> | undefined {
      fileSize += bytes
      size += bytes
      // guard: size of a file -> tests/http/operations/service-config.test.ts "the sizes that are told"
      validateSizes({ file: fileSize, transfer: size, filename: name }, limits)
      const now = clock.now()
      if (size - claimed.size < nextStep(claimed.size) && now - claimed.at < claimTime) return undefined
      claimed = { size, at: now }
      return claim.progress(size)
    }
  }

  function sink(name: string, destination: Destination): FileSink {
    const count = createCounter(name)
    let scan: Scan | undefined
    let pending: Uint8Array[] = []
    let pendingLength = 0
    const hash = isListEmpty ? undefined : createHash('sha256')

    function pass(chunk: Uint8Array, to: Scan): Promise<void> | undefined {
      return after(to.write(chunk), () => destination.write(chunk))
    }
    function begin(): Promise<void> | undefined {
      const head = pending.length === 1 ? pending[0] : Buffer.concat(pending)
      const first = (head ?? new Uint8Array(0)).subarray(0, headLength)
      // guard: type of a file -> tests/http/uploads/file-types.test.ts "list of allowed types"
      validateType(name, first, types)
      return after(destination.begin?.(first), () => {
        const opened = scanner.open()
        return opened instanceof Promise ? opened.then(passPending) : passPending(opened)
      })
    }
    function passPending(to: Scan): Promise<void> | undefined {
      running = to
      scan = to
      const chunks = pending
      pending = []
      let wait: Promise<void> | undefined
      for (const chunk of chunks) wait = after(wait, () => pass(chunk, to))
      return wait
    }
    function take(chunk: Uint8Array): Promise<void> | undefined {
      if (scan) return pass(chunk, scan)
      pendingLength += chunk.length
      if (pendingLength < headLength) {
        // The caller may reuse the chunk after this returns.
        pending.push(Uint8Array.from(chunk))
        return undefined
      }
      pending.push(chunk)
      return begin()
    }
    function finish(): Promise<void> | undefined {
      if (!scan) throw new Error('the scan has not begun')
      running = undefined
      return after(verdicts.expect(scan, name), () => destination.finish?.())
    }
    return {
      write(chunk) {
        hash?.update(chunk)
        return after(count(chunk.length), () => take(chunk))
      },
      end: () =>
        after(
          // guard: block list -> tests/http/moderation/consequences.test.ts "on the block list"
          //   hash && assertNotBlocked(services, name, hash.digest('hex')) becomes undefined
          after(
            scan ? undefined : begin(),
            () => hash && assertNotBlocked(services, name, hash.digest('hex')),
          ),
          finish,
        ),
      async release() {
        for (const chunk of pending) await destination.write(chunk)
        pending = []
      },
    }
  }
  return {
    get size() {
      return size
    },
    sink,
    sealedSink,
    verdict: verdicts.settle,
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

/** Collects what the scanner says of the files of one transfer. */
function collectVerdicts({ config, log }: Pick<Services, 'config' | 'log'>) {
  const pending: Promise<void>[] = []
  let overall: ScanVerdict = 'clean'

  function record(result: ScanResult, name: string) {
    if (result.verdict === 'infected') {
      log.warn({ signature: result.signature }, 'file rejected by the virus scan')
      // guard: infected file -> tests/http/uploads/virus-scan.test.ts "the test file is found"
      throw new Failure('VIRUS_DETECTED', { details: name })
    }
    if (result.verdict === 'unscanned') {
      log.info({ reason: result.reason }, 'file could not be scanned')
      // guard: file that was not scanned -> tests/http/uploads/clamd-answers.test.ts "could not read"
      if (config.UNSCANNED_FILES === 'refuse') throw new Failure('NOT_SCANNABLE', { details: name })
      overall = 'unscanned'
    } else if (overall === 'clean') overall = result.verdict
  }
  return {
    /** Ends a scan. A promise holds the sender back while too many verdicts are outstanding. */
    expect(scan: Scan, name: string): Promise<void> | undefined {
      const ended = scan.end()
      if (!(ended instanceof Promise) && ended.verdict === 'checked') {
        record(ended, name)
        return undefined
      }
      const verdict = Promise.resolve(ended).then((result) => record(result, name))
      // It is awaited later, once what comes with it has been stored; until then a refusal must not count as unhandled.
      verdict.catch(() => {})
      pending.push(verdict)
      return pending.length > maxPendingVerdicts ? pending.shift() : undefined
    },
    /** A file that cannot be scanned at all, as its sender has been told. */
    skip() {
      overall = 'unscanned'
    },
    async settle(): Promise<ScanVerdict> {
      await Promise.all(pending)
      return overall
    },
  }
}

const anyBlocked = compileQuery((database, _: Placeholders<object>) =>
  database.selectFrom('blocked_content').select('sha256').limit(1),
)
const blockedRow = compileQuery((database, { sha256 }: Placeholders<{ sha256: string }>) =>
  database.selectFrom('blocked_content').select('sha256').where('sha256', '=', sha256),
)

/** Whether no content is blocked. Files are hashed only if some is: that costs 0.7 seconds of processor time a GiB. */
async function isBlockListEmpty({ database }: Pick<Services, 'database'>): Promise<boolean> {
  return (await anyBlocked(database, {})).rows.length === 0
}

/** @throws Failure CONTENT_BLOCKED */
async function assertNotBlocked(
  { database, log }: Pick<Services, 'database' | 'log'>,
  filename: string,
  sha256: string,
): Promise<void> {
  if ((await blockedRow(database, { sha256 })).rows.length === 0) return
  log.warn('a file on the block list was rejected')
  throw new Failure('CONTENT_BLOCKED', { details: filename })
}
