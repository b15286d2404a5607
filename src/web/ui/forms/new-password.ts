/** Letters and digits that are not mistaken for each other: no 0 and o, no 1, i and l. */
const signs = '23456789abcdefghjkmnpqrstuvwxyz'
const groups = 4
const groupLength = 5

/**
 * A random password to be read out or copied: four groups of five signs, 99 bits. Bytes that would make some signs
 * likelier than others are thrown away.
 */
export function newPassword(): string {
  const fair = 256 - (256 % signs.length)
  const drawn: string[] = []
  while (drawn.length < groups * groupLength) {
    for (const byte of crypto.getRandomValues(new Uint8Array(32)))
      if (byte < fair) drawn.push(signs.charAt(byte % signs.length))
  }
  return Array.from({ length: groups }, (_, group) =>
    drawn.slice(group * groupLength, (group + 1) * groupLength).join(''),
  ).join('-')
}
