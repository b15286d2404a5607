import { mapInTurns, sortInTurns } from '../../selection/in-turns.ts'
import type { Selection } from '../../selection/selection.ts'

/** An upload that the server has begun to take, as it is kept in this browser: no name, no password, no message. */
export type StoppedUpload = {
  /** Identifies the selection; see fingerprintOf. */
  readonly selection: string
  readonly id: string
  readonly baseUrl: string
  /** When it began, in ms since 1970. */
  readonly at: number
  /** For a form of several files: values needed to write the same bytes again after its fields. */
  readonly form: { readonly boundary: string; readonly headLength: number } | null
}

const storageKey = 'restante.uploads'
/** Which bodies this release makes of a selection. An upload that began with another one can't be gone on with. */
const bodies = 'form with times'
/** Milliseconds that servers keep a stopped upload at most: a day. */
const maxAge = 24 * 60 * 60_000
const maxUploads = 20

/**
 * A digest of names, folders, sizes and dates, in whichever order they were picked, and of where they are sent: the scope.
 * Undefined where the browser makes none, on pages without TLS; nothing is kept there.
 */
export async function fingerprintOf(selection: Selection, scope = ''): Promise<string | undefined> {
  if (!crypto.subtle) return undefined
  const facts = await mapInTurns(
    selection.flatMap(({ files }) => files),
    ({ path, file }) => JSON.stringify([path, file.size, file.lastModified]),
  )
  const sorted = await sortInTurns(facts, (a, b) => (a < b ? -1 : 1))
  const text = [bodies, scope + sorted.join('\n')].join('\n')
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** The upload of a selection that stopped, if there is one of the last day. */
export function findStopped(selection: string, now: number): StoppedUpload | undefined {
  return read(now).find((upload) => upload.selection === selection)
}

/** Keeps an upload, in place of an earlier one of the same selection. */
export function rememberUpload(upload: StoppedUpload): void {
  const others = read(upload.at).filter(({ selection }) => selection !== upload.selection)
  write([upload, ...others].slice(0, maxUploads))
}

export function forgetUpload(selection: string, now: number): void {
  write(read(now).filter((upload) => upload.selection !== selection))
}

function read(now: number): StoppedUpload[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(storageKey) ?? '[]')
    return Array.isArray(kept) ? kept.filter(isUpload).filter(({ at }) => now - at < maxAge) : []
  } catch {
    return []
  }
}

/** Failures are ignored: without storage or space nothing is kept. */
function write(uploads: readonly StoppedUpload[]): void {
  try {
    if (uploads.length > 0) localStorage.setItem(storageKey, JSON.stringify(uploads))
    else localStorage.removeItem(storageKey)
  } catch {}
}

/** Stored data may have any shape; an invalid id would change the address of the call. */
function isUpload(value: unknown): value is StoppedUpload {
  if (typeof value !== 'object' || value === null) return false
  const { selection, id, baseUrl, at, form }: Partial<Record<keyof StoppedUpload, unknown>> = value
  const fits =
    typeof selection === 'string' &&
    typeof id === 'string' &&
    /^[\w-]{22}$/.test(id) &&
    typeof baseUrl === 'string' &&
    typeof at === 'number'
  return fits && (form === null || isForm(form))
}

function isForm(value: unknown): value is NonNullable<StoppedUpload['form']> {
  if (typeof value !== 'object' || value === null) return false
  const { boundary, headLength }: { boundary?: unknown; headLength?: unknown } = value
  return typeof boundary === 'string' && /^[\w-]{1,70}$/.test(boundary) && Number.isInteger(headLength)
}
