import type { Announcement, EncryptionMethod } from '#contract/transfers/files.ts'
import type { MlKemPairsRow } from '#server/platform/database/database.ts'
import type { SentSlot } from '../keys/end-to-end-slots.ts'

/** Options that the sender asked for, after the account's rules were applied. */
export type TransferOptions = {
  /** Milliseconds from the end of the upload. */
  readonly lifetime: number
  readonly method: EncryptionMethod
  /** The sender's own key pair that a quantum-encrypted file is locked for. */
  readonly pair: MlKemPairsRow | undefined
  readonly password: string | undefined
  /** Hash of the password, where it is known by that alone; see crypto/passwords/foreign-hash.ts. */
  readonly passwordHash?: string | undefined
  readonly title: string | undefined
  readonly senderName: string | undefined
  readonly description: string | undefined
  readonly deleteAfterDownload: boolean
  /** How often the link may be downloaded; null for no limit. */
  readonly downloadLimit: number | null
  readonly announcements: readonly Announcement[]
  /** The sender's; undefined for an unknown one. */
  readonly timeZone: string | undefined
  /** Slot of an end-to-end encrypted transfer. */
  readonly sealed?: SentSlot | undefined
  /** Names of a request's checklist that its visitor has ticked. */
  readonly checked?: readonly string[]
}

/** The name of a time zone as it was given, where `Intl` knows it by that; undefined for any other text. */
export function knownTimeZone(name: string): string | undefined {
  // Offsets such as +01:00 pass Intl as well, and do not follow summer time.
  if (!/^[A-Za-z]/.test(name)) return undefined
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }) && name
  } catch {
    return undefined
  }
}
