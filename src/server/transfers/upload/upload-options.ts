import * as z from 'zod/mini'
import { mlKemAlgorithms } from '#contract/accounts/key-algorithms.ts'
import {
  type Announcement,
  announcements,
  encryptionMethods,
  type UploadFields,
  uploadFields,
} from '#contract/transfers/files.ts'
import { englishSize } from '#contract/transfers/scale-size.ts'
import { storageExceeded } from '#server/identity/accounts/storage.ts'
import { chooseLifetime } from '#server/identity/principals/choose-lifetime.ts'
import { type Policy, policyFor } from '#server/identity/principals/policy.ts'
import type { MlKemPairsRow } from '#server/platform/database/database.ts'
import { Failure } from '#server/platform/failure.ts'
import { readInput } from '#server/platform/http/read-input.ts'
import type { Services } from '#server/platform/services.ts'
import { assertMailServer, assertRecipientDomain } from '../sender/mail-limits.ts'
import type { Sender, SizeLimits } from '../sender/sender.ts'
import { knownTimeZone, type TransferOptions } from '../sender/transfer-options.ts'
import { validateVisitorOptions } from '../sender/visitors/visitor-options.ts'
import { requireSlot, saysEndToEnd, slotMissing, validateEndToEnd } from './end-to-end-options.ts'

/**
 * Validates the text fields of an upload against what the sender may do. Called when a file begins, with the fields so far,
 * and again at the end: fields may come after the bytes.
 * @param pairs the sender's own key pairs
 * @throws Failure VALIDATION_ERROR, PRO_SUBSCRIPTION_REQUIRED, AUTHENTICATION_REQUIRED, KEY_NOT_FOUND, FILE_PASSWORD_TOO_SHORT,
 *   NO_MAIL_SERVER, and of an end-to-end encrypted one as validateEndToEnd does
 */
export function validateOptions(
  raw: Readonly<Record<string, string>>,
  { principal, visitor }: Sender,
  pairs: readonly MlKemPairsRow[],
  config: Services['config'],
): TransferOptions {
  if (visitor) return validateVisitorOptions(raw, visitor, pairs)
  const policy = policyFor(principal, config)
  const fields = readInput(uploadFields, raw, 'VALIDATION_ERROR', 'form')
  const wanted = fields.encryptionMethod ?? 'aes-256-gcm'
  const method = encryptionMethods.find(({ value }) => value === wanted)
  if (method?.comingSoon) {
    throw new Failure('VALIDATION_ERROR', { details: `encryptionMethod: ${method.value} is coming soon` })
  }
  // guard: methods that need an account -> tests/http/downloads/quantum-files.test.ts "who is not signed in, or has no such key"
  if (method && !policy.methods.includes(method.value)) {
    throw new Failure('AUTHENTICATION_REQUIRED', {
      message: 'Post-Quantum and RSA encryption require user authentication. Please sign in first.',
    })
  }
  const lifetime = chooseLifetime(fields.expiresIn ?? policy.defaultLifetime.value, policy, config)
  if (fields.proPlan === 'true' && !policy.isPro) throw new Failure('PRO_SUBSCRIPTION_REQUIRED')
  validateFilePassword(fields.password, policy)
  const isEndToEnd = saysEndToEnd(raw)
  if (!isEndToEnd && (fields.slot !== undefined || fields.proof !== undefined))
    throw new Failure('VALIDATION_ERROR', { details: 'slot and proof: only with end-to-end' })
  const recipients = validateRecipients(readAnnouncements(fields.emails), policy, config)
  const pair = pairs.find(({ algorithm }) => algorithm === wanted)
  if (!pair && mlKemAlgorithms.some(({ value }) => value === wanted)) throw new Failure('KEY_NOT_FOUND')
  return {
    lifetime,
    method: wanted,
    pair,
    password: fields.password || undefined,
    title: fields.title || undefined,
    senderName: fields.senderName || undefined,
    description: fields.description?.trim() || undefined,
    deleteAfterDownload: fields.deleteAfterDownload === 'true',
    downloadLimit: readDownloadLimit(fields, policy),
    announcements: recipients,
    timeZone: fields.timeZone === undefined ? undefined : knownTimeZone(fields.timeZone),
    ...(isEndToEnd && { sealed: validateEndToEnd(fields, recipients, { principal, policy, config }) }),
  }
}

/** "Delete after download" is a limit of one. @throws Failure VALIDATION_ERROR where another is asked for with it */
function readDownloadLimit(
  { downloadLimit, deleteAfterDownload }: UploadFields,
  policy: Policy,
): number | null {
  const wanted = downloadLimit === 'none' ? null : Number(downloadLimit)
  const isTold = downloadLimit !== undefined
  if (deleteAfterDownload !== 'true') return withinDownloads(isTold ? wanted : policy.downloads.usual, policy)
  withinDownloads(1, policy)
  if (isTold && wanted !== 1)
    throw new Failure('VALIDATION_ERROR', { details: 'downloadLimit: 1 where deleteAfterDownload is set' })
  return 1
}

