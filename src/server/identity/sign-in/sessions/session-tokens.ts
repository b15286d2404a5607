import { createHmac, randomBytes } from 'node:crypto'
import { rememberedDays } from '#contract/transfers/limits.ts'
import { newSecret, sha256 } from '#crypto/random-id.ts'

/**
 * The two tokens of a session, both meaningless by themselves; tables keep their SHA-256.
 *
 *     access   32 random bytes
 *     refresh  16 random bytes that stay the same through the session (the family) || 32 that do not (the secret)
 *
 * The family distinguishes a used refresh token of a known session from one never given out, without keeping all used ones.
 * A refresh makes the next pair from the secret and a fresh salt of the row, so that the same refresh token, sent
 * again by another tab or because the answer was lost, gets the same answer; neither the row nor the old token
 * alone reveals the next one.
 */
type SessionTokens = { readonly access: string; readonly refresh: string }

const familyLength = 16
const secretLength = 32

/** The tokens of a new session. */
export function newTokens(): SessionTokens {
  return { access: newSecret(), refresh: randomBytes(familyLength + secretLength).toString('base64url') }
}

/** A fresh salt for successorOf. */
export function newSuccessorSalt(): Buffer {
  return randomBytes(32)
}

/** The pair that follows a refresh token under a salt. */
export function successorOf(refresh: RefreshToken, salt: Uint8Array): SessionTokens {
  function derive(purpose: string): Buffer {
    return createHmac('sha256', salt).update(`restante/v1 ${purpose}\0`).update(refresh.secret).digest()
  }
  return {
    access: derive('next access token').toString('base64url'),
    refresh: Buffer.concat([refresh.family, derive('next refresh token')]).toString('base64url'),
  }
}

export type RefreshToken = { readonly family: Uint8Array; readonly secret: Uint8Array }

/** The parts of a refresh token, or undefined for what is none. */
export function readRefreshToken(token: string): RefreshToken | undefined {
  if (!/^[A-Za-z0-9_-]{64}$/.test(token)) return undefined
  const bytes = Buffer.from(token, 'base64url')
  return { family: bytes.subarray(0, familyLength), secret: bytes.subarray(familyLength) }
}

/** Hash that identifies a session in the tables, from any refresh token it ever had; undefined for other text. */
export function familyHashOf(token: string): Buffer | undefined {
  const refresh = readRefreshToken(token)
  return refresh && sha256(refresh.family)
}

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** Milliseconds that an access token is good for. */
const accessLifetime = 15 * MINUTE

/** Milliseconds that a session lives without a refresh, and in any case. */
export const lifetimes = {
  usual: { idle: 2 * HOUR, absolute: DAY },
  remembered: { idle: 14 * DAY, absolute: rememberedDays * DAY },
}

/** When a session ends that someone opens now. */
export function sessionEnd(now: number, remembered: boolean): number {
  return now + lifetimes[remembered ? 'remembered' : 'usual'].absolute
}

/** Expiry of a session that is used now, and of its new access token; `end` is the session's own. */
export function renewedTimes(now: number, remembered: boolean, end: number) {
  return {
    last_used_at: now,
    idle_until: Math.min(end, now + lifetimes[remembered ? 'remembered' : 'usual'].idle),
    access_expires_at: Math.min(end, now + accessLifetime),
  }
}
