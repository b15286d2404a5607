import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createEngine } from './engine.ts'
import type { TransferJob } from './transfer-job.ts'

// The engine asks the device to stay awake, by way of the page.
Object.assign(globalThis, { document: Object.assign(new EventTarget(), { visibilityState: 'hidden' }) })

/** A job whose every try waits to be let go on, as one that reads its files does, and looks at its signal only then. */
function heldJob() {
  const tries: PromiseWithResolvers<void>[] = []
  const discarded: number[] = []
  const job: TransferJob<{ link: string }> = {
    selection: [],
    baseUrl: '',
    async send({ signal }) {
      const held = Promise.withResolvers<void>()
      tries.push(held)
      await held.promise
      signal.throwIfAborted()
      return { link: 'sent' }
    },
    discard: () => void discarded.push(tries.length),
  }
  return { job, tries, discarded }
}

const turn = () => new Promise((resolve) => setImmediate(resolve))

test('what is paused again while the first try still ends stays paused, and is sent once', async () => {
  const events: string[] = []
  const engine = createEngine<{ link: string }>(({ type }) => events.push(type))
  const { job, tries } = heldJob()
  engine.start(job)
  await turn()
  engine.pause()
  engine.resume()
  engine.pause()
  tries[0]?.resolve()
  await turn()
  assert.equal(tries.length, 1, 'no try while it is paused')
  engine.resume()
  engine.resume()
  await turn()
  assert.equal(tries.length, 2)
  tries[1]?.resolve()
  await turn()
  engine.resume()
  await turn()
  assert.equal(tries.length, 2, 'what was sent is not sent again')
  assert.deepEqual(events, ['started', 'paused', 'resumed', 'paused', 'resumed', 'finished'])
})

test('what is cancelled while it prepares to go on is taken off the server', async () => {
  const engine = createEngine<{ link: string }>(() => {})
  const { job, tries, discarded } = heldJob()
  engine.start(job)
  await turn()
  engine.pause()
  tries[0]?.resolve()
  await turn()
  engine.resume()
  await turn()
  assert.deepEqual(discarded, [], 'what was paused stays')
  engine.cancel()
  tries[1]?.resolve()
  await turn()
  assert.deepEqual(discarded, [2])
})
