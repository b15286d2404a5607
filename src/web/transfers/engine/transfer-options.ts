import type { ServiceConfig } from '#contract/service.ts'
import { endToEndMethod } from '#contract/transfers/end-to-end.ts'
import type { Announcement, UploadFields } from '#contract/transfers/files.ts'
import { ownTimeZone, spokenLanguage } from '#web/i18n/language.ts'

/** Options that the sender chose in the panel. */
export type TransferOptions = {
  readonly expiresIn: string
  readonly proPlan: boolean
  readonly encryptionMethod: string
  /** Encrypted in this browser: the method above has no meaning then, and the password never leaves. */
  readonly endToEnd: boolean
  readonly password: string
  /** Undefined as long as it is left to the name of the folder that is sent. */
  readonly title: string | undefined
  readonly senderName: string
  readonly description: string
  readonly deleteAfterDownload: boolean
  /** Whether the recipients get a mail; otherwise they are kept and not told. */
  readonly byEmail: boolean
  /** Mail addresses, each well-formed. */
  readonly recipients: readonly string[]
  /** Whether each of them gets a link of their own, and whether it opens only with a code sent to their address. */
  readonly ownLinks: boolean
  readonly codes: boolean
  /** Replaces `description` in the mail, unless empty. */
  readonly emailMessage: string
  /** Sent in place of files, always sealed; undefined where files are sent. */
  readonly text?: string | undefined
}

/** Shorter passwords are part of too many words to warn of. */
const minLeaked = 4

/** Default options. */
export function startOptions({ defaultExpiry }: Pick<ServiceConfig, 'defaultExpiry'>): TransferOptions {
  return {
    expiresIn: defaultExpiry,
    proPlan: false,
    encryptionMethod: 'aes-256-gcm',
    endToEnd: false,
    password: '',
    title: undefined,
    senderName: '',
    description: '',
    deleteAfterDownload: false,
    byEmail: false,
    recipients: [],
    ownLinks: false,
    codes: false,
    emailMessage: '',
  }
}

/** Whether the rules of the sender let a transfer be deleted after one download. */
export function mayBeOnce(rules: ServiceConfig['rules']): boolean {
  return (rules?.downloadLimit.least ?? 1) <= 1
}

/** Options as the rules of the sender let them be, whatever was chosen. */
export function underRules(options: TransferOptions, rules: ServiceConfig['rules']): TransferOptions {
  return {
    ...options,
    ...((rules?.endToEndAlways || options.text !== undefined) && { endToEnd: true }),
    ...(rules?.recipientCode && { ownLinks: true, codes: true }),
    ...(!mayBeOnce(rules) && { deleteAfterDownload: false }),
  }
}

/** Addresses that get a mail. */
export function recipientsOf({ byEmail, recipients }: TransferOptions): readonly string[] {
  return byEmail ? recipients : []
}

/** The options as text fields of the upload form; what says nothing is left out. */
export function fieldsOf(options: TransferOptions): [name: keyof UploadFields, value: string][] {
  const { expiresIn, proPlan, encryptionMethod, password, description, deleteAfterDownload } = options
  const hasRecipients = recipientsOf(options).length > 0
  const fields: [keyof UploadFields, string][] = [
    ['expiresIn', expiresIn],
    ['proPlan', proPlan ? 'true' : ''],
    ['encryptionMethod', encryptionMethod],
    ['password', password],
    ['title', options.title?.trim() ?? ''],
    ['senderName', options.senderName.trim()],
    ['description', description],
    ['deleteAfterDownload', deleteAfterDownload ? 'true' : ''],
    ['emails', hasRecipients ? JSON.stringify(announcementsOf(options)) : ''],
    // Only emails say times in it.
    ['timeZone', hasRecipients ? ownTimeZone() : ''],
  ]
  return fields.filter(([, value]) => value !== '')
}

/** The options of an end-to-end encrypted upload that the server is told: nothing that only the receiver is to read. */
export function sealedFieldsOf(options: TransferOptions): [name: keyof UploadFields, value: string][] {
  const silent = { ...options, encryptionMethod: endToEndMethod, password: '', description: '' }
  return fieldsOf({ ...silent, title: undefined, senderName: '', emailMessage: '' })
}

/** In which of the texts that the receiver reads the file password stands, or nothing. */
export function findLeakedPassword(options: TransferOptions): 'description' | 'emailMessage' | undefined {
  const { password, description, emailMessage } = options
  if (password.length < minLeaked) return undefined
  const leaks = (text: string) => text.toLowerCase().includes(password.toLowerCase())
  if (leaks(description)) return 'description'
  return recipientsOf(options).length > 0 && leaks(emailMessage) ? 'emailMessage' : undefined
}

function announcementsOf({ recipients, emailMessage, ownLinks, codes }: TransferOptions): Announcement[] {
  const message = emailMessage.trim()
  return recipients.map((email) => ({
    email,
    language: spokenLanguage(),
    ...(message && { message }),
    ...(ownLinks && { ownLink: true, ...(codes && { needsCode: true }) }),
  }))
}
