import { globSync, readFileSync, statSync } from 'node:fs'
import { join, sep } from 'node:path'
import { crc32, deflateRawSync } from 'node:zlib'

/** The first moment that a ZIP can tell, so that the same files give the same bytes. */
const date = 0x21

/** A folder as a ZIP: its files by name, without their times and rights. Names are ASCII. */
export function zipFolder(folder: string): Buffer {
  const names = globSync('**', { cwd: folder }).filter((name) => statSync(join(folder, name)).isFile())
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const name of names.map((each) => each.split(sep).join('/')).toSorted()) {
    const content = readFileSync(join(folder, name))
    const packed = deflateRawSync(content, { level: 9 })
    const path = Buffer.from(name, 'ascii')
    const facts = Buffer.alloc(26)
    facts.writeUInt16LE(20, 0)
    facts.writeUInt16LE(8, 4)
    facts.writeUInt16LE(date, 8)
    facts.writeUInt32LE(crc32(content), 10)
    facts.writeUInt32LE(packed.length, 14)
    facts.writeUInt32LE(content.length, 18)
    facts.writeUInt16LE(path.length, 22)
    parts.push(Buffer.from('PK\x03\x04', 'latin1'), facts, path, packed)
    const rest = Buffer.alloc(14)
    rest.writeUInt32LE(offset, 10)
    directory.push(Buffer.from('PK\x01\x02\x14\0', 'latin1'), facts, rest, path)
    offset += 30 + path.length + packed.length
  }
  const length = directory.reduce((sum, part) => sum + part.length, 0)
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 'latin1')
  end.writeUInt16LE(names.length, 8)
  end.writeUInt16LE(names.length, 10)
  end.writeUInt32LE(length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...parts, ...directory, end])
}
