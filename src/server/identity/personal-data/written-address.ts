import { asciiEmailAddress } from '#contract/email-address.ts'

/** Stands where an address was. Shorter than any address, and the same in every language. */
const erasedAddress = '[…]'

/** More characters than a domain has, also where its letters are written out. */
const maxDomainLength = 256
/** More than the part before the sign has. */
const maxNameLength = 64

const domain = /^(?:[\p{L}\p{M}\p{N}-]+\.)+[\p{L}\p{M}\p{N}-]+/u

/**
 * Removes an address from a text, in any case, and with its domain in Unicode or in Punycode. Punctuation around it stays.
 * @param address as stored
 */
export function withoutAddress(text: string, address: string): string {
  const name = address.slice(0, address.lastIndexOf('@')).toLowerCase()
  const erased = comparable(address)
  let rest = ''
  let done = 0
  for (let at = text.indexOf('@'); at !== -1; at = text.indexOf('@', at + 1)) {
    const from = at - name.length
    if (from < done || text.slice(from, at).toLowerCase() !== name || isEndOfOther(text, from)) continue
    const [found = ''] = domain.exec(text.slice(at + 1, at + maxDomainLength)) ?? []
    const end = at + 1 + found.replace(/-+$/, '').length
    if (comparable(text.slice(from, end)) !== erased) continue
    rest += text.slice(done, from) + erasedAddress
    done = end
  }
  return rest + text.slice(done)
}

/** Whether what begins there is the end of a longer name, such as mara.jonas. */
function isEndOfOther(text: string, from: number): boolean {
  return /[\p{L}\p{N}][._+-]*$/u.test(text.slice(Math.max(0, from - maxNameLength), from))
}

function comparable(address: string): string {
  return asciiEmailAddress(address.normalize('NFC').toLowerCase()).toLowerCase()
}
