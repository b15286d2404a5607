/** A kind of file that holds others, or code in another form, so that a scanner has to unpack it. */
type Container = {
  readonly name: string
  /** Whether what it holds is compressed or encoded, so that a part of its bytes shows nothing of it. */
  readonly packs: boolean
}

type Mark = { readonly name: string; readonly bytes: string; readonly at?: number; readonly packs?: boolean }

/** First bytes, as the formats define them, in Latin-1. ZIP is recognised apart, in zip-directory.ts. */
const marks: readonly Mark[] = [
  { name: '7z', bytes: '7z\xbc\xaf\x27\x1c' },
  { name: 'RAR', bytes: 'Rar!\x1a\x07' },
  { name: 'gzip', bytes: '\x1f\x8b\x08' },
  { name: 'bzip2', bytes: 'BZh' },
  { name: 'xz', bytes: '\xfd7zXZ\x00' },
  { name: 'Zstandard', bytes: '\x28\xb5\x2f\xfd' },
  { name: 'LZ4', bytes: '\x04\x22\x4d\x18' },
  { name: 'lzip', bytes: 'LZIP' },
  { name: 'compress', bytes: '\x1f\x9d' },
  { name: 'CAB', bytes: 'MSCF' },
  { name: 'InstallShield', bytes: 'ISc(' },
  { name: 'ARJ', bytes: '\x60\xea' },
  { name: 'LHA', bytes: '-lh', at: 2 },
  { name: 'EGG', bytes: 'EGGA' },
  { name: 'ALZ', bytes: 'ALZ\x01' },
  { name: 'CHM', bytes: 'ITSF' },
  { name: 'xar', bytes: 'xar!' },
  { name: 'Flash', bytes: 'CWS' },
  { name: 'Flash', bytes: 'ZWS' },
  { name: 'OLE', bytes: '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1' },
  { name: 'OneNote', bytes: '\xe4\x52\x5c\x7b\x8c\xd8\xa7\x4d' },
  { name: 'HWP', bytes: 'HWP Document File' },
  { name: 'TNEF', bytes: '\x78\x9f\x3e\x22' },
  { name: 'RTF', bytes: '{\\rt' },
  // Programs, because installers are archives and packers hide what they hold.
  { name: 'Windows program', bytes: 'MZ' },
  { name: 'ELF program', bytes: '\x7fELF' },
  { name: 'macOS program', bytes: '\xca\xfe\xba\xbe' },
  { name: 'macOS program', bytes: '\xcf\xfa\xed\xfe' },
  { name: 'XML', bytes: '<?xml', packs: false },
  { name: 'tar', bytes: 'ustar', at: 257, packs: false },
  { name: 'cpio', bytes: '07070', packs: false },
  { name: 'ar', bytes: '!<arch>\n', packs: false },
  { name: 'ISO 9660', bytes: 'CD001', at: 32_769, packs: false },
  { name: 'disk image', bytes: '\x55\xaa', at: 510, packs: false },
]

/** Bytes within which PDF readers look for the header. */
const pdfReach = 1024
/** How a mail begins, alone or in a mailbox. */
const mailStart =
  /^(From |Received:|Return-Path:|Delivered-To:|MIME-Version:|Message-ID:|Date:|Subject:|X-[\w-]+:)/i
/** Length of the trailer of an Apple disk image. */
const trailer = 512

/** Recognises a container by its first bytes, and an Apple disk image by its last. */
export function recogniseContainer(head: Buffer, tail: Buffer): Container | undefined {
  const text = (start: number, end: number) => head.toString('latin1', start, end)
  const found = marks.find(({ at = 0, bytes }) => text(at, at + bytes.length) === bytes)
  if (found) return { name: found.name, packs: found.packs ?? true }
  const opening = text(0, pdfReach)
  if (opening.includes('%PDF-')) return { name: 'PDF', packs: true }
  if (mailStart.test(opening)) return { name: 'mail', packs: true }
  if (tail.subarray(-trailer).toString('latin1', 0, 4) === 'koly') {
    return { name: 'Apple disk image', packs: true }
  }
  return undefined
}
