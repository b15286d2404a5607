import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { readZip } from '#tests/support/transfers/read-zip.ts'
import { createZipWriter, type MemberOptions, type ZipWriter } from './create-zip-writer.ts'
import { dosTime } from './zip-records.ts'

type Input = { path: string; chunks: readonly Uint8Array[] } & MemberOptions

async function addMember(writer: ZipWriter, { path, chunks, ...options }: Input): Promise<Uint8Array[]> {
  const out = writer.beginMember(path, options)
  for (const chunk of chunks) out.push(...(await writer.write(chunk)))
  out.push(...(await writer.endMember()))
  return out
}

async function pack(inputs: Iterable<Input>): Promise<Buffer> {
  const writer = createZipWriter()
  const out: Uint8Array[] = []
  for (const input of inputs) out.push(...(await addMember(writer, input)))
  out.push(...writer.end())
  return Buffer.concat(out)
}

const kib = 1024
const shapes: Record<string, readonly Uint8Array[]> = {
  'no chunk': [],
  'an empty chunk': [new Uint8Array(0)],
  'one byte': [Buffer.from('x')],
  text: [Buffer.from('to be or not to be, '.repeat(5000))],
  'random bytes in many chunks': Array.from({ length: 50 }, (_, index) => randomBytes(index * 700)),
  'a block': [randomBytes(0xffff)],
  'a byte more than a block': [randomBytes(0x10000)],
  'many blocks at once': [randomBytes(300 * kib + 1)],
}

for (const compress of [false, true]) {
  for (const [name, chunks] of Object.entries(shapes)) {
    test(`${name}, ${compress ? '' : 'not '}compressed, comes back`, async () => {
      const members = readZip(await pack([{ path: 'some/file.bin', chunks, compress }]))
      assert.equal(members.length, 1)
      assert.equal(members[0]?.path, 'some/file.bin')
      assert.deepEqual(members[0]?.content, Buffer.concat(chunks))
    })
  }
}

test('an archive of nothing is an archive', async () => {
  assert.deepEqual(readZip(await pack([])), [])
})

test('members of both kinds follow each other, with their names and times', async () => {
  const inputs = Array.from({ length: 40 }, (_, index) => ({
    path: `Übersicht 概要 ${index}/файл 📦.txt`,
    chunks: [Buffer.from(`${index} `.repeat(index * 100)), randomBytes(index * 100)],
    compress: index % 3 !== 0,
    modifiedAt: Date.UTC(2024, 1, 29, 13, 37, index),
  }))
  const members = readZip(await pack(inputs))
  assert.equal(members.length, inputs.length)
  for (const [index, { path, chunks, modifiedAt }] of inputs.entries()) {
    assert.equal(members[index]?.path, path)
    assert.equal(members[index]?.time, dosTime(modifiedAt))
    assert.equal(members[index]?.seconds, modifiedAt / 1000)
    assert.deepEqual(members[index]?.content, Buffer.concat(chunks))
  }
})

test('text shrinks, and what is not compressed grows by less than a thousandth', async () => {
  const text = [Buffer.from('to be or not to be, '.repeat(50_000))]
  const [small] = readZip(await pack([{ path: 'a', chunks: text, compress: true }]))
  assert.ok(small && small.compressedSize < 0.01 * small.content.length)
  const chunks = Array.from({ length: 16 }, () => randomBytes(64 * kib))
  const [stored] = readZip(await pack([{ path: 'a', chunks, compress: false }]))
  assert.ok(stored && stored.compressedSize < 1.001 * stored.content.length)
})

test('what is not compressed is handed on without a copy', () => {
  const writer = createZipWriter()
  writer.beginMember('a', { compress: false })
  const chunk = randomBytes(100 * kib)
  const out = writer.write(chunk)
  assert.ok(Array.isArray(out))
  const views = out.filter(({ buffer }) => buffer === chunk.buffer)
  assert.equal(
    views.reduce((size, { length }) => size + length, 0),
    chunk.length,
  )
})

test('70 000 members are all there', async () => {
  function* inputs() {
    for (let index = 0; index < 70_000; index += 1) {
      yield { path: `folder/${index}`, chunks: [Buffer.from(`${index}`)], compress: index % 1000 === 0 }
    }
  }
  const members = readZip(await pack(inputs()))
  assert.equal(members.length, 70_000)
  assert.ok(
    members.every(({ path, content }, index) => `folder/${content}` === path && `${content}` === `${index}`),
  )
})

test('exactly as many members as the old end record cannot count are all there', async () => {
  for (const count of [0xfffe, 0xffff]) {
    const inputs = Array.from({ length: count }, (_, index) => ({
      path: `${index}`,
      chunks: [],
      compress: false,
    }))
    assert.equal(readZip(await pack(inputs)).length, count)
  }
})

test('times move to what MS-DOS can say', () => {
  function read(time: number): number[] {
    const dos = dosTime(time)
    return [
      (dos >>> 25) + 1980,
      (dos >>> 21) & 15,
      (dos >>> 16) & 31,
      (dos >>> 11) & 31,
      (dos >>> 5) & 63,
      (dos & 31) * 2,
    ]
  }
  assert.deepEqual(read(Date.UTC(2026, 11, 31, 23, 59, 59)), [2026, 12, 31, 23, 59, 58])
  assert.deepEqual(read(0), [1980, 1, 1, 0, 0, 0])
  assert.deepEqual(read(-Infinity), [1980, 1, 1, 0, 0, 0])
  assert.deepEqual(read(Date.UTC(2200, 0, 1)), [2107, 12, 31, 23, 59, 58])
})

test('an abort in the middle of a compressed member ends what is under way, and nothing can follow', async () => {
  const writer = createZipWriter()
  writer.beginMember('a', { compress: true })
  const writing = writer.write(randomBytes(1024 * kib))
  writer.abort()
  writer.abort()
  await assert.rejects(async () => writing)
  assert.throws(() => writer.write(new Uint8Array(1)))
  assert.throws(() => writer.endMember())
  assert.throws(() => writer.end())
})

test('calls in a wrong order are refused', async () => {
  const writer = createZipWriter()
  assert.throws(() => writer.write(new Uint8Array(1)))
  assert.throws(() => writer.endMember())
  writer.beginMember('a', { compress: true })
  assert.throws(() => writer.beginMember('b', { compress: true }))
  assert.throws(() => writer.end())
  await writer.write(Buffer.from('text'))
  const ending = writer.endMember()
  assert.throws(() => writer.beginMember('b', { compress: true }))
  await ending
  writer.end()
  assert.throws(() => writer.end())
  assert.throws(() => writer.beginMember('b', { compress: true }))
})
