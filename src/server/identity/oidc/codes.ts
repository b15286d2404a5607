import { newSecret, sha256, sha256Text } from '#crypto/random-id.ts'
import type { OidcSignInsRow } from '#server/platform/database/database.ts'
import { openRecord, sealRecord } from '#server/platform/events/sealed-record.ts'
import { Failure } from '#server/platform/failure.ts'
import type { Services } from '#server/platform/services.ts'
import { type ProviderAccount, providerAccount } from './provider-account.ts'

/** Lifetimes of codes in milliseconds: on the way to a page, and while the person has to do something first. */
const codeLives = { short: 60_000, long: 10 * 60_000 }

type Codes = Pick<Services, 'database' | 'clock' | 'keyRing'>

/** The account that a sign-in at the provider has proven, and its purpose. */
export type SignedIn = {
  readonly purpose: OidcSignInsRow['purpose']
  readonly account: ProviderAccount
  /** Milliseconds since 1970. */
  readonly at: number
}

/** Keeps what the provider said of someone, sealed, under a code that is good once and for the page with the verifier. */
export async function issueCode(
  { database, clock, keyRing }: Codes,
  {
    purpose,
    challenge,
    redirect,
    account,
    life,
  }: Pick<OidcSignInsRow, 'purpose' | 'challenge' | 'redirect'> & {
    readonly account: ProviderAccount
    readonly life: keyof typeof codeLives
  },
): Promise<{ code: string; expiresAt: number }> {
  const code = newSecret()
  const hash = sha256(code)
  const now = clock.now()
  const expiresAt = now + codeLives[life]
  const sealed = sealRecord(keyRing, placeOf(hash), account)
  await database
    .insertInto('oidc_sign_ins')
    .values({ hash, purpose, redirect, challenge, created_at: now, expires_at: expiresAt, ...sealed })
    .execute()
  return { code, expiresAt }
}

/**
 * Takes a code in. It is good once, also for someone without the verifier, who may have read it in an address.
 * @throws Failure CHALLENGE_EXPIRED
 */
export async function consumeCode(
  { database, clock, keyRing }: Codes,
  { code, verifier }: { readonly code: string; readonly verifier: string },
  purposes: readonly OidcSignInsRow['purpose'][],
): Promise<SignedIn> {
  const hash = sha256(code)
  const row = await database
    .deleteFrom('oidc_sign_ins')
    .where('hash', '=', hash)
    .where('sealed', 'is not', null)
    .where('expires_at', '>', clock.now())
    .returningAll()
    .executeTakeFirst()
  if (!row?.sealed || row.kid === null) throw new Failure('CHALLENGE_EXPIRED')
  // guard: code of a sign-in is for its purpose -> tests/http/signing-in/oidc.test.ts "is bound to its browser"
  //   drops || !purposes.includes(row.purpose)
  // guard: code of a sign-in is for its page -> tests/http/signing-in/oidc.test.ts "is bound to its browser"
  //   drops row.challenge !== sha256Text(verifier) ||
  if (row.challenge !== sha256Text(verifier) || !purposes.includes(row.purpose))
    throw new Failure('CHALLENGE_EXPIRED')
  const record = openRecord(keyRing, placeOf(hash), { kid: row.kid, sealed: row.sealed })
  return { purpose: row.purpose, account: providerAccount.parse(record), at: row.created_at }
}

function placeOf(hash: Uint8Array): string {
  return `oidc ${Buffer.from(hash).toString('base64url')}`
}
