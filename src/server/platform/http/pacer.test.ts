import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createPacer } from './pacer.ts'

test('a rate is kept also where a step takes longer than a second', async () => {
  const began = performance.now()
  await createPacer(1000)(1200)
  const took = performance.now() - began
  assert.ok(took > 1190, `${took} ms`)
})
