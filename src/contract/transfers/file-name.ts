import { lengths } from './limits.ts'

/** Marks that reorder text, so that `exe.gnp` could read as `png.exe`. */
const directionMarks = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for
const controls = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/gu
const separators = /[/\\]/gu
const quotes = /"/gu

/**
 * Why a file name cannot be taken, as a sentence, or undefined when it can. Names that a browser would have to
 * alter when it saves them, or that could deceive, are refused; safeFileName makes them acceptable.
 */
export function fileNameProblem(name: string): string | undefined {
  if (name === '') return 'The file has no name.'
  if (name.length > lengths.fileName) return `The file name is longer than ${lengths.fileName} characters.`
  if (name === '.' || name === '..' || name.search(separators) >= 0) return 'The file name contains a path.'
  if (name.search(controls) >= 0) return 'The file name contains control characters.'
  if (name.search(directionMarks) >= 0) return 'The file name contains marks that change its direction.'
  if (name.search(quotes) >= 0) return 'The file name contains quotation marks.'
  if (!name.isWellFormed()) return 'The file name is not valid Unicode.'
  return undefined
}

/** A line that others read, without what would break it, turn its direction or stand at its ends. */
export function cleanLine(text: string): string {
  return text.toWellFormed().replace(controls, ' ').replace(directionMarks, '').replace(/ +/g, ' ').trim()
}

/** Lines as a terminal may show them: nothing in them moves its cursor, changes its settings or turns their direction. */
export function printableLines(text: string): string {
  return text
    .split('\n')
    .map((line) => line.replace(controls, '\ufffd').replace(directionMarks, ''))
    .join('\n')
}

/** The same name without what fileNameProblem refuses; an overlong one keeps its extension. */
export function safeFileName(name: string): string {
  const clean = name
    .toWellFormed()
    .replace(quotes, '\u201d')
    .replace(separators, '_')
    .replace(controls, '')
    .replace(directionMarks, '')
  if (clean === '' || clean === '.' || clean === '..') return 'file'
  if (clean.length <= lengths.fileName) return clean
  const dot = clean.lastIndexOf('.')
  const extension = dot > 0 && clean.length - dot <= 20 ? clean.slice(dot) : ''
  return clean.slice(0, lengths.fileName - extension.length).toWellFormed() + extension
}
