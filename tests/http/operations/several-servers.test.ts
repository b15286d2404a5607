import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { stepsHeader } from '#contract/headers.ts'
import { newMasterKeyText } from '#crypto/keys/key-ring.ts'
import { runJobs } from '#server/platform/queue/run-jobs.ts'
import { sendJson, signUp } from '#tests/support/accounts/accounts.ts'
import { forEachDatabase } from '#tests/support/databases/databases.ts'
import { keepInStore, startServer, type TestServer } from '#tests/support/server/server.ts'
import { startServerProcess } from '#tests/support/server/server-process.ts'
import { sendForm, until } from '#tests/support/transfers/transfers.ts'

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

  test('run a job once in its interval, on one of them', async () => {
    const at = await place()
    await using one = await startServer(at)
    await using other = await startServer(at)
    let runs = 0
    let probes = 0
    const job = {
      name: 'rare',
      every: 60_000,
      async run() {
        runs += 1
      },
    }
    /** Lets a server look whether the job is due; resolves when there were so many runs in all. */
    async function look({ services }: TestServer, expected: number) {
      const looked = Promise.withResolvers<void>()
      probes += 1
      const probe = { name: `probe ${probes}`, every: 60_000, run: async () => looked.resolve() }
      const stop = runJobs(services, [job, probe])
      await looked.promise
      await until(async () => runs >= expected)
      await stop()
    }
    await Promise.all([look(one, 1), look(other, 1), look(one, 1)])
    await look(other, 1)
    assert.equal(runs, 1)
    const { database } = one.services
    await database
      .updateTable('jobs')
      .set(({ eb }) => ({ began_at: eb('began_at', '-', 60_000) }))
      .where('name', '=', 'rare')
      .execute()
    await look(other, 2)
    assert.equal(runs, 2)
    // A run that lies in the future comes from a clock that was wrong.
    await database
      .updateTable('jobs')
      .set(({ eb }) => ({ began_at: eb('began_at', '+', 24 * 60 * 60_000) }))
      .where('name', '=', 'rare')
      .execute()
    await look(other, 3)
    assert.equal(runs, 3)
    assert.deepEqual(await database.selectFrom('locks').selectAll().execute(), [])
  })

  test('leave a job to the one that has begun it, however long it takes', async () => {
    const at = await place()
    await using one = await startServer(at)
    await using other = await startServer(at)
    const work = Promise.withResolvers<void>()
    let begun = 0
    const job = {
      name: 'long',
      every: 1,
      async run() {
        begun += 1
        await work.promise
      },
    }
    const stop = runJobs(one.services, [job])
    await until(async () => begun === 1)
    await runJobs(other.services, [job])()
    assert.equal(begun, 1)
    work.resolve()
    await stop()
    assert.deepEqual(await one.services.database.selectFrom('locks').selectAll().execute(), [])
  })

  test('stop without a job that does not heed its signal', async () => {
    await using server = await startServer(await place())
    const begun = Promise.withResolvers<AbortSignal>()
    const job = {
      name: 'deaf',
      every: 60_000,
      run(signal: AbortSignal) {
        begun.resolve(signal)
        return new Promise<never>(() => {})
      },
    }
    const stop = runJobs(server.services, [job])
    const signal = await begun.promise
    assert.equal(signal.aborted, false)
    await stop()
    assert.equal(signal.aborted, true)
  })

  test('refuse to start with different master keys', async (context) => {
    const at = await place()
    await using _one = await startServer(at)
    const elsewhere = await mkdtemp(join(tmpdir(), 'restante-other-'))
    context.after(() => rm(elsewhere, { recursive: true }))
    const environment = { MASTER_KEYS: newMasterKeyText('k1') }
    if (at.url === undefined) {
      await assert.rejects(startServer({ ...at, environment }), { message: /not those of this database/ })
      return
    }
    const other = { ...at, dataDir: elsewhere }
    await assert.rejects(startServer(other), {
      name: 'StartRefused',
      message: /set MASTER_KEYS, the same for all/,
    })
    await assert.rejects(startServer({ ...other, environment }), {
      name: 'StartRefused',
      message: /not those of this database/,
    })
    const shared = await readFile(join(at.dataDir, 'keys', 'master-keys'), 'utf8')
    const withNew = `${newMasterKeyText('k2')},${shared.trim()}`
    await using more = await startServer({ ...other, environment: { MASTER_KEYS: withNew } })
    // The old one stays active until a rotation, so that no server seals what others cannot open.
    await using _old = await startServer(at)
    assert.equal(more.services.keyRing.activeKid, 'k1')
  })

  test('count what an address may send together', async () => {
    const at = { ...(await place()), environment: { UPLOADS_PER_HOUR: '6' } }
    await using one = await startServer(at)
    await using other = await startServer(at)
    const statuses: number[] = []
    for (let count = 0; count < 8; count += 1) {
      const { baseUrl } = count % 2 === 0 ? one : other
      const { status } = await sendForm(baseUrl, [{ name: 'file', bytes: randomBytes(9), filename: 'a.bin' }])
      statuses.push(status)
    }
    assert.deepEqual(statuses, [201, 201, 201, 201, 201, 201, 429, 429])
  })

  test('report the steps of an upload that the other takes in', async () => {
    const at = await place()
    await using one = await startServer(at)
    await using other = await startServer(at)
    const token = randomBytes(16).toString('base64url')
    const steps = await fetch(`${other.baseUrl}/api/files/steps/${token}`)
    const form = new FormData()
    form.append('file', new Blob([randomBytes(9)]), 'a.bin')
    const sent = await fetch(`${one.baseUrl}/api/files/upload`, {
      method: 'POST',
      headers: { [stepsHeader]: token },
      body: form,
    })
    assert.equal(sent.status, 201)
    assert.match(await steps.text(), /"done"/)
  })

  test('sweep together: what one has seen without a row the other removes, and both know of an alarm', async () => {
    const at = { ...(await place()), environment: keepInStore }
    await using one = await startServer(at)
    await using other = await startServer(at)
    const store = one.services.blobs.default
    async function leaveBlob() {
      const stage = await store.stage(randomBytes(16).toString('hex'))
      await stage.write(randomBytes(10))
      await stage.end()
      await stage.commit()
    }
    const count = async () => (await Array.fromAsync(store.list(Date.now() + 60 * 60_000))).length
    await leaveBlob()
    await one.sweep()
    other.clock.advance(6 * 60_000)
    await other.sweep()
    assert.equal(await count(), 0)

    for (let left = 0; left < 25; left += 1) await leaveBlob()
    one.clock.advance(12 * 60_000)
    await one.sweep()
    other.clock.advance(12 * 60_000)
    await other.sweep()
    assert.equal(await count(), 25)
    for (const { client } of [one, other]) assert.deepEqual((await client.call('health')).alarms, ['orphans'])
  })
})
