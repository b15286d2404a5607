import { printableLines } from '#contract/transfers/file-name.ts'

/**
 * A line of CSV as RFC 4180 has it. Breaks of lines stay in their cell; other control characters, which the standard knows no
 * place for and spreadsheets leave out, are shown as U+FFFD.
 */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`
}

/** A cell that a spreadsheet would take for a formula, also one of an Asian keyboard, gets an apostrophe in front, as OWASP advises. */
function csvCell(text: string): string {
  const printable = printableLines(text.replaceAll('\r\n', '\n'))
  const harmless = /^\s*[=+\-@\uff1d\uff0b\uff0d\uff20]/.test(printable) ? `'${printable}` : printable
  return /[",\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}
