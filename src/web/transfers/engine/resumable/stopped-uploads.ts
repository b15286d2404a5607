import { stoppedUploadsKey as storageKey } from '../../../ui/browser/browser-store.ts'
import { mapInTurns, sortInTurns } from '../../selection/in-turns.ts'
import { type Selection, sumOf } from '../../selection/selection.ts'
import { areBundlesMarked, forgetBundle } from './kept-bundles.ts'

/** An upload that the server has begun to take, as it is kept in this browser: no password, no message. */
export type StoppedUpload = {
  /** Identifies the selection; see fingerprintOf. */
  readonly selection: string
  readonly id: string
  readonly baseUrl: string
  /** When it began, in ms since 1970. */
  readonly at: number
  /** For a form of several files: values needed to write the same bytes again after its fields. */
  readonly form: {
    readonly boundary: string
    readonly headLength: number
    readonly withoutTimes?: boolean
  } | null
  /** The id under which this browser keeps the bundle of an end-to-end encrypted one. */
  readonly sealed?: string
  /** Facts to remind its sender of it; absent where it goes to another person's request, or was dismissed. */
  readonly named?: UploadNames
}

type UploadNames = {
  /** Id of the account that sends it; null for a guest. */
  readonly by: string | null
  /** The first file or folder, how many more there are, and the bytes of all. */
  readonly name: string
  readonly more: number
  readonly size: number
}

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

/** Facts of a selection to remind its sender of it; undefined of none. */
export function namesOf(selection: Selection, by: string | null): UploadNames | undefined {
  const [first] = selection
  return first && { by, name: first.name, more: selection.length - 1, size: sumOf(selection).size }
}

/** Uploads of the last day whose sender can be reminded of them, the latest first. */
export function namedUploads(now: number): (StoppedUpload & { readonly named: UploadNames })[] {
  return read(now).flatMap((upload) => (upload.named ? [{ ...upload, named: upload.named }] : []))
}

/** Takes the names off the uploads of some senders. */
export function forgetNames(now: number, isOf: (by: string | null) => boolean): void {
  const uploads = read(now)
  const kept = uploads.map(({ named, ...upload }) =>
    named && !isOf(named.by) ? { ...upload, named } : upload,
  )
  if (uploads.some(({ named }) => named && isOf(named.by))) write(kept)
}

export function forgetUpload(selection: string, now: number): void {
  write(read(now).filter((upload) => upload.selection !== selection))
}

function read(now: number): StoppedUpload[] {
  return readAll().filter(({ at }) => now - at < maxAge)
}

function readAll(): StoppedUpload[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(storageKey) ?? '[]')
    return Array.isArray(kept) ? kept.filter(isUpload) : []
  } catch {
    return []
  }
}

/** Writes the list anew, for the next visit to find whether there is anything to look after. */
export function refreshUploads(now: number): void {
  write(read(now))
}

/** Failures are ignored: without storage or space nothing is kept. A bundle goes with its upload. */
function write(uploads: readonly StoppedUpload[]): void {
  for (const { sealed } of readAll())
    if (sealed && !uploads.some((upload) => upload.sealed === sealed)) void forgetBundle(sealed)
  try {
    if (uploads.length > 0 || areBundlesMarked()) localStorage.setItem(storageKey, JSON.stringify(uploads))
    else localStorage.removeItem(storageKey)
  } catch {}
}

/** Stored data may have any shape; an invalid id would change the address of the call. */
function isUpload(value: unknown): value is StoppedUpload {
  if (typeof value !== 'object' || value === null) return false
  const { selection, id, baseUrl, at, form, sealed, named }: Partial<Record<keyof StoppedUpload, unknown>> =
    value
  const fits =
    typeof selection === 'string' &&
    typeof id === 'string' &&
    /^[\w-]{22}$/.test(id) &&
    typeof baseUrl === 'string' &&
    typeof at === 'number' &&
    (sealed === undefined || typeof sealed === 'string')
  return fits && (form === null || isForm(form)) && (named === undefined || isNames(named))
}

function isNames(value: unknown): value is UploadNames {
  if (typeof value !== 'object' || value === null) return false
  const { by, name, more, size }: Partial<Record<keyof UploadNames, unknown>> = value
  return (
    (by === null || typeof by === 'string') &&
    typeof name === 'string' &&
    typeof more === 'number' &&
    typeof size === 'number'
  )
}

function isForm(value: unknown): value is NonNullable<StoppedUpload['form']> {
  if (typeof value !== 'object' || value === null) return false
  const form: { boundary?: unknown; headLength?: unknown; withoutTimes?: unknown } = value
  const { boundary, headLength, withoutTimes } = form
  return (
    typeof boundary === 'string' &&
    /^[\w-]{1,70}$/.test(boundary) &&
    Number.isInteger(headLength) &&
    typeof (withoutTimes ?? true) === 'boolean'
  )
}
