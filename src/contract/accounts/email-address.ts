import { lengths } from '../transfers/limits.ts'

/** What counts as an email address, on the server and in the browser, which needs no schema library for it. */
export const emailPattern =
  /^(?!\.)(?!.*\.\.)[A-Za-z0-9_'+\-.]*[A-Za-z0-9_+-]@(?:[A-Za-z0-9][A-Za-z0-9-]*\.)+[A-Za-z]{2,}$/

export function isEmailAddress(text: string): boolean {
  return text.length <= lengths.emailAddress && emailPattern.test(text)
}
