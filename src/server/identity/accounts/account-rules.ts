import { readFileSync } from 'node:fs'
import * as z from 'zod/mini'
import { username as usernameSchema } from '#contract/accounts/accounts.ts'
import { emailAddress } from '#contract/transfers/files.ts'
import { accountLengths } from '#contract/transfers/limits.ts'
import type { Database } from '#server/platform/database/database.ts'
import { Failure } from '#server/platform/failure.ts'

/** Names that a person has chosen. */
export type Names = { readonly username: string; readonly email: string }

/** Words that belong to this service and so are tried first. */
const ownWords = ['restante', 'poste restante', 'posterestante']

/** So few characters beside the words of the context make no password. */
const tooFew = 4

/** One a line, and searched as it is: a set of them takes a megabyte. From where: docs/decisions/0017-common-passwords.md. */
const commonPasswords = `\n${readFileSync(new URL('./common-passwords.txt', import.meta.url), 'utf8')}`

/** @throws Failure INVALID_USERNAME, INVALID_EMAIL */
export function validateNames({ username, email }: Names): void {
  if (!z.safeParse(usernameSchema, username).success) throw new Failure('INVALID_USERNAME')
  validateEmail(email)
}

/** @throws Failure INVALID_EMAIL */
export function validateEmail(email: string): void {
  if (!z.safeParse(emailAddress, email).success) throw new Failure('INVALID_EMAIL')
}

/**
 * Asserts that a password may be set: it is long enough, and not one that is guessed first. Any characters are allowed, with no
 * rules of composition (NIST SP 800-63B-4, section 3.1.1.2; OWASP ASVS 5.0, 6.2.1 to 6.2.11).
 * @throws Failure PASSWORD_TOO_SHORT, PASSWORD_TOO_COMMON
 */
export function validatePassword(password: string, { username, email }: Names): void {
  if ([...password.normalize('NFC')].length < accountLengths.password.least) {
    throw new Failure('PASSWORD_TOO_SHORT')
  }
  const folded = foldName(password)
  if (commonPasswords.includes(`\n${folded}\n`) || isPattern(folded)) throw new Failure('PASSWORD_TOO_COMMON')
  const [localPart = ''] = email.split('@', 1)
  const words = [...ownWords, username, email, localPart].map(foldName).filter((word) => word.length >= 3)
  let rest = folded
  for (const word of words.toSorted((a, b) => b.length - a.length)) rest = rest.replaceAll(word, '')
  if (rest !== folded && [...rest].length < tooFew) throw new Failure('PASSWORD_TOO_COMMON')
}

/** A username or e-mail address in the form that compares without case: tables keep it beside the name as typed. */
export function foldName(name: string): string {
  return name.normalize('NFKC').toLowerCase()
}

/**
 * Asserts that names are free, or belong to `ownId`.
 * @throws Failure USERNAME_TAKEN, EMAIL_TAKEN
 */
export async function assertNamesAvailable(
  database: Database,
  { username, email }: Names,
  ownId?: string,
): Promise<void> {
  const takers = await database
    .selectFrom('users')
    .select(['id', 'username_folded'])
    .where(({ eb, or }) =>
      or([eb('username_folded', '=', foldName(username)), eb('email_folded', '=', foldName(email))]),
    )
    .execute()
  const others = takers.filter(({ id }) => id !== ownId)
  if (others.some((other) => other.username_folded === foldName(username)))
    throw new Failure('USERNAME_TAKEN')
  if (others.length > 0) throw new Failure('EMAIL_TAKEN')
}

/** Whether a password is one to four characters again and again, or a run such as 01234567: no list has all of them. */
function isPattern(folded: string): boolean {
  if (/^(.{1,4})\1+$/su.test(folded)) return true
  const points = Array.from(folded, (character) => character.codePointAt(0) ?? 0)
  const steps = new Set(points.slice(1).map((point, index) => point - (points[index] ?? 0)))
  return steps.size === 1 && (steps.has(1) || steps.has(-1))
}
