import { isIP } from 'node:net'
import {
  type Passkey,
  type PasskeyCreationOptions,
  type PasskeyRequestOptions,
  passkeyTransports,
} from '#contract/signing-in/passkeys.ts'
import type { Caller } from '#server/identity/calls/caller.ts'
import type { Database, PasskeysRow } from '#server/platform/database/database.ts'
import { transact } from '#server/platform/database/transact.ts'
import { recordAct } from '#server/platform/events/record-act.ts'
import { Failure } from '#server/platform/failure.ts'
import type { Services } from '#server/platform/services.ts'

type Credential = PasskeyRequestOptions['allowCredentials'][number]

/** A passkey as its owner sees it. */
export function passkeyOf(row: PasskeysRow): Passkey {
  return {
    id: row.id,
    name: row.name,
    synced: row.backed_up === 1,
    createdAt: new Date(row.created_at).toISOString(),
    lastUsedAt: row.last_used_at === null ? null : new Date(row.last_used_at).toISOString(),
  }
}

/** The passkeys of a person, the oldest first. */
export function findPasskeys(database: Database, userId: string): Promise<PasskeysRow[]> {
  return database
    .selectFrom('passkeys')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

/** The passkey with this credential id; base64url. */
export function findByCredential(database: Database, id: string): Promise<PasskeysRow | undefined> {
  return database
    .selectFrom('passkeys')
    .selectAll()
    .where('credential_id', '=', Buffer.from(id, 'base64url'))
    .executeTakeFirst()
}

/** @throws Failure PASSKEY_NOT_FOUND */
export async function renamePasskey(
  { database, clock }: Pick<Services, 'database' | 'clock'>,
  caller: Caller,
  id: string,
  name: string,
): Promise<Passkey> {
  return transact(database, async (transaction) => {
    const row = await transaction
      .updateTable('passkeys')
      .set({ name })
      .where('id', '=', id)
      .where('user_id', '=', caller.id)
      .returningAll()
      .executeTakeFirst()
    if (!row) throw new Failure('PASSKEY_NOT_FOUND')
    await recordAct(transaction, { act: 'account.passkey-renamed', by: caller }, clock.now())
    return passkeyOf(row)
  })
}

/** Descriptor of a passkey for browsers. */
export function credentialOf({ credential_id, transports }: PasskeysRow): Credential {
  return {
    id: Buffer.from(credential_id).toString('base64url'),
    type: 'public-key',
    transports: knownTransports(transports.split(' ')),
  }
}

/** Those that WebAuthn names; what a browser of tomorrow adds is left out. */
export function knownTransports(transports: readonly string[] = []): Credential['transports'] {
  return passkeyTransports.filter((transport) => transports.includes(transport))
}

/** Whether browsers use passkeys at the address of this service: not at a network address, else over https or on this machine. */
export function takesPasskeys({ publicUrl }: Pick<Services['config'], 'publicUrl'>): boolean {
  const { hostname, protocol } = new URL(publicUrl)
  const isHere = hostname === 'localhost' || hostname.endsWith('.localhost')
  return isIP(hostname.replace(/^\[|\]$/g, '')) === 0 && (isHere || protocol === 'https:')
}

/** Relying party of the passkeys: browsers bind them to this host, and a change of it loses them. */
export function relyingParty({ publicUrl }: Pick<Services['config'], 'publicUrl'>) {
  const { hostname, origin } = new URL(publicUrl)
  return { id: hostname, origin }
}

/** WebAuthn options to sign with a passkey. @param credentials none: any passkey of this service */
export function requestOptions(
  config: Pick<Services['config'], 'publicUrl'>,
  challenge: Uint8Array,
  credentials: readonly Credential[],
): PasskeyRequestOptions {
  return {
    challenge: Buffer.from(challenge).toString('base64url'),
    rpId: relyingParty(config).id,
    allowCredentials: [...credentials],
    userVerification: 'required',
    timeout: ceremonyTime,
  }
}

/** EdDSA, ES256 and RS256. */
export const passkeyAlgorithms = [-8, -7, -257]

/** Milliseconds that a browser gives a person to unlock their passkey. */
const ceremonyTime = 2 * 60_000

/** WebAuthn options to create a passkey. */
export function creationOptions(
  config: Pick<Services['config'], 'publicUrl' | 'identity'>,
  challenge: Uint8Array,
  { id, username }: Pick<Caller, 'id' | 'username'>,
  existing: readonly PasskeysRow[],
): PasskeyCreationOptions {
  return {
    challenge: Buffer.from(challenge).toString('base64url'),
    rp: { id: relyingParty(config).id, name: config.identity.name },
    user: { id: userHandleOf(id), name: username, displayName: username },
    pubKeyCredParams: passkeyAlgorithms.map((alg) => ({ type: 'public-key', alg })),
    excludeCredentials: existing.map(credentialOf),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'required' },
    attestation: 'none',
    timeout: ceremonyTime,
  }
}

/** The name by which a passkey remembers whose it is; base64url. */
export function userHandleOf(userId: string): string {
  return Buffer.from(userId).toString('base64url')
}