/** A limit of downloads that a sender may choose; none is no limit. @throws Failure RULE_FORBIDS */
export function withinDownloads(
  limit: number | null,
  { downloads: { least, most, required } }: Policy,
): number | null {
  // A default may be left, what bounds may not.
  if (limit === null ? required : limit < least || limit > most)
    throw new Failure('RULE_FORBIDS', { details: `downloadLimit: from ${least} to ${most}` })
  return limit
}

/** A limit that was chosen earlier, as far as it may be had now. */
export function chosenDownloads(
  limit: number | null,
  { downloads: { usual, least, most, required } }: Policy,
) {
  return limit === null ? (required ? usual : null) : Math.min(most, Math.max(least, limit))
}

/** @throws Failure FILE_PASSWORD_TOO_SHORT */
export function validateFilePassword(
  password: string | undefined,
  { filePassword: { minLength } }: Policy,
): void {
  if (!password || password.length >= minLength) return
  throw new Failure('FILE_PASSWORD_TOO_SHORT', {
    message: `The file password must have at least ${minLength} characters.`,
  })
}

/**
 * The same at the end of an upload, when no field can follow.
 * @throws Failure FILE_PASSWORD_REQUIRED, and everything of validateOptions
 */
export function validateAllOptions(...given: Parameters<typeof validateOptions>): TransferOptions {
  const options = validateOptions(...given)
  const [, { principal, visitor }, , config] = given
  if (visitor?.sealsFor && !options.sealed) throw slotMissing()
  if (visitor) return options
  const policy = policyFor(principal, config)
  if (saysEndToEnd(given[0])) {
    requireSlot(options.sealed, policy)
    return options
  }
  if (policy.endToEndAlways) throw new Failure('RULE_FORBIDS', { details: 'encryptionMethod: end-to-end' })
  const { required } = policy.filePassword
  if (required && options.password === undefined && !options.pair) throw new Failure('FILE_PASSWORD_REQUIRED')
  return options
}

/**
 * @throws Failure FILE_TOO_LARGE, TRANSFER_TOO_LARGE, STORAGE_QUOTA_EXCEEDED as soon as there are more bytes than the
 *   sender may send
 */
export function validateSizes(
  sizes: { readonly file: number; readonly transfer: number; readonly filename?: string },
  limits: SizeLimits,
): void {
  if (sizes.file > limits.fileSize) {
    const most = englishSize(limits.fileSize)
    throw new Failure('FILE_TOO_LARGE', {
      message: `File too large. The largest file you can send has ${most}.`,
      ...(sizes.filename !== undefined && { details: sizes.filename }),
    })
  }
  if (sizes.transfer > limits.transferSize) throw new Failure('TRANSFER_TOO_LARGE')
  if (sizes.transfer > limits.quota) throw storageExceeded(sizes.transfer, limits.quota)
}

/** A form is longer than its files, by no more than this: heads, folders, times and thumbnails of as many as there may be. */
const formOverhead = 96 * 1024 * 1024

/**
 * The same for what is declared before it comes.
 * @param plain whether it is one file and nothing else; of a form each file is looked at when it is read
 */
export function validateLength(length: number, { plain }: { plain: boolean }, limits: SizeLimits): void {
  validateSizes(
    plain ? { file: length, transfer: length } : { file: 0, transfer: Math.max(0, length - formOverhead) },
    limits,
  )
}

/**
 * Each address once, with what was said for it last.
 * @throws Failure VALIDATION_ERROR for too many, or a code without an own link; NO_MAIL_SERVER
 */
function validateRecipients(
  announcements: readonly Announcement[],
  policy: Policy,
  config: Services['config'],
): readonly Announcement[] {
  const { recipients, ownLinks, codesAlways } = policy
  const byAddress = new Map(announcements.map((one) => [one.email.toLowerCase(), one]))
  const wanted = Array.from(byAddress.values(), (one) => ({
    ...one,
    ownLink: one.ownLink || (policy.decided.recipientCode !== undefined && codesAlways),
    needsCode: one.needsCode || (codesAlways && (one.ownLink || policy.decided.recipientCode !== undefined)),
  }))
  const withOwnLink = wanted.filter(({ ownLink }) => ownLink)
  if (wanted.some(({ ownLink, needsCode }) => needsCode && !ownLink))
    throw new Failure('VALIDATION_ERROR', { details: 'emails: a code needs a link of its own' })
  for (const { email } of wanted) assertRecipientDomain(email, policy)
  if (withOwnLink.length > 0) assertMailServer(config)
  if (wanted.length > recipients)
    throw new Failure('VALIDATION_ERROR', { details: `emails: at most ${recipients} recipients` })
  if (withOwnLink.length > ownLinks)
    throw new Failure('VALIDATION_ERROR', { details: `emails: at most ${ownLinks} with a link of their own` })
  return wanted
}

/** Whom the field `emails` of an upload names. @throws Failure VALIDATION_ERROR */
export function recipientsOf(emails: string | undefined): string[] {
  return readAnnouncements(emails).map(({ email }) => email)
}

const emailsField = z.object({ emails: announcements })

function readAnnouncements(json: string | undefined): readonly Announcement[] {
  if (!json) return []
  let value: unknown
  try {
    value = JSON.parse(json)
  } catch {
    throw new Failure('VALIDATION_ERROR', { details: 'emails: not a JSON list' })
  }
  return readInput(emailsField, { emails: value }, 'VALIDATION_ERROR', 'form').emails
}
