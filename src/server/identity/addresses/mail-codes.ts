import { createHmac, randomInt, timingSafeEqual } from 'node:crypto'
import { codeDigits } from '#contract/transfers/limits.ts'
import type { Database, MailCodesRow } from '#server/platform/database/database.ts'
import { transact } from '#server/platform/database/transact.ts'
import { Failure } from '#server/platform/failure.ts'
import { checkRateLimit } from '#server/platform/rate-limits/rate-limits.ts'
import type { Services } from '#server/platform/services.ts'
import { type CodeAsking, consumeCodeAllowance, refundCodeAllowance } from './code-allowance.ts'
import { type HashedAsker, hashAsker, recordConfirmed } from './confirmed-addresses.ts'

/** How long a code is good, in milliseconds. */
export const codeLife = 10 * 60_000
const triesOfCode = 5
/** Seconds until a page offers to send another one. */
const minWait = 30

type Codes = Pick<Services, 'database' | 'clock' | 'config' | 'keyRing'>

/** A code that is to be mailed. */
type NewCode = { readonly code: string; readonly expiresAt: number }

/**
 * Makes a code of six digits for an address and keeps its HMAC; the code before it is no longer good.
 * @param announce appends the event that mails it, in the same transaction
 * @returns seconds until another one may be asked for
 * @throws Failure RATE_LIMITED, and what `announce` throws; then nothing was kept
 */
export async function issueCode(
  services: Codes,
  asking: CodeAsking,
  announce: (transaction: Database, code: NewCode) => Promise<void>,
): Promise<number> {
  const { database, clock } = services
  const taken = await consumeCodeAllowance(services, asking)
  try {
    await transact(database, async (transaction) => {
      const code = String(randomInt(10 ** codeDigits)).padStart(codeDigits, '0')
      const expiresAt = clock.now() + codeLife
      await keepCode(services, transaction, asking.subject, { code, expiresAt })
      await announce(transaction, { code, expiresAt })
    })
  } catch (error) {
    await refundCodeAllowance(services, taken)
    throw error
  }
  return secondsToNext(services, taken)
}

async function keepCode(
  { keyRing }: Codes,
  transaction: Database,
  subject: string,
  { code, expiresAt }: NewCode,
): Promise<void> {
  const kid = keyRing.activeKid
  const row = {
    kid,
    mac: macOf(keyRing.codeKey(kid), subject, code),
    tries_left: triesOfCode,
    expires_at: expiresAt,
  }
  await transaction
    .insertInto('mail_codes')
    .values({ subject, ...row })
    .onConflict((conflict) => conflict.column('subject').doUpdateSet(row))
    .execute()
}

async function secondsToNext(
  services: Codes,
  limits: Awaited<ReturnType<typeof consumeCodeAllowance>>,
): Promise<number> {
  let wait = minWait
  for (const limit of limits) {
    try {
      await checkRateLimit(services, ...limit)
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      wait = Math.max(wait, Math.ceil(error.retryAfter ?? 0))
    }
  }
  return wait
}

type Checking = Pick<Codes, 'database' | 'clock' | 'keyRing'>
/** A code that was right and is not used up yet, and where it came from. */
type RightCode = Pick<MailCodesRow, 'subject' | 'mac'> & { readonly asker: HashedAsker; readonly at: number }

/**
 * Consumes a code: it is good once, for the subject it was made for. If a change depends on it, use checkCode and spendCode
 * instead.
 * @throws Failure INVALID_CODE with the tries that are left; without a code that is good there are none
 */
export async function consumeCode(services: Checking, asking: CodeAsking, code: string): Promise<void> {
  const right = await checkCode(services, asking, code)
  await transact(services.database, (transaction) => spendCode(transaction, right))
}

/**
 * Checks whether a code is right. Each try is counted before the check, so that concurrent tries cannot exceed the limit; it
 * stays counted, whatever follows.
 * @throws Failure INVALID_CODE, as consumeCode
 */
export async function checkCode(
  { database, clock, keyRing }: Checking,
  { subject, address, network }: CodeAsking,
  code: string,
): Promise<RightCode> {
  const row = await database
    .updateTable('mail_codes')
    .set(({ eb }) => ({ tries_left: eb('tries_left', '-', 1) }))
    .where('subject', '=', subject)
    // guard: tries of a code -> tests/http/links/link-codes.test.ts "five tries"
    .where('tries_left', '>', 0)
    // guard: end of a code -> tests/http/links/link-codes.test.ts "five tries"
    .where('expires_at', '>', clock.now())
    .returning(['kid', 'mac', 'tries_left'])
    .executeTakeFirst()
  if (!row) throw new Failure('INVALID_CODE', { attemptsLeft: 0 })
  const key = keyRing.codeKey(row.kid)
  if (key === undefined || !timingSafeEqual(macOf(key, subject, code), row.mac))
    throw new Failure('INVALID_CODE', { attemptsLeft: row.tries_left })
  return { subject, mac: row.mac, asker: await hashAsker(database, { address, network }), at: clock.now() }
}

/**
 * Uses a right code up in the transaction in which what it is for happens: when that fails, the same code is good for another try.
 * The address counts as confirmed from the network that handed it in.
 * @throws Failure INVALID_CODE when another was faster
 */
export async function spendCode(
  transaction: Database,
  { subject, mac, asker, at }: RightCode,
): Promise<void> {
  const used = await transaction
    .deleteFrom('mail_codes')
    .where('subject', '=', subject)
    .where('mac', '=', mac)
    .executeTakeFirst()
  if (Number(used.numDeletedRows) === 0) throw new Failure('INVALID_CODE', { attemptsLeft: 0 })
  await recordConfirmed(transaction, asker, at)
}

function macOf(key: Uint8Array | undefined, subject: string, code: string): Buffer {
  if (!key) throw new Error('the active master key is missing')
  return createHmac('sha256', key).update(`code\0${subject}\0${code}`).digest()
}

/** Forgets the codes that are out of time. */
export async function removeOldCodes({
  database,
  clock,
}: Pick<Services, 'database' | 'clock'>): Promise<void> {
  await database.deleteFrom('mail_codes').where('expires_at', '<=', clock.now()).execute()
}
