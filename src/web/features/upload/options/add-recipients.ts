import { emailAddress } from '#contract/files.ts'

/** What typed or pasted text came to: the list with what was new in it, and what is no mail address. */
export type Recipients = { list: readonly string[]; invalid: readonly string[]; tooMany: boolean }

/**
 * Adds mail addresses to a list of at most `most`. They may be apart by blanks, commas, semicolons or lines, and may
 * carry a name ("Ines <ines@example.org>"). An address is listed once, whatever its capitals.
 */
export function addRecipients(list: readonly string[], text: string, most: number): Recipients {
  const known = new Set(list.map((address) => address.toLowerCase()))
  const next = [...list]
  const invalid: string[] = []
  let tooMany = false
  for (const address of addressesIn(text)) {
    if (known.has(address.toLowerCase())) continue
    if (!emailAddress.safeParse(address).success) invalid.push(address)
    else if (next.length >= most) tooMany = true
    else {
      known.add(address.toLowerCase())
      next.push(address)
    }
  }
  return { list: next, invalid, tooMany }
}

function addressesIn(text: string): string[] {
  const bare = text.replace(/[^,;\n\t<>]*<([^<>]*)>/g, ' $1 ')
  return bare.split(/[\s,;]+/).filter((address) => address !== '')
}
