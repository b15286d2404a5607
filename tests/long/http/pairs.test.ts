import assert from 'node:assert/strict'
import { once } from 'node:events'
import { test } from 'node:test'
import { Worker } from 'node:worker_threads'
import { forEachDatabase } from '#tests/support/databases/databases.ts'
import { pairs } from '#tests/support/links/rival-changes.ts'
import { thorough } from '#tests/support/server/thoroughness.ts'

const [rounds, shares] = thorough ? [20, 2] : [1, 1]
const script = new URL('../../support/links/run-rival-changes.ts', import.meta.url)

forEachDatabase('two changes of a transfer at once', ({ place }) => {
  test(`leave it whole or ended: each of ${pairs.length} pairs, ${rounds} times`, async () => {
    // In threads of their own, since the runner of the tests follows every promise of this one, which takes long.
    const ended = Array.from({ length: shares }, async (_, share) => {
      const worker = new Worker(script, { workerData: { at: await place(), rounds, share, shares } })
      assert.deepEqual(await once(worker, 'exit'), [0])
    })
    await Promise.all(ended)
  })
})
