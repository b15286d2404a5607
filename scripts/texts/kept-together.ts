/**
 * A text whose short hyphenated words stay on one line: "E-Mail" would otherwise leave "E-" behind at the end of a line, and
 * "Copie-a" a lone "a" at the start of the next. Their hyphen becomes U+2011, which looks the same.
 */
export function keptTogether(text: string): string {
  return text.replace(/(?<!\p{L})([Ee])-(?=\p{L})|(?<=\p{L})-(?=[ao](?!\p{L}))/gu, '$1\u2011')
}
