import type { PasskeyRequestOptions } from '#contract/signing-in/passkeys.ts'
import { sha256 } from '#crypto/random-id.ts'
import type { Caller } from '#server/identity/calls/caller.ts'
import { Failure } from '#server/platform/failure.ts'
import { consumeRateLimit } from '#server/platform/rate-limits/rate-limits.ts'
import type { Services } from '#server/platform/services.ts'
import { foldName } from '../../accounts/account-rules.ts'
import { hashAddress } from '../../addresses/address-hash.ts'
import { issueChallenge } from './passkey-challenges.ts'
import { credentialOf, findPasskeys, requestOptions } from './passkeys.ts'

type Credential = PasskeyRequestOptions['allowCredentials'][number]
type Offer = { challengeId: string; options: PasskeyRequestOptions }

/** The sign-in page asks whenever it is opened, and every few minutes as long as it is. */
const perMinute = { burst: 60, interval: 2000 }
const perHour = { burst: 400, interval: 9000 }

/** Credentials as common authenticators make them: bytes of their ids, and how browsers reach them. */
const shapes: readonly { readonly length: number; readonly transports: Credential['transports'] }[] = [
  { length: 16, transports: ['hybrid', 'internal'] },
  { length: 20, transports: ['hybrid', 'internal'] },
  { length: 32, transports: ['internal'] },
  { length: 48, transports: ['nfc', 'usb'] },
]

/** How many passkeys people have who have few, as often as that is about so. */
const counts = [1, 1, 1, 1, 1, 2, 2, 3] as const

/**
 * Offers a sign-in by passkey. For a username it names the passkeys of that account; for one without any, or without an
 * account, it names one to three that do not exist, always the same.
 * @param address of the caller, for the limit
 * @throws Failure RATE_LIMITED
 */
export async function offerSignIn(services: Services, username: string, address: string): Promise<Offer> {
  await consumeRateLimit(services, `passkey options minute ${address}`, perMinute)
  await consumeRateLimit(services, `passkey options hour ${address}`, perHour)
  const credentials = username === '' ? [] : await findCredentials(services, username)
  const { challengeId, challenge } = await issueChallenge(services, 'sign-in')
  return { challengeId, options: requestOptions(services.config, challenge, credentials) }
}

/**
 * Offers someone who is signed in to confirm with a passkey who they are.
 * @throws Failure PASSKEY_NOT_FOUND when they have none
 */
export async function offerConfirmation(services: Services, caller: Caller): Promise<Offer> {
  const passkeys = await findPasskeys(services.database, caller.id)
  if (passkeys.length === 0) throw new Failure('PASSKEY_NOT_FOUND')
  const { challengeId, challenge } = await issueChallenge(services, 'confirmation', caller)
  return { challengeId, options: requestOptions(services.config, challenge, passkeys.map(credentialOf)) }
}

/** Searches usernames only: the same answer for an address would reveal that both belong to one person. */
async function findCredentials({ database }: Services, username: string): Promise<Credential[]> {
  const folded = foldName(username)
  const rows = await database
    .selectFrom('passkeys')
    .innerJoin('users', 'users.id', 'passkeys.user_id')
    .selectAll('passkeys')
    .where('users.username_folded', '=', folded)
    .orderBy('passkeys.created_at')
    .orderBy('passkeys.id')
    .execute()
  const decoys = decoysOf(await hashAddress(database, 'passkey decoys', folded))
  return rows.length === 0 ? decoys : rows.map(credentialOf)
}

function decoysOf(hash: Uint8Array): Credential[] {
  const [choice = 0] = hash
  const count = counts[choice % counts.length] ?? 1
  return Array.from({ length: count }, (_, index) => decoyOf(sha256(Buffer.concat([hash, Buffer.of(index)]))))
}

/** A decoy in the shape of real passkeys. The id reveals nothing of the secret, or the decoy could be recognised. */
function decoyOf(secret: Uint8Array): Credential {
  const [choice = 0] = secret
  const { length, transports } = shapes[choice % shapes.length] ?? { length: 16, transports: [] }
  const halves = [0, 1].map((half) => sha256(Buffer.concat([secret, Buffer.of(half)])))
  const id = Buffer.concat(halves).subarray(0, length)
  return { id: id.toString('base64url'), type: 'public-key', transports: [...transports] }
}
