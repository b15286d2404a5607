import { maxNameBytes } from './limits.ts'

/** Marks that reorder text, so that `exe.gnp` could read as `png.exe`. */
const directionMarks = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for
const controls = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/gu
/** Characters that Windows takes in no name, and those that separate names. */
const reserved = /[/\\:*?<>|]/gu
const quotes = /"/gu
/** A device to Windows, whatever extension follows it. */
const device = /^(?:CON|PRN|AUX|NUL|CONIN\$|CONOUT\$|(?:COM|LPT)[0-9\u00b9\u00b2\u00b3])(?=\s*(?:\.|$))/i
/** Characters of an extension that a name keeps when it is cut, with its dot. */
const maxExtensionLength = 20

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

/** JSON of a value in one line, in which what could move a terminal's cursor or turn its text is written as escapes. */
export function printableJson(value: unknown): string {
  return JSON.stringify(value).replaceAll(
    /[\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

/**
 * The name that a file or folder gets, for all ways in: what a sender calls it, without what a browser, Windows or another
 * file system would refuse or alter, and without what could deceive. A name that needs nothing of it stays as it is, and so
 * does every name that this gave. It has at most maxNameBytes bytes of UTF-8; an overlong one keeps its extension.
 */
export function safeFileName(name: string): string {
  const clean = name
    .toWellFormed()
    .replace(quotes, '\u201d')
    .replace(reserved, '_')
    .replace(controls, '')
    .replace(directionMarks, '')
  const short = cutName(withoutEnd(clean), maxNameBytes)
  return cutName(short.replace(device, '$&_'), maxNameBytes) || '_'
}

/** A path with safe names: relative, without empty names, `.` and `..`. Empty where nothing is left. */
export function safePath(path: string): string {
  return namesOf(path).map(safeFileName).join('/')
}

/** The names of a path, as they are, without those that name no folder of it. */
function namesOf(path: string): string[] {
  return path.split('/').filter((name) => name !== '' && name !== '.' && name !== '..')
}

/** Bytes of UTF-8. */
export function byteLength(text: string): number {
  return encoder.encode(text).length
}

const encoder = new TextEncoder()

/** A name before and behind the place for a number. Together they have at most `most` bytes; the stem is cut. */
export function splitName(name: string, most: number): { stem: string; extension: string } {
  const dot = name.lastIndexOf('.')
  const extension = dot > 0 && name.length - dot <= maxExtensionLength ? name.slice(dot) : ''
  const stem = extension === '' ? name : name.slice(0, dot)
  return { stem: cutText(stem, most - byteLength(extension)), extension }
}

function cutName(name: string, most: number): string {
  if (3 * name.length <= most || byteLength(name) <= most) return name
  const { stem, extension } = splitName(name, most)
  return withoutEnd(stem) + extension
}

/** The first characters of a text, up to `most` bytes of UTF-8. */
function cutText(text: string, most: number): string {
  if (3 * text.length <= most) return text
  let end = 0
  let bytes = 0
  for (const character of text) {
    bytes += byteLength(character)
    if (bytes > most) break
    end += character.length
  }
  return text.slice(0, end)
}

/** Without the dots and blanks at its end, which Windows drops. A pattern would look at each run of them again and again. */
function withoutEnd(name: string): string {
  let end = name.length
  while (end > 0 && (name[end - 1] === '.' || name[end - 1]?.trim() === '')) end -= 1
  return name.slice(0, end)
}
