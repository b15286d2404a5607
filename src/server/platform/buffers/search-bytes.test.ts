import assert from 'node:assert/strict'
import { randomBytes, randomInt } from 'node:crypto'
import { test } from 'node:test'
import { createBytesSearch } from './search-bytes.ts'

test('finds what indexOf finds, from every place, whatever the length', () => {
  for (const length of [1, 2, 15, 16, 17, 42, 68]) {
    const sequence = randomBytes(length)
    const search = createBytesSearch(sequence)
    for (let round = 0; round < 300; round += 1) {
      const chunk = randomBytes(randomInt(6 * length + 20) + (round % 2 === 0 ? 0 : 5000))
      if (chunk.length > length && round % 5 !== 0) sequence.copy(chunk, randomInt(chunk.length - length + 1))
      const from = randomInt(chunk.length + 1)
      assert.equal(search(chunk), chunk.indexOf(sequence))
      assert.equal(search(chunk, from), chunk.indexOf(sequence, from))
    }
  }
})

test('is not misled by what has many of the same pairs', () => {
  const sequence = Buffer.from('\r\n----------------------------a')
  const search = createBytesSearch(sequence)
  const dashes = Buffer.alloc(10_000, '-')
  assert.equal(search(dashes), -1)
  sequence.copy(dashes, 7001)
  assert.equal(search(dashes), 7001)
  assert.equal(search(dashes, 7001), 7001)
  assert.equal(search(dashes, 7002), -1)
})

test('looks at a chunk only, not at the memory around it', () => {
  const sequence = Buffer.from('a sequence of thirty-two letters')
  const memory = Buffer.concat([randomBytes(9000), sequence, randomBytes(500)])
  const search = createBytesSearch(sequence)
  assert.equal(search(memory.subarray(9000)), 0)
  assert.equal(search(memory.subarray(9001)), -1)
  assert.equal(search(memory.subarray(0, 9031)), -1)
  assert.equal(search(memory.subarray(0, 9032)), 9000)
})
