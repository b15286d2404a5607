import { randomBytes } from 'node:crypto'
import { type ForeignEntry, foreignZip } from './foreign-zip.ts'

const text = Buffer.from('All work and no play makes Jack a dull boy. '.repeat(500))
const noise = randomBytes(300_000)
const png = Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), noise.subarray(0, 2000)])
const plain: ForeignEntry = { name: 'a.txt', bytes: text }
const zeros = Buffer.alloc(5_000_000)
/** ZIPs that are none, or are made to harm: they are delivered whole, never by member. */
export const hostileZips: Readonly<Record<string, Uint8Array>> = {
  'a bomb, 1:1000': foreignZip([plain, { name: 'zeros', bytes: zeros }]),
  'a bomb that says 4 GB': foreignZip([{ ...plain, says: { size: 0xfffffffe } }]),
  'members that share their bytes': foreignZip([plain, { ...plain, name: 'b.txt', says: { offset: 0 } }]),
  'a member that reaches into the next': foreignZip([{ ...plain, says: { packed: 5000 } }, plain]),
  'a picture before it': foreignZip([plain], { before: png }),
  'a page before it': foreignZip([plain], { before: Buffer.from('<html><script>alert(1)</script>') }),
  'something after it': foreignZip([plain], { after: Buffer.from('%PDF-1.7') }),
  'a directory where there is none': foreignZip(
    [plain, plain].map((entry, n) => ({ ...entry, name: `${n}` })),
    {
      count: 1,
      directoryAt: 0,
    },
  ),
  'encrypted members': foreignZip([{ ...plain, says: { flags: 1 } }]),
  'strong encryption': foreignZip([{ ...plain, says: { flags: 0x41 } }]),
  'an unknown method': foreignZip([{ ...plain, says: { method: 99 } }]),
  'an end that counts too many': foreignZip([plain], { count: 60_000 }),
  'a directory beyond the end': foreignZip([plain], { directoryAt: 0xfffffff0 }),
  'a member beyond the end': foreignZip([{ ...plain, says: { offset: 0xfffffff0 } }]),
  'half of it': foreignZip([plain, plain]).subarray(0, 400),
  'no members': foreignZip([]),
  'only folders': foreignZip([{ name: 'a/' }]),
  'nothing but noise': noise,
}
