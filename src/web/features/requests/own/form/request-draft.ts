import { requestLimits } from '#contract/requests/request-limits.ts'
import type { OwnRequest, RequestTypes } from '#contract/requests/requests.ts'
import type { ServiceConfig } from '#contract/service.ts'
import { GIB } from '#contract/transfers/limits.ts'
import { localMoment } from '#web/i18n/format/further-formats.ts'

const DAY = 86_400_000
/** Days after which a request ends unless another date is chosen. */
const usualDays = 30
/** Days that are offered without choosing a date. */
const offeredDays = [7, 14, 30, 90]

/** A request as its form holds it: texts, as fields have them. */
export type RequestDraft = {
  title: string
  instructions: string
  /** A name a line. */
  checklist: string
  /** Milliseconds since 1970, or `other`: then `otherUntil` counts, as inputs of the type datetime-local have it. */
  until: string
  otherUntil: string
  keepFor: string
  lock: OwnRequest['lock']
  uploads: 'several' | 'one' | 'number'
  uploadsLimit: string
  /** Bytes; empty for as much as an upload of the owner. */
  largestUpload: string
  /** GB of all uploads together; empty for as much as is usual. */
  together: string
  types: 'any' | 'documents' | 'pictures' | 'own'
  ownTypes: string
  askName: boolean
  askEmail: boolean
  askCode: boolean
  password: string
  removePassword: boolean
}

/** The ends that are offered, in ms since 1970. */
export function offeredEnds(now: number, longest: number): number[] {
  return offeredDays.map((days) => now + days * DAY).filter((end) => end <= now + longest)
}

/** Locks that the rules of the person allow, in the order of the form. */
export function allowedLocks({
  endToEnd,
  rules,
}: Pick<ServiceConfig, 'endToEnd' | 'rules'>): OwnRequest['lock'][] {
  const offered: OwnRequest['lock'][] = endToEnd.allowed ? ['browser', 'key', 'none'] : ['key', 'none']
  return offered.filter((lock) => rules?.requestLocks?.includes(lock) ?? true)
}

/** Initial values of a new request, which lack only a title. */
export function newDraft(
  config: Pick<ServiceConfig, 'requests' | 'defaultExpiry' | 'endToEnd' | 'rules'>,
  { now, longest, hasKey }: { now: number; longest: number; hasKey: boolean },
): RequestDraft {
  const allowed = allowedLocks(config)
  const lock = hasKey ? 'key' : 'none'
  const until = now + Math.min(usualDays * DAY, longest)
  return {
    title: '',
    instructions: '',
    checklist: '',
    until: String(until),
    otherUntil: localMoment(until),
    keepFor: config.requests?.keepFor ?? config.defaultExpiry,
    lock: allowed.includes(lock) ? lock : (allowed.at(-1) ?? 'none'),
    uploads: 'several',
    uploadsLimit: '10',
    largestUpload: '',
    together: '',
    types: 'any',
    ownTypes: '',
    askName: true,
    askEmail: false,
    askCode: false,
    password: '',
    removePassword: false,
  }
}

/** Initial values of an existing request. */
export function draftOf(request: OwnRequest): RequestDraft {
  const { uploadsLimit, largestUpload, bytesLimit, types, asks } = request
  const until = Date.parse(request.until)
  return {
    title: request.title,
    instructions: request.instructions ?? '',
    checklist: request.checklist.join('\n'),
    until: String(until),
    otherUntil: localMoment(until),
    keepFor: request.keepFor,
    lock: request.lock,
    uploads: uploadsLimit === null ? 'several' : uploadsLimit === 1 ? 'one' : 'number',
    uploadsLimit: String(uploadsLimit ?? 10),
    largestUpload: largestUpload === null ? '' : String(largestUpload),
    together: bytesLimit === null ? '' : String(gigabytesOf(bytesLimit)),
    types: typeof types === 'string' ? types : 'own',
    ownTypes: typeof types === 'string' ? '' : types.join(', '),
    askName: asks.name,
    askEmail: asks.email || asks.code,
    askCode: asks.code,
    password: '',
    removePassword: false,
  }
}

/** The names of a checklist, without empty lines and repetitions. */
export function namesIn(checklist: string): string[] {
  const names = checklist.split('\n').map((line) => line.trim())
  return [...new Set(names.filter((name) => name !== ''))]
}

/** Extensions as people write them: with or without dots, commas or blanks between them. */
export function typesIn(text: string): string[] {
  const types = text.toLowerCase().split(/[\s,;]+/)
  return [...new Set(types.map((type) => type.replace(/^\*?\./, '')).filter((type) => type !== ''))]
}

/** When the request ends, in ms since 1970; not a number where no moment was chosen. */
export function endOf({ until, otherUntil }: Pick<RequestDraft, 'until' | 'otherUntil'>): number {
  return until === 'other' ? new Date(otherUntil).getTime() : Number(until)
}

/**
 * The bytes that all uploads together may have, as the calls take them; undefined leaves that to the service.
 * @param before what the request takes now: null for no limit, undefined for a new request
 */
export function bytesLimitOf(
  { together }: Pick<RequestDraft, 'together'>,
  before?: number | null,
): number | null | undefined {
  if (together === '') return before === undefined ? undefined : null
  // The field has rounded it.
  if (typeof before === 'number' && Number(together) === gigabytesOf(before)) return before
  return Math.round(Number(together) * GIB)
}

/** GB with three digits that count: what a field shows. */
function gigabytesOf(bytes: number): number {
  return Number((bytes / GIB).toPrecision(3))
}

/** Fields of a draft for both calls. */
export function fieldsOf(draft: RequestDraft) {
  const { instructions, uploads, uploadsLimit, largestUpload } = draft
  const types: RequestTypes = draft.types === 'own' ? typesIn(draft.ownTypes) : draft.types
  return {
    title: draft.title,
    instructions: instructions.trim() === '' ? null : instructions,
    checklist: namesIn(draft.checklist),
    until: new Date(endOf(draft)).toISOString(),
    uploadsLimit: uploads === 'several' ? null : uploads === 'one' ? 1 : Number(uploadsLimit),
    largestUpload: largestUpload === '' ? null : Number(largestUpload),
    types,
    asks: asksOf(draft),
    keepFor: draft.keepFor,
  }
}

/** Addresses would be readable beside what is sealed. */
function asksOf({ lock, askName, askEmail, askCode }: RequestDraft) {
  const isReadable = lock !== 'browser'
  return { name: askName, email: isReadable && askEmail, code: isReadable && askEmail && askCode }
}

/** How far ahead a deadline may be, in milliseconds. */
export function longestOpen({ requests }: Pick<ServiceConfig, 'requests'>): number {
  return requests?.longestOpen ?? requestLimits.days * 86_400_000
}
