import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mapInTurns, sortInTurns } from './in-turns.ts'

/** The same numbers in the same disorder each time. */
const numbers = Array.from({ length: 80_001 }, (_, index) => (index * 7919) % 10_007)

test('a long list is sorted like a short one, and equals keep their order', async () => {
  const things = numbers.map((number, index) => ({ number, index }))
  const compare = (a: { number: number }, b: { number: number }) => a.number - b.number
  assert.deepEqual(await sortInTurns(things, compare), things.toSorted(compare))
})

test('a long list is mapped from its first thing to its last', async () => {
  const doubled = await mapInTurns(numbers, (number) => number * 2)
  assert.deepEqual(
    doubled,
    numbers.map((number) => number * 2),
  )
})

test('others get their turn while a long list is sorted', async () => {
  const turns: string[] = []
  const timer = setInterval(() => turns.push('other'), 1)
  await sortInTurns(numbers, (a, b) => a - b)
  clearInterval(timer)
  assert.ok(turns.length > 0)
})
