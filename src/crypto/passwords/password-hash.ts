import { argon2 } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { promisify } from 'node:util'

const run = promisify(argon2)

/** Argon2id costs: `memory` in KiB, `passes` over it. */
export type PasswordCost = { readonly memory: number; readonly passes: number }

/** Cost of hashing, by the purpose of the password. */
export type PasswordCosts = {
  /** File and key passwords: guessed at leisure by an attacker with the stored bytes and the master key. */
  readonly file: PasswordCost
  readonly account: PasswordCost
}

/** `full` is for people; `low` is for tests of other things, which hash a few thousand passwords. */
export const passwordCosts = {
  full: { file: { memory: 64 * 1024, passes: 3 }, account: { memory: 19 * 1024, passes: 2 } },
  low: { file: { memory: 64, passes: 1 }, account: { memory: 64, passes: 1 } },
} as const satisfies Record<string, PasswordCosts>

/**
 * Derivations that run at once; memory stays under 192 MiB. One core, and one of the four threads that Node reads and writes
 * files with, stay free for other work.
 */
const runningOnMachine = Math.max(1, Math.min(3, availableParallelism() - 1))
let running = runningOnMachine
/** Derivations that may wait; beyond that the caller is asked to retry later. */
const waiting = 64

/** Shares the machine among `processes` processes: together they run as many derivations as one would, at least one each. */
export function sharePasswordWork(processes: number): void {
  running = Math.max(1, Math.floor(runningOnMachine / processes))
}

/** More passwords are being checked than the server will queue. */
export class PasswordWorkRefused extends Error {
  override readonly name = 'PasswordWorkRefused'
}

const queue: (() => void)[] = []
let active = 0

/**
 * 32 bytes from a password with Argon2id (RFC 9106, version 1.3, one lane). The password is taken in Unicode
 * normal form NFC, so that it does not matter how a keyboard composes accents.
 * @param salt 16 bytes, random, one for each stored key
 * @throws PasswordWorkRefused
 */
export function deriveFromPassword(password: string, salt: Uint8Array, cost: PasswordCost): Promise<Buffer> {
  return inTurn(() =>
    run('argon2id', {
      message: Buffer.from(password.normalize('NFC'), 'utf8'),
      nonce: salt,
      parallelism: 1,
      tagLength: 32,
      memory: cost.memory,
      passes: cost.passes,
    }),
  )
}

/** Does the work of one password when it is its turn. @throws PasswordWorkRefused, and whatever the work throws */
export async function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  await enter()
  try {
    return await work()
  } finally {
    leave()
  }
}

async function enter(): Promise<void> {
  if (active < running) {
    active += 1
    return
  }
  if (queue.length >= waiting) throw new PasswordWorkRefused('too many passwords are being checked')
  await new Promise<void>((resolve) => queue.push(resolve))
}

function leave(): void {
  const next = queue.shift()
  if (next) next()
  else active -= 1
}
