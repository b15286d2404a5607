/**
 * A text whose short hyphenated words stay on one line: "E-Mail" would otherwise leave "E-" behind at the end of a line, and
 * "Copie-a" a lone "a" at the start of the next. A word joiner follows their hyphen: the font of the pages has no U+2011, and the
 * one of another font is bolder.
 */
export function keptTogether(text: string): string {
  return text.replace(/(?<!\p{L})([Ee])-(?=\p{L})|(?<=\p{L})-(?=[ao](?!\p{L}))/gu, '$1-\u2060')
}
