import type { UploadReply } from '#contract/transfers/files.ts'
import { browserStore } from '../../ui/browser/browser-store.ts'
import { sentHereKey } from './active.ts'

/** A transfer sent from this browser without an account, as stored here: enough to list, share and manage it. */
export type SentHere = {
  /** The reference of the transfer. */
  readonly ref: string
  /** The id of its main link. */
  readonly id: string
  /** The secret of its manage link. */
  readonly token: string
  readonly name: string
  readonly files: number
  /** Bytes. */
  readonly size: number
  /** As ISO 8601 has them. */
  readonly sentAt: string
  readonly expiresAt: string
}

/** Stored in place of the list where people do not want one. */
const off = 'off'
const maxSent = 50
/** How long something is listed after its end, in milliseconds. */
const afterEnd = 24 * 60 * 60_000

/** Whether this browser may keep the list. */
export function isListKept(): boolean {
  return stored() !== off
}

/** Begins to keep a list, empty at first, or stops and forgets what it held. */
export function keepList(kept: boolean): void {
  if (kept !== isListKept()) store(kept ? undefined : off)
}

/** Transfers sent from here, soonest expiry first, expired ones last. @param now in ms since 1970 */
export function readSentHere(now: number): SentHere[] {
  return read()
    .filter(({ expiresAt }) => now < Date.parse(expiresAt) + afterEnd)
    .toSorted(
      (a, b) => Number(hasEnded(a, now)) - Number(hasEnded(b, now)) || (a.expiresAt < b.expiresAt ? -1 : 1),
    )
}

export function hasEnded({ expiresAt }: SentHere, now: number): boolean {
  return Date.parse(expiresAt) <= now
}

/** Adds what was sent at `now`, in ms since 1970, unless this browser keeps no list or it lacks a manage link. */
export function rememberSentHere({ file, transfer, manageUrl, uploaded }: UploadReply, now: number): void {
  const [, token = ''] = manageUrl.split('#')
  const { id, filename: name, size, expiresAt } = file
  const sentAt = new Date(now).toISOString()
  const sent = { ref: transfer.ref, id, token, name, files: uploaded, size, sentAt, expiresAt }
  if (isSent(sent)) putBack([sent], now)
}

/** Lists these again, or for the first time. */
export function putBack(sent: readonly SentHere[], now: number): void {
  if (!isListKept()) return
  const refs = new Set(sent.map(({ ref }) => ref))
  write([...sent, ...readSentHere(now).filter(({ ref }) => !refs.has(ref))].slice(0, maxSent))
}

/** Updates a transfer, if it is listed. */
export function updateSentHere(ref: string, change: Partial<Pick<SentHere, 'name' | 'expiresAt'>>): void {
  write(read().map((sent) => (sent.ref === ref ? { ...sent, ...change } : sent)))
}

/** Takes what fits out of the list. */
export function forgetSentHere(fits: (sent: SentHere) => boolean): void {
  write(read().filter((sent) => !fits(sent)))
}

function read(): SentHere[] {
  try {
    const kept: unknown = JSON.parse(stored() ?? '[]')
    return Array.isArray(kept) ? kept.filter(isSent) : []
  } catch {
    return []
  }
}

function write(sent: readonly SentHere[]): void {
  if (isListKept()) store(sent.length > 0 ? JSON.stringify(sent) : undefined)
}

function stored(): string | null {
  return browserStore('localStorage')?.getItem(sentHereKey) ?? null
}

/** Failures are ignored: without storage or space there is no list. */
function store(text: string | undefined): void {
  try {
    if (text === undefined) browserStore('localStorage')?.removeItem(sentHereKey)
    else browserStore('localStorage')?.setItem(sentHereKey, text)
  } catch {}
}

/** Stored data may have any shape; an invalid id would change the address of the link. */
function isSent(value: unknown): value is SentHere {
  if (typeof value !== 'object' || value === null) return false
  const { ref, id, token, name, files, size, sentAt, expiresAt }: Partial<Record<keyof SentHere, unknown>> =
    value
  return (
    [ref, id].every((text) => typeof text === 'string' && /^[\w-]{22}$/.test(text)) &&
    typeof token === 'string' &&
    /^[\w-]{43}$/.test(token) &&
    typeof name === 'string' &&
    typeof files === 'number' &&
    typeof size === 'number' &&
    [sentAt, expiresAt].every((time) => typeof time === 'string' && !Number.isNaN(Date.parse(time)))
  )
}
