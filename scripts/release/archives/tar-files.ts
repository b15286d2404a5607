import { gzipSync } from 'node:zlib'

/** File for an archive. */
export type Packed = { readonly content: Uint8Array; readonly isExecutable?: boolean }

const block = 512
const nameLength = 100
/** Byte of a gzip header that names the system which made it. */
const systemAt = 9
const unknownSystem = 255

/**
 * Packs files into a tar (ustar, POSIX.1-1988) and compresses it. The same files give the same bytes: they are sorted, belong to
 * root and have one time, and the header of gzip has neither a name nor a time.
 * @param files by their path in the archive
 * @param modifiedAt seconds since 1970
 */
export function tarFiles(files: ReadonlyMap<string, Packed>, modifiedAt: number): Buffer {
  const parts: Uint8Array[] = []
  for (const [path, { content, isExecutable = false }] of [...files].toSorted(byPath)) {
    parts.push(header(path, content.length, isExecutable ? 0o755 : 0o644, modifiedAt), content)
    parts.push(Buffer.alloc((block - (content.length % block)) % block))
  }
  parts.push(Buffer.alloc(2 * block))
  const packed = gzipSync(Buffer.concat(parts), { level: 6 })
  packed[systemAt] = unknownSystem
  return packed
}

function byPath([a]: readonly [string, Packed], [b]: readonly [string, Packed]): number {
  return a < b ? -1 : 1
}

function header(path: string, size: number, mode: number, modifiedAt: number): Buffer {
  const head = Buffer.alloc(block)
  const cut = path.length > nameLength ? path.indexOf('/', path.length - nameLength - 1) : -1
  if (path.length > nameLength && cut === -1) throw new Error(`${path} is too long for an archive`)
  head.write(path.slice(cut + 1), 0)
  writeOctal(head, mode, 100, 7)
  writeOctal(head, 0, 108, 7)
  writeOctal(head, 0, 116, 7)
  writeOctal(head, size, 124, 11)
  writeOctal(head, modifiedAt, 136, 11)
  head.write('        0', 148)
  head.write('ustar\x0000root', 257)
  head.write('root', 297)
  if (cut > 0) head.write(path.slice(0, cut), 345)
  const sum = head.reduce((total, byte) => total + byte, 0)
  head.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148)
  return head
}

function writeOctal(head: Buffer, value: number, at: number, digits: number): void {
  head.write(value.toString(8).padStart(digits, '0'), at)
}
