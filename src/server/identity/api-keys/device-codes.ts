import { randomInt } from 'node:crypto'
import type { ApiKey } from '#contract/accounts/api-keys.ts'
import type { DeviceRequest, WaitingDevice } from '#contract/signing-in/device-codes.ts'
import { newSecret, sha256 } from '#crypto/random-id.ts'
import type { Caller } from '#server/identity/calls/caller.ts'
import type { Database, DeviceCodesRow } from '#server/platform/database/database.ts'
import { transact } from '#server/platform/database/transact.ts'
import { Failure } from '#server/platform/failure.ts'
import { consumeRateLimit } from '#server/platform/rate-limits/rate-limits.ts'
import type { Services } from '#server/platform/services.ts'
import { lockAccount, lockUser } from '../accounts/lock-account.ts'
import { assertFewKeys, insertApiKey } from './api-keys.ts'
import { scopesOf } from './identify-api-key.ts'

const MINUTE = 60_000
/** Milliseconds that a code is good for. */
export const deviceCodeLife = 10 * MINUTE
/** Milliseconds between two questions of a program. */
const pollInterval = 5_000
/** Milliseconds by which a question may be early. */
const slack = 500

/** Programs that one address can begin to connect. */
const perAddress = { burst: 20, interval: MINUTE }
/** Codes that one account can enter, and one network for all its accounts: of 2^40 codes few are guessed in ten minutes. */
// guard: guesses of a code -> tests/http/integrations/device-codes.test.ts "cannot be guessed"
//   { burst: 20, interval: MINUTE / 2 } becomes { burst: 20_000, interval: 1 }
const guessesOfAccount = { burst: 20, interval: MINUTE / 2 }
const guessesOfNetwork = { burst: 100, interval: MINUTE / 10 }

/** 32 letters and digits that are not taken for one another. */
const alphabet = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'
const codeLength = 8

/**
 * Gives a program its codes (RFC 8628).
 * @param network of the program, as networkOf gives it
 * @throws Failure RATE_LIMITED
 */
export async function beginDevice(
  services: Pick<Services, 'database' | 'clock' | 'config'>,
  { name, scopes }: DeviceRequest,
  { address, network }: { readonly address: string; readonly network: string },
) {
  const { database, clock, config } = services
  await consumeRateLimit(services, `device ${address}`, perAddress)
  const deviceCode = newSecret()
  const code = Array.from({ length: codeLength }, () => alphabet[randomInt(alphabet.length)]).join('')
  const now = clock.now()
  await database
    .insertInto('device_codes')
    .values({
      device_hash: sha256(deviceCode),
      user_code_hash: sha256(code),
      name,
      scopes: scopes.join(' '),
      network,
      state: 'waiting',
      user_id: null,
      polled_at: null,
      created_at: now,
      expires_at: now + deviceCodeLife,
    })
    .execute()
  return {
    deviceCode,
    userCode: written(code),
    verificationUri: `${config.publicUrl}/connect`,
    interval: pollInterval / 1000,
    expiresIn: deviceCodeLife / 1000,
  }
}

/**
 * Answers a program that asks: with its key, once, when its person has connected it.
 * @throws Failure AUTHORIZATION_PENDING, SLOW_DOWN, EXPIRED_TOKEN, also for an unknown or used code, ACCESS_DENIED,
 *   TOO_MANY_API_KEYS
 */
export async function redeemDevice(
  services: Services,
  deviceCode: string,
): Promise<{ apiKey: ApiKey; key: string }> {
  const { database, clock, dispatcher } = services
  const hash = sha256(deviceCode)
  const now = clock.now()
  // Outside of the transaction that may fail: a question counts whatever its answer is.
  const polled = await database
    .updateTable('device_codes')
    .set({ polled_at: now })
    .where('device_hash', '=', hash)
    .where('expires_at', '>', now)
    .where(({ eb, or }) =>
      or([
        eb('polled_at', 'is', null),
        eb('polled_at', '<=', now - pollInterval + slack),
        eb('polled_at', '>', now),
      ]),
    )
    .executeTakeFirst()
  if (Number(polled.numUpdatedRows) === 0) {
    const known = await database
      .selectFrom('device_codes')
      .select('device_hash')
      .where('device_hash', '=', hash)
      .where('expires_at', '>', now)
      .executeTakeFirst()
    throw new Failure(known ? 'SLOW_DOWN' : 'EXPIRED_TOKEN')
  }
  const made = await transact(database, async (transaction) => {
    const row = await findByDevice(transaction, hash)
    if (!row) throw new Failure('EXPIRED_TOKEN')
    if (row.state === 'denied') throw new Failure('ACCESS_DENIED')
    if (row.state === 'waiting' || row.user_id === null) throw new Failure('AUTHORIZATION_PENDING')
    const user = await lockUser(transaction, row.user_id)
    // guard: a code is used once -> tests/http/integrations/device-codes.test.ts "once, however often"
    const used = await transaction
      .deleteFrom('device_codes')
      .where('device_hash', '=', hash)
      .where('state', '=', 'approved')
      .executeTakeFirst()
    if (Number(used.numDeletedRows) === 0) throw new Failure('EXPIRED_TOKEN')
    const request = { name: row.name, scopes: scopesOf(row.scopes), networks: [] }
    return insertApiKey(services, transaction, user, request, { end: null, device: row.name })
  })
  dispatcher.wake()
  return made
}

