/** Letters and digits that are not mistaken for each other: no 0 and o, no 1, i and l. */
const characters = '23456789abcdefghjkmnpqrstuvwxyz'
const groups = 4
const groupLength = 5

/**
 * A random password to be read out or copied: four groups of five characters, 99 bits. Bytes that would make some of them
 * likelier than others are thrown away.
 */
export function newPassword(): string {
  const fair = 256 - (256 % characters.length)
  const drawn: string[] = []
  while (drawn.length < groups * groupLength) {
    for (const byte of crypto.getRandomValues(new Uint8Array(32)))
      if (byte < fair) drawn.push(characters.charAt(byte % characters.length))
  }
  return Array.from({ length: groups }, (_, group) =>
    drawn.slice(group * groupLength, (group + 1) * groupLength).join(''),
  ).join('-')
}

export type Strength = 'weak' | 'fair' | 'strong'

/** Bits of entropy that resist guessing online, and offline by someone with the encrypted file. */
const fairFrom = 40
const strongFrom = 65

const pools = [
  [/\p{Ll}/u, 26],
  [/\p{Lu}/u, 26],
  [/\p{Nd}/u, 10],
  [/[^\p{L}\p{Nd}]/u, 32],
  [/\p{Lo}/u, 100],
] as const

const firstTries = /passwor[dt]|passwort|qwert|letmein|welcome|admin|secret|geheim|azerty/gi

/**
 * How hard a password is to guess, by its length and variety alone: a hint, no promise. A character that repeats or
 * continues the one before it ("aaa", "123"), and words that are tried first, hardly count.
 */
export function passwordStrength(password: string): Strength {
  const rest = Array.from(password.replace(firstTries, 'x'))
  const counted = rest.filter((character, index) => {
    const step =
      (character.codePointAt(0) ?? 0) - (rest[index - 1]?.codePointAt(0) ?? Number.NEGATIVE_INFINITY)
    return Math.abs(step) > 1
  })
  const pool = pools.reduce((sum, [kind, size]) => (kind.test(password) ? sum + size : sum), 0)
  const variety = new Set(counted).size
  const bits = Math.min(counted.length, variety * 2) * Math.log2(Math.max(2, pool))
  return bits < fairFrom ? 'weak' : bits < strongFrom ? 'fair' : 'strong'
}
