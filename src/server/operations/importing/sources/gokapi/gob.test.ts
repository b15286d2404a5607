import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readGobStruct, UnknownGob } from './gob.ts'

/** The example in the documentation of Go's encoding/gob: Point{22, 33}. */
const point = Buffer.from(
  '1fff8103010105506f696e7401ff82000102010158010400010159010400000007ff82012c014200',
  'hex',
)

test('the example of Go is read', () => {
  assert.deepEqual(
    [...readGobStruct(point)],
    [
      ['X', 22],
      ['Y', 33],
    ],
  )
})

test('what is cut off, or something else, is refused', () => {
  for (let length = 0; length < point.length; length += 1)
    assert.throws(() => readGobStruct(point.subarray(0, length)), UnknownGob)
  for (const other of ['ff', '03048000', '7f'.repeat(20), '00'.repeat(20)])
    assert.throws(() => readGobStruct(Buffer.from(other, 'hex')), UnknownGob, other)
})
