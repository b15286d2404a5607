import { lengths } from './transfers/limits.ts'

/**
 * Form of an email address, on the server and in the browser, which needs no schema library for it: as HTML's email field takes
 * it, at a domain with a top-level one, if a mail server takes it too (RFC 5321, section 4.1.2).
 */
export const emailPattern =
  /^(?!\.)(?!.*\.\.)[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]*[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]@(?:[A-Za-z0-9][A-Za-z0-9-]*\.)+[A-Za-z][A-Za-z0-9-]*[A-Za-z0-9]$/

/**
 * An address with its domain in the letters that mail servers know: `a@größe.de` is `a@xn--gre-6ka8i.de` everywhere here, so the
 * two are one address to limits, lists and accounts. Text that is no such address stays as it is.
 */
export function asciiEmailAddress(text: string): string {
  const at = text.lastIndexOf('@')
  const domain = asciiDomain(text.slice(at + 1))
  return at < 1 || domain === undefined ? text : text.slice(0, at + 1) + domain
}

/** A domain in ASCII; undefined for what is none. One that has only ASCII stays as it is. */
export function asciiDomain(domain: string): string | undefined {
  if (domain.length > lengths.emailAddress || /[\0-\x2c\x2f:-@[-^`{-\x7f]/.test(domain)) return undefined
  if (/^[\0-\x7f]*$/.test(domain)) return domain
  // The browser has no other way.
  return URL.canParse(`http://${domain}`) ? new URL(`http://${domain}`).hostname : undefined
}

export function isEmailAddress(text: string): boolean {
  const address = asciiEmailAddress(text)
  return address.length <= lengths.emailAddress && emailPattern.test(address)
}
