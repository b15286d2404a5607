import { readFileSync } from 'node:fs'
import * as z from 'zod/mini'
import { username as usernameSchema } from '#contract/accounts.ts'
import { emailAddress } from '#contract/files.ts'
import { accountLengths } from '#contract/limits.ts'
import { Failure } from '#server/platform/failure.ts'
import { foldName } from '../accounts/fold-name.ts'

/** What a person calls themselves. */
export type Names = { readonly username: string; readonly email: string }

/** Words that belong to this service and so are tried first. */
const ownWords = ['restante', 'poste restante', 'posterestante']

/** So few characters beside the words of the context make no password. */
const tooFew = 4

const commonPasswords = new Set(
  readFileSync(new URL('./common-passwords.txt', import.meta.url), 'utf8')
    .split('\n')
    .filter(Boolean),
)

/** @throws Failure INVALID_USERNAME, INVALID_EMAIL */
export function judgeNames({ username, email }: Names): void {
  if (!z.safeParse(usernameSchema, username).success) throw new Failure('INVALID_USERNAME')
  judgeEmail(email)
}

/** @throws Failure INVALID_EMAIL */
export function judgeEmail(email: string): void {
  if (!z.safeParse(emailAddress, email).success) throw new Failure('INVALID_EMAIL')
}

/**
 * Whether a password may be set. Its length and that nobody would try it first is all that counts: any characters,
 * no rules of composition (NIST SP 800-63B-4, section 3.1.1.2; OWASP ASVS 5.0, 6.2.1 to 6.2.11).
 * @throws Failure PASSWORD_TOO_SHORT, PASSWORD_TOO_COMMON
 */
export function judgePassword(password: string, { username, email }: Names): void {
  if ([...password.normalize('NFC')].length < accountLengths.password.least) {
    throw new Failure('PASSWORD_TOO_SHORT')
  }
  const folded = foldName(password)
  if (commonPasswords.has(folded)) throw new Failure('PASSWORD_TOO_COMMON')
  const [localPart = ''] = email.split('@', 1)
  const words = [...ownWords, username, email, localPart].map(foldName).filter((word) => word.length >= 3)
  let rest = folded
  for (const word of words.toSorted((a, b) => b.length - a.length)) rest = rest.replaceAll(word, '')
  if (rest !== folded && [...rest].length < tooFew) throw new Failure('PASSWORD_TOO_COMMON')
}
