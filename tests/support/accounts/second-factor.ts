import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import type { AuthReply } from '#contract/accounts/accounts.ts'
import type { TestServer } from '../server/server.ts'
import { goodPassword, type Person } from './accounts.ts'
import { confirm } from './api-keys.ts'

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/**
 * Code that an authenticator app shows at a time for a secret as it was typed in, by an independent implementation of RFC 6238.
 */
export function appCode(secret: string, now: number): string {
  const bits = [...secret].map((sign) => alphabet.indexOf(sign).toString(2).padStart(5, '0')).join('')
  const bytes = (bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2))
  const counter = Buffer.alloc(8)
  counter.writeUInt32BE(Math.floor(now / 30_000), 4)
  const mac = createHmac('sha1', Buffer.from(bytes)).update(counter).digest()
  const offset = (mac[19] ?? 0) & 15
  return String((mac.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0')
}

/** Turns the second step on for someone, and gives the secret and the recovery codes. The code of now is used up by it. */
export async function turnOn(server: TestServer, person: Person) {
  const headers = await confirm(person)
  const { secret, uri } = await person.client.call('beginTotp', { headers })
  const code = appCode(secret, server.clock.now())
  const { codes } = await person.client.call('confirmTotp', { body: { code }, headers })
  return { secret, uri, codes }
}

/** Brings the password, and gives the challenge for the second step. */
export async function challengeOf(server: TestServer, username: string, rememberMe = false) {
  const body = { username, password: goodPassword, rememberMe }
  const reply = await server.client.call('login', { body })
  assert.ok('secondFactor' in reply && !('token' in reply))
  return reply.secondFactor
}

/** The whole sign-in of someone with an app. */
export async function signInWithCode(
  server: TestServer,
  username: string,
  code: string,
  method: 'totp' | 'recovery' = 'totp',
): Promise<AuthReply> {
  const { challenge } = await challengeOf(server, username)
  return server.client.call('secondFactor', { body: { challenge, method, code } })
}
