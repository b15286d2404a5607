import { extensionsOf } from '#contract/transfers/file-extensions.ts'
import { Failure } from '#server/platform/failure.ts'
import { contradictsExtension } from './known-formats.ts'

/** `type` is the extension that stands for the program among the blocked ones. */
type Program = { readonly type: string; matches(head: Buffer): boolean }

const dos = Buffer.from('MZ')
const elf = Buffer.from('7f454c46', 'hex')
const machO = ['feedface', 'feedfacf', 'cefaedfe', 'cffaedfe', 'cafebabf'].map((hex) =>
  Buffer.from(hex, 'hex'),
)
const java = Buffer.from('cafebabe', 'hex')
/** A length, then the class id of shell links: [MS-SHLLINK] 2.1. */
const shellLink = Buffer.from('4c0000000114020000000000c000000000000046', 'hex')
const rpm = Buffer.from('edabeedb', 'hex')
const debian = Buffer.from('!<arch>\ndebian-binary')

/**
 * Files that a system would run or obey, by their first bytes. Scripts are not here: to their first bytes a script and a text
 * about it are alike.
 */
const programs: readonly Program[] = [
  { type: 'dll', matches: (head) => isWindowsProgram(head) && isWindowsLibrary(head) },
  { type: 'exe', matches: isWindowsProgram },
  { type: 'elf', matches: (head) => startsWith(head, elf) },
  { type: 'app', matches: isMacProgram },
  { type: 'class', matches: (head) => startsWith(head, java) && javaVersion(head) >= 45 },
  { type: 'lnk', matches: (head) => startsWith(head, shellLink) },
  { type: 'rpm', matches: (head) => startsWith(head, rpm) },
  { type: 'deb', matches: (head) => startsWith(head, debian) },
]

/** Extensions in lower case without a dot. */
type Types = {
  /** The only types that are taken; undefined for all. */
  readonly allowed: readonly string[] | undefined
  readonly dangerous: readonly string[]
}

/**
 * Validates a file by its name and its first bytes.
 * @throws Failure DANGEROUS_FILE_TYPE for what is dangerous by either, UNSUPPORTED_FILE_TYPE where there is a list of allowed
 *   types and the name is not on it, or the bytes are not what it says
 */
export function validateType(filename: string, head: Uint8Array, { allowed, dangerous }: Types): void {
  const extensions = extensionsOf(filename)
  const program = programType(head)
  const types = program === undefined ? extensions : [...extensions, program]
  if (types.some((type) => dangerous.includes(type)))
    throw new Failure('DANGEROUS_FILE_TYPE', { details: filename })
  if (!allowed) return
  const [own = ''] = extensions
  if (!allowed.includes(own) || contradictsExtension(own, head))
    throw new Failure('UNSUPPORTED_FILE_TYPE', { details: filename, supportedTypes: allowed })
}

/** The type of a program, told by the first bytes of a file, or undefined when they are those of something else. */
function programType(head: Uint8Array): string | undefined {
  const bytes = Buffer.from(head.buffer, head.byteOffset, head.length)
  return programs.find(({ matches }) => matches(bytes))?.type
}

/**
 * `MZ`, and at the offset that byte 60 gives one of the headers that Windows and its predecessors know. A header beyond the
 * bytes at hand counts when its offset could be one: in a text about MZ, byte 63 is no zero.
 */
function isWindowsProgram(head: Buffer): boolean {
  if (head.length < 64 || !startsWith(head, dos)) return false
  const offset = head.readUInt32LE(60)
  if (offset + 4 > head.length) return offset < 0x100_0000
  return /^(PE\0\0|NE|LE|LX)/.test(head.toString('latin1', offset, offset + 4))
}

/** The characteristics of a PE file name a library: [MS-PE], COFF file header. */
function isWindowsLibrary(head: Buffer): boolean {
  const characteristics = head.readUInt32LE(60) + 22
  return characteristics + 2 <= head.length && (head.readUInt16LE(characteristics) & 0x2000) !== 0
}

/** Mach-O in both byte orders and widths, and several of them in one; Java's classes begin like the latter. */
function isMacProgram(head: Buffer): boolean {
  if (machO.some((magic) => startsWith(head, magic))) return true
  return startsWith(head, java) && head.length >= 8 && head.readUInt32BE(4) < 45
}

function javaVersion(head: Buffer): number {
  return head.length >= 8 ? head.readUInt16BE(6) : 0
}

/** Compares by index: it runs for each file of an upload, and anything else takes longer than the comparison. */
function startsWith(head: Buffer, magic: Buffer): boolean {
  for (let index = 0; index < magic.length; index += 1) if (head[index] !== magic[index]) return false
  return true
}
