import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage'
import { defaultName } from '../../src/contract/operations/branding/names.ts'

const pairs =
  'AÅaåBƁbƀCÇcçDĐdđEÉeéFƑfƒGĜgĝHĤhĥIÎiîJĴjĵKĶkķLĻlļMṀmṁNÑnñOÖoöPÞpþQǪqǫRŔrŕSŠsšTŢtţUÛuûVṼvṽWŴwŵXẊxẋYÝyýZŽzž'
/** Letters with signs above or below them, which can still be read. */
const accented = new Map(pairs.match(/../gu)?.map(([plain = '', signed = '']) => [plain, signed]))
/** Parts that stay as they are: tags, addresses, and the name of the service, which pages and mails replace. */
const kept = new RegExp(`(</?\\w[^<>]*>|https?:\\S+|[\\w.]+@[\\w.]+|${defaultName})`)
/** Languages need up to that much more room than English. */
const longer = 0.4

/**
 * A message in no language: letters have signs, it is 40 % longer, and its values, choices and tags are those it had.
 * @throws for a text that is no message
 */
export function pseudoMessage(icu: string): string {
  return print(compileMessageOrThrow(icu), false)
}

function print(parts: unknown, isPlural: boolean): string {
  if (!Array.isArray(parts)) return ''
  const printed = parts.map((part: unknown) => {
    if (typeof part === 'string') return isPlural && part === '#' ? part : pseudoWords(part)
    return Array.isArray(part) ? printValue(part, isPlural) : ''
  })
  return printed.join('')
}

function printValue([name, use, format]: readonly unknown[], isPlural: boolean): string {
  if (typeof format !== 'object' || format === null)
    return `{${[name, use, format].filter((part) => part !== undefined).join(', ')}}`
  const branches = Object.entries(format)
    .filter(([branch, inner]) => branch !== 'offset' || inner !== undefined)
    .map(([branch, inner]) => {
      if (branch === 'offset') return `offset:${inner}`
      return `${/^\d/.test(branch) ? '=' : ''}${branch} {${print(inner, isPlural || use === 'plural')}}`
    })
  return `{${name}, ${use}, ${branches.join(' ')}}`
}

function pseudoWords(text: string): string {
  const parts = text.split(kept).map((part, index) => (index % 2 === 0 ? lengthen(part) : part))
  return parts.join('').replace(/[{}]+/g, "'$&'")
}

/** Doubles vowels of each word until it is long enough; one with too few gets strokes behind it. */
function lengthen(text: string): string {
  let missing = 0
  return text.replace(/([\p{L}\p{N}’]+)([^\p{L}\p{N}’]*)/gu, (all, word: string, behind: string) => {
    if (/[a-z]/i.test(word)) missing += all.length * longer
    const letters = [...word].map((letter) => {
      const signed = accented.get(letter) ?? letter
      if (missing <= 0 || !/[aeiouy]/.test(letter)) return signed
      missing--
      return signed + signed
    })
    const strokes = Math.max(0, Math.ceil(missing))
    missing -= strokes
    return letters.join('') + '~'.repeat(strokes) + behind
  })
}
