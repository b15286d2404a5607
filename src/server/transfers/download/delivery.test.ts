import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isWhole } from './byte-ranges.ts'
import { addTransfer, type Delivery, type Transfer } from './delivery.ts'

const size = 100

/** Transfers as [start, end, bytes that left]; one whose every byte left has arrived unless it is marked. */
function after(...transfers: [start: number, end: number, sent: number, broken?: 'broken'][]): Delivery {
  return added(
    transfers.map(([start, end, sent, broken], began) => ({
      ...{ start, end, sent, began },
      arrived: broken === undefined,
    })),
  )
}

function added(transfers: readonly Transfer[]): Delivery {
  return transfers.reduce<Delivery>(addTransfer, { arrived: [], broken: [], asked: [] })
}

function whole(...transfers: Parameters<typeof after>): boolean {
  return isWhole(after(...transfers).arrived, size)
}

test('a broken transfer alone is no delivery, however much of it left', () => {
  assert.ok(!whole([0, size, 99, 'broken']))
  assert.ok(!whole([0, size, size, 'broken']))
})

test('whoever comes back for the rest has what came before', () => {
  assert.ok(whole([0, size, 60, 'broken'], [40, size, 60]))
  assert.ok(whole([0, size, 60, 'broken'], [60, size, 40]))
  assert.ok(whole([0, size, 60, 'broken'], [50, size, 30, 'broken'], [70, size, 30]))
  assert.ok(whole([0, size, 60, 'broken'], [50, size, 30, 'broken'], [45, size, 55]))
})

test('nobody has what never left', () => {
  assert.ok(!whole([0, size, 10, 'broken'], [50, size, 50]))
  assert.ok(whole([0, size, 10, 'broken'], [50, size, 50], [10, 50, 40]))
})

test('a part that broke is missing until its own rest has come', () => {
  assert.ok(!whole([0, 50, 50, 'broken'], [50, size, 50]))
  assert.ok(!whole([50, size, 50], [0, 50, 50, 'broken']))
  assert.ok(whole([0, 50, 50, 'broken'], [50, size, 50], [30, 50, 20]))
})

test('that a transfer broke may be noticed after the next has ended', () => {
  const broken = { start: 0, end: size, sent: 60, arrived: false, began: 1 }
  const rest = { start: 40, end: size, sent: 60, arrived: true, began: 2 }
  assert.ok(isWhole(added([rest, broken]).arrived, size))
  assert.ok(!isWhole(added([{ ...rest, began: 0 }, broken]).arrived, size))
})

test('broken transfers are not remembered without end', () => {
  const many = Array.from({ length: 1000 }, (_, at): [number, number, number, 'broken'] => [
    at,
    2000,
    1,
    'broken',
  ])
  assert.ok(after(...many).broken.length <= 200)
})
