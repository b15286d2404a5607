/** Marks that reorder the text around them, so that one thing reads as another. */
const directionMarks = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for
const controls = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/gu

/** Words that strangers typed, on one line: no line break, no control character, no mark that turns text around. */
export function oneLine(text: string): string {
  return manyLines(text).replace(/\s+/gu, ' ')
}

/** The same where lines may stay; each ends in a line feed. */
export function manyLines(text: string): string {
  return text
    .toWellFormed()
    .replace(/\r\n?|\u0085|\u2028|\u2029/gu, '\n')
    .replace(/\t/gu, ' ')
    .replace(controls, '')
    .replace(directionMarks, '')
    .trim()
}
