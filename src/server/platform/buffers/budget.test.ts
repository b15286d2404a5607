import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Budget } from './budget.ts'

const never = new AbortController().signal

/** Acquires and records when it was granted. */
function ask(budget: Budget, bytes: number, name: string, granted: string[], signal = never): Promise<void> {
  return (budget.acquire(bytes, signal) ?? Promise.resolve()).then(() => {
    granted.push(name)
  })
}

test('gives what there is at once, and not more', () => {
  const budget = new Budget(10)
  assert.equal(budget.acquire(6, never), undefined)
  assert.equal(budget.acquire(4, never), undefined)
  assert.ok(budget.acquire(1, never) instanceof Promise)
  assert.equal(budget.used, 10)
})

test('first come, first served: a small request waits behind a large one', async () => {
  const budget = new Budget(10)
  const granted: string[] = []
  await ask(budget, 8, 'first', granted)
  const large = ask(budget, 9, 'large', granted)
  const small = ask(budget, 1, 'small', granted)
  assert.deepEqual(granted, ['first'])
  budget.release(8)
  await Promise.all([large, small])
  assert.deepEqual(granted, ['first', 'large', 'small'])
  assert.equal(budget.used, 10)
})

test('a request that is given up takes nothing, and lets those behind it through', async () => {
  const budget = new Budget(10)
  const granted: string[] = []
  await ask(budget, 8, 'first', granted)
  const abort = new AbortController()
  const large = assert.rejects(ask(budget, 9, 'large', granted, abort.signal), /given up/)
  const small = ask(budget, 2, 'small', granted)
  abort.abort(new Error('given up'))
  await Promise.all([large, small])
  assert.deepEqual(granted, ['first', 'small'])
  budget.release(10)
  assert.equal(budget.used, 0)
})

test('a request given up after it was granted keeps what it was given', async () => {
  const budget = new Budget(1)
  const abort = new AbortController()
  assert.equal(budget.acquire(1, abort.signal), undefined)
  const next = new AbortController()
  const waiting = budget.acquire(1, next.signal)
  budget.release(1)
  await waiting
  next.abort()
  abort.abort()
  assert.equal(budget.used, 1)
})

test('what can never be given is refused', async () => {
  const budget = new Budget(10)
  assert.throws(() => budget.acquire(11, never), RangeError)
  assert.equal(budget.acquire(10, never), undefined)
  await assert.rejects(async () => {
    await budget.acquire(1, AbortSignal.abort(new Error('too late')))
  }, /too late/)
  assert.equal(budget.used, 10)
})
