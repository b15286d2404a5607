import { ScannerUnavailable } from '../scanner.ts'

/** What clamd says of one stream. `unread` means that it gave up on the way: that is never `ok`. */
export type ClamdAnswer =
  | { readonly kind: 'ok' }
  | { readonly kind: 'found'; readonly signature: string }
  | { readonly kind: 'unread'; readonly reason: string }

/** Under these names clamd reports what it could not read, if AlertExceedsMax and AlertEncrypted are set. */
const unreadNames = /^Heuristics\.(Limits\.Exceeded|Encrypted)/

/**
 * Reads clamd's answer to INSTREAM, without its end mark; clamd(8) describes it. Every error, and what is no answer at
 * all, means that it is not available.
 */
export function readClamdAnswer(text: string): ClamdAnswer | ScannerUnavailable {
  if (text === 'stream: OK') return { kind: 'ok' }
  // With ExtendedDetectionInfo the hash and the size of the file follow the name.
  const name = /^stream: (\S.*?)(?:\([0-9a-f]+:\d+\))? FOUND$/.exec(text)?.[1]
  if (name !== undefined) {
    return unreadNames.test(name) ? { kind: 'unread', reason: name } : { kind: 'found', signature: name }
  }
  if (text === 'INSTREAM size limit exceeded. ERROR') {
    return new ScannerUnavailable("clamd's StreamMaxLength is smaller than CLAMD_STREAM_MAX.", {
      retryAfter: 60,
    })
  }
  const told = text.replaceAll(/[^\x20-\x7e]/g, '?').slice(0, 100)
  return new ScannerUnavailable(`clamd answered "${told}".`, { retryAfter: 10 })
}
