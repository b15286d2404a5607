import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { suite, test } from 'node:test'
import { createZipWriter, type WrittenMember } from '../zip/create-zip-writer.ts'
import { lineOffset, type MemberLine } from '../zip/member-line.ts'
import { readDeflated, readStored } from './read-member.ts'

const GIB = 1024 ** 3
const MIB = 1024 ** 2

/** An archive with one member, as if it lay behind `offset` other bytes. */
async function packed(bytes: Buffer, compress: boolean, offset: number, chunk: number) {
  let written: WrittenMember | undefined
  const zip = createZipWriter((member) => {
    written = member
  })
  const chunks: Uint8Array[] = [...zip.beginMember('ö.bin', { compress })]
  for (let at = 0; at < bytes.length; at += chunk)
    chunks.push(...(await zip.write(bytes.subarray(at, at + chunk))))
  chunks.push(...(await zip.endMember()))
  const archive = Buffer.concat(chunks)
  assert.ok(written)
  const line: MemberLine = {
    path: 'ö.bin',
    size: written.size,
    packed: written.compressedSize,
    offset: offset + lineOffset(written),
    method: compress ? 'deflated' : 'stored',
    crc: written.crc,
    type: '',
    marks: [...written.marks],
  }
  let bytesRead = 0
  async function* read(start: number, end: number) {
    // In chunks of a length that fits no block.
    for (let at = start; at < end; at += 10_007) {
      const next = Buffer.from(archive.subarray(at - offset, Math.min(at + 10_007, end) - offset))
      bytesRead += next.length
      yield next
    }
  }
  return { line, content: { kind: 'plain', read } as const, bytesRead: () => bytesRead }
}

async function collect(chunks: AsyncIterable<Uint8Array>): Promise<Buffer> {
  return Buffer.concat(await Array.fromAsync(chunks))
}

suite('a member', () => {
  for (const [where, offset] of [
    ['at the beginning', 0],
    ['behind more than 4 GiB, where only Zip64 reaches', 5 * GIB],
  ] as const) {
    test(`that was stored is read from anywhere, ${where}`, async () => {
      const bytes = randomBytes(3 * MIB + 17)
      const { line, content } = await packed(bytes, false, offset, 70_001)
      const ranges = [
        [0, bytes.length],
        [0, 1],
        [MIB - 1, MIB + 200_000],
        [2 * MIB + 5, 2 * MIB + 6],
        [bytes.length - 1, bytes.length],
      ] as const
      for (const [start, end] of ranges)
        assert.equal(
          Buffer.compare(await collect(readStored(content, line, start, end)), bytes.subarray(start, end)),
          0,
        )
    })
    test(`that was deflated is inflated, ${where}`, async () => {
      const bytes = Buffer.from('words and words '.repeat(50_000))
      const { line, content } = await packed(bytes, true, offset, 65_536)
      assert.equal(Buffer.compare(await collect(readDeflated(content, line)), bytes), 0)
    })
  }

  test('of which a little is wanted costs little, however long it is', async () => {
    const bytes = randomBytes(40 * MIB)
    const { line, content, bytesRead } = await packed(bytes, false, 0, 65_536)
    const start = 30 * MIB + 12_345
    assert.deepEqual(
      await collect(readStored(content, line, start, start + 10)),
      bytes.subarray(start, start + 10),
    )
    assert.ok(bytesRead() < 1.2 * MIB, `${bytesRead()} bytes were read`)
  })

  test('that is empty, or of which nothing is wanted, gives nothing', async () => {
    const { line, content } = await packed(Buffer.alloc(0), false, 0, 1)
    assert.equal((await collect(readStored(content, line, 0, 0))).length, 0)
    assert.equal((await collect(readDeflated(content, line))).length, 0)
  })

  test('whose blocks were altered is damaged', async () => {
    const { line, content } = await packed(randomBytes(100_000), false, 0, 50_000)
    await assert.rejects(collect(readStored(content, { ...line, offset: 1 }, 0, 100_000)), {
      code: 'FILE_DAMAGED',
    })
    await assert.rejects(collect(readDeflated(content, { ...line, offset: 1 })), { code: 'FILE_DAMAGED' })
  })
})
