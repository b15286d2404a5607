/** Accents of European scripts, once they stand apart from their letters. */
const accents = /[\u0300-\u036f]/gu

/**
 * A text in the form that search and sorting compare: without case and without accents, so that `ΑΘΗΝΑ` finds «Αθήνα» and
 * `strasse` finds «Straße». Databases know no such comparison alike: tables keep the form beside the text.
 */
export function foldForSearch(text: string): string {
  return (
    text
      .normalize('NFKD')
      .replace(accents, '')
      // Up and down again: ß becomes ss that way.
      .toUpperCase()
      .toLowerCase()
      // The sigma at the end of a word; what is searched may end elsewhere.
      .replaceAll('ς', 'σ')
      .normalize('NFC')
  )
}
