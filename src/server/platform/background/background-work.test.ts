import assert from 'node:assert/strict'
import { test } from 'node:test'
import pino from 'pino'
import { openBackground } from './background-work.ts'

const log = pino({ level: 'silent' })

test('work of one name is done one at a time, and once more for all that asked meanwhile', async () => {
  const background = openBackground(log)
  const gate = Promise.withResolvers<void>()
  let atWork = 0
  let turns = 0
  async function work() {
    atWork += 1
    assert.equal(atWork, 1)
    turns += 1
    await gate.promise
    atWork -= 1
  }
  for (let asked = 0; asked < 5; asked += 1) background.run('mail', work)
  assert.equal(turns, 1)
  gate.resolve()
  await new Promise((resolve) => setImmediate(resolve))
  assert.equal(turns, 2)
  background.run('mail', work)
  await background.stop()
  assert.equal(turns, 3)
})

test('work that fails can be asked for again', async () => {
  const background = openBackground(log)
  let turns = 0
  async function work() {
    turns += 1
    throw new Error('no')
  }
  background.run('mail', work)
  await new Promise((resolve) => setImmediate(resolve))
  background.run('mail', work)
  await background.stop()
  assert.equal(turns, 2)
})

test('stopping signals the work, waits for it and begins nothing more', async () => {
  const background = openBackground(log)
  let ended = false
  let turns = 0
  async function work(stopping: AbortSignal) {
    turns += 1
    await new Promise((resolve) => stopping.addEventListener('abort', resolve))
    ended = true
  }
  background.run('mail', work)
  background.run('mail', work)
  await background.stop()
  assert.equal(ended, true)
  background.run('mail', work)
  assert.equal(turns, 1)
})
