import { asciiEmailAddress, isEmailAddress } from '#contract/email-address.ts'

/**
 * Result of typed or pasted text: the list with its new addresses, the words that are no email addresses, and the addresses at
 * other domains than those allowed.
 */
export type Recipients = {
  list: readonly string[]
  invalid: readonly string[]
  elsewhere: readonly string[]
  tooMany: boolean
}

/**
 * Adds email addresses to a list of at most `most`. They may be separated by spaces, commas, semicolons or lines, and
 * have a name ("Ines <ines@example.org>"). An address is listed once, whatever its capitals. Words that are no addresses
 * stay together as they were typed.
 */
export function addRecipients(
  list: readonly string[],
  text: string,
  most: number,
  domains?: readonly string[],
): Recipients {
  const known = new Set(list.map(keyOf))
  const next = [...list]
  const invalid: string[] = []
  const elsewhere: string[] = []
  let tooMany = false
  for (const address of addressesIn(text)) {
    if (known.has(keyOf(address))) continue
    if (!isEmailAddress(address)) invalid.push(address)
    else if (domains && !domains.includes(domainOf(address))) elsewhere.push(address)
    else if (next.length >= most) tooMany = true
    else {
      known.add(keyOf(address))
      next.push(address)
    }
  }
  return { list: next, invalid, elsewhere, tooMany }
}

/** The same for what is one address. */
function keyOf(address: string): string {
  return asciiEmailAddress(address).toLowerCase()
}

/** In ASCII and small letters, as rules name domains. */
function domainOf(address: string): string {
  const key = keyOf(address)
  return key.slice(key.lastIndexOf('@') + 1)
}

function addressesIn(text: string): string[] {
  const bare = text.replace(/[^,;\n\t<>]*<([^<>]*)>/g, ' $1 ')
  return bare.split(/[,;\n\t]/).flatMap((part) => {
    const words = part.split(/\s+/).filter((word) => word !== '')
    const others = words.filter((word) => !isEmailAddress(word))
    return [...words.filter(isEmailAddress), ...(others.length > 0 ? [others.join(' ')] : [])]
  })
}
