import assert from 'node:assert/strict'
import { randomBytes, randomInt } from 'node:crypto'
import { test } from 'node:test'
import { joinChunks } from './join-chunks.ts'
import { releaseBuffer } from './release-buffer.ts'

const KIB = 1024

/** A sink that takes what it gets for its own, and frees it, as that of a sealed blob does. */
function collect() {
  const got: Buffer[] = []
  return {
    got,
    write(chunk: Uint8Array) {
      got.push(Buffer.from(chunk))
      chunk.fill(0)
      releaseBuffer(chunk)
      return undefined
    },
  }
}

test('joins small chunks, in order, and keeps nothing that is the caller’s', async () => {
  const sink = collect()
  const joiner = joinChunks(sink)
  const sent: Buffer[] = []
  for (let turn = 0; turn < 2000; turn += 1) {
    const chunk = randomBytes(turn % 100 === 0 ? randomInt(200 * KIB) : randomInt(2 * KIB))
    sent.push(Buffer.from(chunk))
    await joiner.write(chunk)
    if (chunk.length > 0) chunk.fill(1)
  }
  // A multiple of whatever is joined.
  for (let turn = 0; turn < 200; turn += 1) {
    sent.push(Buffer.alloc(KIB, turn))
    await joiner.write(Buffer.alloc(KIB, turn))
  }
  await joiner.flush()
  assert.ok(Buffer.concat(sink.got).equals(Buffer.concat(sent)))
  assert.ok(sink.got.length < 100, `${sink.got.length} chunks`)
  await joiner.flush()
  assert.ok(sink.got.every(({ length }) => length > 0))
})

test('passes on what the sink waits for', async () => {
  const room = Promise.resolve()
  const joiner = joinChunks({ write: () => room })
  assert.equal(joiner.write(Buffer.alloc(KIB)), undefined)
  assert.equal(joiner.write(Buffer.alloc(64 * KIB)), room)
  assert.equal(joiner.flush(), undefined)
  for (let turn = 0; turn < 63; turn += 1) assert.equal(joiner.write(Buffer.alloc(KIB)), undefined)
  assert.equal(joiner.write(Buffer.alloc(KIB)), room)
  assert.equal(joiner.flush(), room)
})
