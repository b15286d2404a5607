import assert from 'node:assert/strict'
import { test } from 'node:test'
import { signUp, uploadAs } from '#tests/support/accounts/accounts.ts'
import { forReceivers, makeWebhook, startReceiver } from '#tests/support/calls/webhook-receiver.ts'
import { forEachDatabase } from '#tests/support/databases/databases.ts'
import { startServer } from '#tests/support/server/server.ts'
import { startServerProcess } from '#tests/support/server/server-process.ts'
import { downloadCount, fetchOnce, until } from '#tests/support/transfers/transfers.ts'

const many = 60

forEachDatabase('calls of webhooks', ({ place }) => {
  test('come at least once, with one id each, though instances are killed while they make them', async () => {
    await using receiver = await startReceiver()
    const at = await place()
    const environment = { ...forReceivers, RATE_LIMITS: 'off' }
    await using own = await startServer({ ...at, environment })
    const ada = await signUp(own)
    await makeWebhook(ada, receiver.url, { events: ['transfer.downloaded'] })
    const file = await uploadAs(own, ada.token, 'plan.pdf', { fields: { expiresIn: '12h' } })
    const database =
      at.url === undefined ? {} : { DATABASE_URL: at.url, MASTER_KEYS_FILE: `${at.dataDir}/keys/master-keys` }
    const start = () => startServerProcess(at.dataDir, { ...environment, ...database })
    const others = [await start(), await start()]
    try {
      for (let n = 0; n < many; n += 1) {
        const [one, other] = others
        assert.equal(
          await fetchOnce({ baseUrl: (n % 2 === 0 ? own : (one ?? own)).baseUrl }, file.id),
          'complete',
        )
        if (n % 20 !== 10 || !one || !other) continue
        one.child.kill('SIGKILL')
        await one.exited
        others.splice(0, 2, other, await start())
      }
      // Some downloads count a moment after they are complete.
      await until(async () => {
        await own.callWebhooks()
        const counted = await downloadCount(own.baseUrl, file.id)
        return counted >= many - 3 && new Set(receiver.calls.map(({ id }) => id)).size === counted
      }, 120_000)
      const bodies = new Map(receiver.calls.map(({ id, body }) => [id, body]))
      for (const { id, body } of receiver.calls) assert.equal(body, bodies.get(id))
    } finally {
      for (const { child, exited } of others) {
        child.kill('SIGTERM')
        await exited
      }
    }
  })
})
