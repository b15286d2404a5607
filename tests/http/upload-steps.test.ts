import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newStepsToken } from '#client/follow-steps.ts'
import { startServer } from '#tests/support/server.ts'

test('who listens to the steps of an upload is let go when they cannot be read', async () => {
  await using server = await startServer()
  const stallTimeoutMs = { signal: AbortSignal.timeout(20_000) }
  const listening = await fetch(`${server.baseUrl}/api/files/steps/${newStepsToken()}`, stallTimeoutMs)
  assert.equal(listening.status, 200)
  await server.services.database.schema.dropTable('upload_steps').execute()
  assert.match(await listening.text(), /^: here\n\n/)
})
