import * as z from 'zod/mini'
import { type Consent, type ConsentPurpose, type ConsentWay, consent } from '#contract/accounts/consents.ts'
import type { Language } from '#contract/languages.ts'
import { newId } from '#crypto/random-id.ts'
import type { ConsentsRow, Database } from '#server/platform/database/database.ts'
import { hashAddress } from '../addresses/address-hash.ts'
import { presentText } from './consent-texts.ts'

/**
 * The subject of consents given with an account: a salted hash of its id, because the ledger outlives the account. With the id,
 * from an export, a person can still prove that a line is theirs.
 */
export async function userSubject(database: Database, userId: string): Promise<string> {
  return `user:${(await hashAddress(database, 'consents', userId)).toString('base64url')}`
}

/**
 * The subject of consents given by the owner of a mail address. @param hash for the stop list, see addresses/address-hash.ts
 */
export function addressSubject(hash: Uint8Array): string {
  return `address:${Buffer.from(hash).toString('base64url')}`
}

export type NewConsent = {
  readonly subject: string
  readonly purpose: ConsentPurpose
  readonly how: ConsentWay
  /** Language of the text that was read; English if unknown. */
  readonly language: Language | null | undefined
  /** Version and SHA-256 of the words; by default those of the program. */
  readonly text?: { readonly version: string; readonly hash: Buffer }
  /** Milliseconds since 1970. */
  readonly now: number
}

/** Adds a line to the ledger, in the transaction in which the consent takes effect. The words are the present ones. */
export async function recordConsent(
  transaction: Database,
  { subject, purpose, how, language, text, now }: NewConsent,
): Promise<void> {
  const { version, hash } = text ?? presentText(purpose, language ?? 'en')
  await transaction
    .insertInto('consents')
    .values({
      id: newId(),
      subject,
      purpose,
      version,
      text_sha256: hash,
      given_at: now,
      withdrawn_at: null,
      how,
    })
    .execute()
}

/** Withdraws what a subject has agreed to and not withdrawn yet: of one purpose, or of all but the stop list. */
export async function withdrawConsents(
  transaction: Database,
  subject: string,
  now: number,
  purpose?: ConsentPurpose,
): Promise<void> {
  await transaction
    .updateTable('consents')
    .set({ withdrawn_at: now })
    .where('subject', '=', subject)
    .where('withdrawn_at', 'is', null)
    .where((eb) => (purpose === undefined ? eb('purpose', '!=', 'stop-list') : eb('purpose', '=', purpose)))
    .execute()
}

/** The latest consent of a subject for a purpose that has not been withdrawn. */
export function findConsent(
  database: Database,
  subject: string,
  purpose: ConsentPurpose,
): Promise<ConsentsRow | undefined> {
  return database
    .selectFrom('consents')
    .selectAll()
    .where('subject', '=', subject)
    .where('purpose', '=', purpose)
    .where('withdrawn_at', 'is', null)
    .orderBy('given_at', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** Everything that a subject has agreed to, the latest first. */
export async function listConsents(database: Database, subject: string): Promise<Consent[]> {
  const rows = await database
    .selectFrom('consents')
    .selectAll()
    .where('subject', '=', subject)
    .orderBy('given_at', 'desc')
    .execute()
  return rows.map(consentOf)
}

function consentOf(row: ConsentsRow): Consent {
  return z.parse(consent, {
    purpose: row.purpose,
    version: row.version,
    textHash: Buffer.from(row.text_sha256).toString('hex'),
    givenAt: new Date(row.given_at).toISOString(),
    withdrawnAt: row.withdrawn_at === null ? null : new Date(row.withdrawn_at).toISOString(),
    how: row.how,
  })
}