function findByDevice(transaction: Database, hash: Uint8Array): Promise<DeviceCodesRow | undefined> {
  return transaction.selectFrom('device_codes').selectAll().where('device_hash', '=', hash).executeTakeFirst()
}

/** Account that enters a code, and its network. */
type Entry = { readonly caller: Caller; readonly network: string; readonly userCode: string }

/** The program that waits with a code. @throws Failure RATE_LIMITED, DEVICE_CODE_NOT_FOUND, DEVICE_CODE_EXPIRED */
export async function findDevice(services: Services, entry: Entry): Promise<WaitingDevice> {
  const row = await enterCode(services, entry)
  return {
    userCode: written(read(entry.userCode)),
    name: row.name,
    scopes: scopesOf(row.scopes),
    askedAt: new Date(row.created_at).toISOString(),
    expiresAt: new Date(row.expires_at).toISOString(),
    network: row.network,
  }
}

/**
 * Connects the program that waits with a code: its next question is answered with a key of the caller.
 * @throws Failure as findDevice does, and TOO_MANY_API_KEYS
 */
export async function approveDevice(services: Services, entry: Entry): Promise<void> {
  const { user_code_hash } = await enterCode(services, entry)
  await transact(services.database, async (transaction) => {
    await lockAccount(transaction, entry.caller)
    await assertFewKeys(transaction, services.config, entry.caller.id, 1)
    await decide(services, transaction, user_code_hash, { state: 'approved', user_id: entry.caller.id })
  })
}

/** Refuses the program that waits with a code. @throws Failure as findDevice does */
export async function denyDevice(services: Services, entry: Entry): Promise<void> {
  const { user_code_hash } = await enterCode(services, entry)
  await transact(services.database, (transaction) =>
    decide(services, transaction, user_code_hash, { state: 'denied', user_id: null }),
  )
}

async function decide(
  { clock }: Services,
  transaction: Database,
  hash: Uint8Array,
  decision: Pick<DeviceCodesRow, 'state' | 'user_id'>,
): Promise<void> {
  const decided = await transaction
    .updateTable('device_codes')
    .set(decision)
    .where('user_code_hash', '=', hash)
    .where('state', '=', 'waiting')
    .where('expires_at', '>', clock.now())
    .executeTakeFirst()
  if (Number(decided.numUpdatedRows) === 0) throw new Failure('DEVICE_CODE_NOT_FOUND')
}

async function enterCode(services: Services, { caller, network, userCode }: Entry): Promise<DeviceCodesRow> {
  await consumeRateLimit(services, `device code ${caller.id}`, guessesOfAccount)
  await consumeRateLimit(services, `device code network ${network}`, guessesOfNetwork)
  const row = await services.database
    .selectFrom('device_codes')
    .selectAll()
    .where('user_code_hash', '=', sha256(read(userCode)))
    .where('state', '=', 'waiting')
    .executeTakeFirst()
  if (!row) throw new Failure('DEVICE_CODE_NOT_FOUND')
  if (row.expires_at <= services.clock.now()) throw new Failure('DEVICE_CODE_EXPIRED')
  return row
}

/** A code without what people write into it. */
function read(userCode: string): string {
  return userCode.toUpperCase().replace(/[^A-Z0-9]/g, '')
}

/** A code as it is shown. */
function written(code: string): string {
  return `${code.slice(0, codeLength / 2)}-${code.slice(codeLength / 2)}`
}
