import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import { UploadTooSlow } from './forms/form-failures.ts'
import { readBody } from './read-body.ts'

for (const [what, wait] of [
  ['at once', undefined],
  ['after a promise', Promise.resolve()],
] as const) {
  test(`a body whose chunks are taken ${what}, with much work, leaves others their turn`, async () => {
    const body = new Readable({ read() {} })
    for (let chunk = 0; chunk < 60; chunk += 1) body.push(Buffer.alloc(1000))
    body.push(null)
    let turns = 0
    let reading = true
    const count = () => {
      turns += 1
      if (reading) setImmediate(count)
    }
    setImmediate(count)
    let taken = 0
    await readBody(body, {
      write(chunk) {
        const until = performance.now() + 4
        while (performance.now() < until);
        taken += chunk.length
        return wait
      },
      end: () => undefined,
    })
    reading = false
    assert.equal(taken, 60_000)
    assert.ok(turns >= 10, String(turns))
  })
}

test('a body that crawls is given up after a minute, one that comes is not', async ({ mock }) => {
  mock.timers.enable({ apis: ['setInterval'] })
  const body = new Readable({ read() {} })
  let taken = 0
  const reading = readBody(body, {
    write(chunk) {
      taken += chunk.length
      return undefined
    },
    end: () => undefined,
  })
  for (let minute = 1; minute <= 3; minute += 1) {
    body.push(Buffer.alloc(16 * 1024))
    while (taken < minute * 16 * 1024) await new Promise((resolve) => setImmediate(resolve))
    mock.timers.tick(60_000)
  }
  body.push(Buffer.alloc(100))
  while (taken === 3 * 16 * 1024) await new Promise((resolve) => setImmediate(resolve))
  mock.timers.tick(60_000)
  await assert.rejects(reading, UploadTooSlow)
})
