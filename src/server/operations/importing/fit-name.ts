import { accountLengths, usernamePattern } from '#contract/transfers/limits.ts'

/** The username of another service in the form that usernames have here: of José.Luis it is Jose-Luis. */
export function fitUsername(name: string, email: string): string {
  for (const wanted of [name, email.split('@', 1)[0] ?? '']) {
    const fitted = usernamePattern.test(wanted) ? wanted : plain(wanted)
    if (usernamePattern.test(fitted)) return fitted
  }
  return name
}

function plain(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^A-Za-z0-9_-]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, accountLengths.username.most)
}

/** A text in as many UTF-16 code units as may be, without half a character at its end. */
export function fitText(text: string, most: number): string {
  return text.length <= most ? text : text.slice(0, most).replace(/[\ud800-\udbff]$/, '')
}
