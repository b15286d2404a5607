import assert from 'node:assert/strict'
import { randomBytes, randomInt } from 'node:crypto'
import { test } from 'node:test'
import { joinPieces } from './join-pieces.ts'
import { releaseBuffer } from './release-buffer.ts'

const KIB = 1024

/** A sink that takes what it gets for its own, and frees it, as that of a sealed blob does. */
function collect() {
  const got: Buffer[] = []
  return {
    got,
    write(piece: Uint8Array) {
      got.push(Buffer.from(piece))
      piece.fill(0)
      releaseBuffer(piece)
      return undefined
    },
  }
}

test('joins small pieces, in order, and keeps nothing that is the caller’s', async () => {
  const sink = collect()
  const joiner = joinPieces(sink)
  const sent: Buffer[] = []
  for (let turn = 0; turn < 2000; turn += 1) {
    const piece = randomBytes(turn % 100 === 0 ? randomInt(200 * KIB) : randomInt(2 * KIB))
    sent.push(Buffer.from(piece))
    await joiner.write(piece)
    if (piece.length > 0) piece.fill(1)
  }
  // A multiple of whatever is joined.
  for (let turn = 0; turn < 200; turn += 1) {
    sent.push(Buffer.alloc(KIB, turn))
    await joiner.write(Buffer.alloc(KIB, turn))
  }
  await joiner.flush()
  assert.ok(Buffer.concat(sink.got).equals(Buffer.concat(sent)))
  assert.ok(sink.got.length < 100, `${sink.got.length} pieces`)
  await joiner.flush()
  assert.ok(sink.got.every(({ length }) => length > 0))
})

test('passes on what the sink waits for', async () => {
  const room = Promise.resolve()
  const joiner = joinPieces({ write: () => room })
  assert.equal(joiner.write(Buffer.alloc(KIB)), undefined)
  assert.equal(joiner.write(Buffer.alloc(64 * KIB)), room)
  assert.equal(joiner.flush(), undefined)
  for (let turn = 0; turn < 63; turn += 1) assert.equal(joiner.write(Buffer.alloc(KIB)), undefined)
  assert.equal(joiner.write(Buffer.alloc(KIB)), room)
  assert.equal(joiner.flush(), room)
})
