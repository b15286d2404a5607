/**
 * Result of a scan. `clean`: a real scanner read all of it. `checked`: nothing was found, but not all of it may have been
 * looked at: only the built-in check is there, the file went through in parts, or it had to be unpacked. `unscanned`: the
 * scanner did not, or could not, look into it; `reason` is for the log and holds nothing of the file. All but `infected` may be
 * stored, see `scanVerdict` of the contract.
 */
export type ScanResult =
  | { readonly verdict: 'clean' | 'checked' }
  | { readonly verdict: 'infected'; readonly signature: string }
  | { readonly verdict: 'unscanned'; readonly reason: string }

/**
 * One file on its way through the scanner, chunk by chunk and in order.
 *
 * Chunks stay the caller's: `write` has read, or copied, all it wants before it returns. The caller may alter or
 * release a chunk at once, whether or not it got a promise, and may go on using it.
 *
 * `write` returns a promise only when the caller should wait before it sends more; it settles when there is room,
 * and on `abort`. Both `write` and `end` fail with ScannerUnavailable as soon as the scanner is lost, and with
 * ScanAborted after an abort. A lost scan never has a result.
 *
 * `end` is called once. Calling `abort` after it has settled is fine, so that a `finally` may always abort.
 */
export type Scan = {
  write(chunk: Uint8Array): Promise<void> | undefined
  end(): Promise<ScanResult> | ScanResult
  /** Drops the scan and all it holds. May be called at any time, more than once; never throws. */
  abort(): void
}

/**
 * Looks for malware in plaintext before it is sealed. Failures are ScannerUnavailable, never a verdict. Every adapter passes
 * tests/contracts/scanner.suite.ts.
 */
export type Scanner = {
  /** As shown to users by the config call. */
  readonly name: 'built-in' | 'clamd'
  /** Begins to scan one file. Refuses before the first byte when the scanner is known to be away. */
  open(): Promise<Scan> | Scan
  /** Resolves when the scanner can scan now. */
  check(): Promise<void>
  /** Drops every scan that is going on, because the server stops: they fail with ScannerUnavailable. */
  close(): void
}

/** The scanner cannot say anything about this file now. `message` is for the operator's log. */
export class ScannerUnavailable extends Error {
  override readonly name = 'ScannerUnavailable'
  /** Seconds until another try makes sense. */
  readonly retryAfter: number
  constructor(message: string, { retryAfter, cause }: { retryAfter: number; cause?: unknown }) {
    super(message, { cause })
    this.retryAfter = retryAfter
  }
}

/** The caller aborted the scan and asked for something afterwards. */
export class ScanAborted extends Error {
  override readonly name = 'ScanAborted'
  constructor() {
    super('The scan was aborted.')
  }
}
