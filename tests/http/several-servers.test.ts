import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runJobs } from '#server/platform/jobs/run-jobs.ts'
import { sendJson, signUp } from '#tests/support/accounts.ts'
import { forEachDatabase } from '#tests/support/databases.ts'
import { startServer } from '#tests/support/server.ts'
import { startServerProcess } from '#tests/support/server-process.ts'
import { until } from '#tests/support/transfers.ts'

forEachDatabase('two servers on one database', ({ place }) => {
  test('count wrong passwords together, those of the same moment, too', async (context) => {
    const at = await place()
    await using one = await startServer(at)
    const database = at.url === undefined ? {} : { DATABASE_URL: at.url }
    const other = await startServerProcess(at.dataDir, database)
    context.after(async () => {
      other.child.kill()
      await other.exited
    })
    await signUp(one)
    let wrong = 0
    for (let round = 0; round < 3; round += 1) {
      const tries = [one, other].map((server) =>
        sendJson(server, 'POST', '/auth/login', { username: 'ada', password: 'wrong one' }),
      )
      for (const answer of await Promise.all(tries)) if (answer.status === 401) wrong += 1
    }
    assert.ok(wrong >= 5)
    const { failures } = await one.services.database
      .selectFrom('failed_attempts')
      .select('failures')
      .executeTakeFirstOrThrow()
    assert.equal(failures, wrong)
  })

  test('leave a job to the one that has begun it, however long it takes', async ({ mock }) => {
    const at = await place()
    await using one = await startServer(at)
    await using other = await startServer(at)
    const work = Promise.withResolvers<void>()
    let begun = 0
    const job = {
      name: 'long',
      every: 60_000,
      async run() {
        begun += 1
        await work.promise
      },
    }
    mock.timers.enable({ apis: ['setInterval'] })
    const stop = runJobs(one.services, [job])
    await until(async () => begun === 1)
    for (let passed = 0; passed < 4; passed += 1) {
      for (const server of [one, other]) server.clock.advance(20_000)
      mock.timers.tick(20_000)
      await until(async () => {
        const lease = await one.services.database
          .selectFrom('locks')
          .select('expires_at')
          .executeTakeFirstOrThrow()
        return lease.expires_at > one.clock.now() + 30_000
      })
    }
    const stopOther = runJobs(other.services, [job])
    await stopOther()
    assert.equal(begun, 1)
    work.resolve()
    await stop()
    assert.deepEqual(await one.services.database.selectFrom('locks').selectAll().execute(), [])
  })
})
