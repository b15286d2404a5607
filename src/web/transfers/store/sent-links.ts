import type { UploadReply } from '#contract/transfers/files.ts'
import { browserStore } from '../../ui/browser/browser-store.ts'
import type { SentTransfer } from '../engine/state/transfer-state.ts'
import { sentLinksKey } from './active.ts'

/**
 * Keeps what was sent, but for its password, for as long as the tab lives: its links are given once. A browser that keeps
 * nothing goes without.
 * @param person id of the account whose they are; undefined for a guest
 */
export function keepSentLinks(
  { password: _, passwordUnseen: __, ...sent }: SentTransfer,
  person: string | undefined,
): void {
  try {
    browserStore('sessionStorage')?.setItem(sentLinksKey, JSON.stringify({ ...sent, person }))
  } catch {}
}

export function forgetSentLinks(): void {
  browserStore('sessionStorage')?.removeItem(sentLinksKey)
}

type Kept = SentTransfer & {
  /** Id of the account whose it is; undefined for a guest. */
  readonly person: string | undefined
}

/** The last transfer sent in this tab, unless dismissed. It may be another person's than the one at the browser now. */
export function readSentLinks(): Kept | undefined {
  try {
    const kept: unknown = JSON.parse(browserStore('sessionStorage')?.getItem(sentLinksKey) ?? 'null')
    return isSent(kept)
      ? { ...kept, password: '', passwordUnseen: false, linkCopied: kept.linkCopied === true }
      : undefined
  } catch {
    return undefined
  }
}

/** Anything may stand in the storage: history outlives a release. The schema itself would weigh too much on this page. */
function isSent(
  value: unknown,
): value is Omit<Kept, 'password' | 'passwordUnseen' | 'linkCopied'> & { linkCopied?: unknown } {
  if (!isObject(value)) return false
  const { step, reply, facts, asAccount, finishedAt, person } = value
  return (
    step === 'done' &&
    (person === undefined || typeof person === 'string') &&
    typeof asAccount === 'boolean' &&
    typeof finishedAt === 'number' &&
    isReply(reply) &&
    (facts === undefined || (isObject(facts) && typeof facts.deleteAfterDownload === 'boolean'))
  )
}

function isReply(value: unknown): value is UploadReply {
  if (!isObject(value)) return false
  const { file, transfer, manageUrl, compressed, uploaded } = value
  if (!isObject(file) || !isObject(transfer)) return false
  const { receipt } = file
  const texts = [
    file.id,
    file.downloadUrl,
    file.deletionUrl,
    file.expiresAt,
    file.filename,
    transfer.ref,
    manageUrl,
  ]
  return (
    texts.every((text) => typeof text === 'string') &&
    [file.size, file.compressionRatio, uploaded].every((number) => typeof number === 'number') &&
    typeof compressed === 'boolean' &&
    isObject(receipt) &&
    typeof receipt.method === 'string' &&
    Array.isArray(receipt.openedBy)
  )
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
