import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { newMasterKeyText } from '#crypto/keys/key-ring.ts'
import { rotateMasterKey } from '#server/app/services.ts'
import { resealPairKeys } from '#server/keys/reseal-pair-keys.ts'
import { findInstances } from '#server/platform/locks/instance-rows.ts'
import { resealDayKeys } from '#server/transfers/keys/reseal-day-keys.ts'
import { signIn, signUp } from '#tests/support/accounts/accounts.ts'
import { type DatabasePlace, forEachDatabase } from '#tests/support/databases/databases.ts'
import { download } from '#tests/support/server/backups.ts'
import { runForScript } from '#tests/support/server/run-command.ts'
import { startServer, type TestServer } from '#tests/support/server/server.ts'
import { until, upload } from '#tests/support/transfers/transfers.ts'

/** Two instances, each with a file of master keys of its own. */
async function startTwo(context: TestContext, at: DatabasePlace) {
  const folder = await mkdtemp(join(tmpdir(), 'restante-rotation-'))
  context.after(() => rm(folder, { recursive: true }))
  const first = newMasterKeyText('k1')
  const paths = [join(folder, 'one'), join(folder, 'other')] as const
  for (const path of paths) await writeKeys(path, first)
  // They are used as fast as they answer, which no limit is to end.
  const [one, other] = paths.map((path) => ({
    ...at,
    environment: { MASTER_KEYS_FILE: path, RATE_LIMITS: 'off' },
  }))
  assert.ok(one && other)
  return { first, paths, one, other }
}

async function writeKeys(path: string, ...keys: readonly string[]): Promise<void> {
  await writeFile(`${path}.new`, `${keys.join(',')}\n`, { mode: 0o600 })
  await rename(`${path}.new`, path)
}

/** Sends and fetches on both in turn until it is stopped. Whatever fails fails the test. */
function keepUsing(servers: readonly TestServer[]) {
  let stopped = false
  let rounds = 0
  async function use(): Promise<number> {
    for (; !stopped; rounds += 1) {
      const [here, there] = rounds % 2 === 0 ? servers : servers.toReversed()
      assert.ok(here && there)
      const { id } = await upload(here.baseUrl, Buffer.from(`round ${rounds}`), { emails: '' })
      assert.equal(await (await download(there, id)).text(), `round ${rounds}`)
    }
    return rounds
  }
  const using = use()
  using.catch(() => {})
  return {
    /** Resolves after another two rounds, and rejects at once with what failed. */
    async more() {
      const seen = rounds
      await Promise.race([until(async () => rounds > seen + 1), using])
    },
    stop() {
      stopped = true
      return using
    },
  }
}

function keysOf({ services }: TestServer): Promise<string[]> {
  return findInstances(services).then((rows) => rows.find(({ id }) => id === services.instance)?.keys ?? [])
}

const days = ({ services }: TestServer) =>
  services.database.selectFrom('day_keys').select('kid').distinct().execute()

forEachDatabase('the master key of running instances', ({ place }) => {
  test('is rotated while they are used: nothing fails, and the old one goes when nothing needs it', async (context) => {
    const at = await place()
    const { first, paths, ...places } = await startTwo(context, at)
    await using one = await startServer(places.one)
    await using other = await startServer(places.other)
    const servers = [one, other]
    const before = await upload(one.baseUrl, Buffer.from('before'))
    const { client } = await signUp(one)
    const algorithm = 'ml-kem768' as const
    const password = 'a password for keys only'
    await client.call('generateKey', { body: { algorithm, password } })
    const using = keepUsing(servers)
    const second = newMasterKeyText('k2')
    const rotate = (patience: number) =>
      rotateMasterKey(
        one.services,
        async () => (await resealDayKeys(one.services)) + (await resealPairKeys(one.services)),
        patience,
      )

    const { database } = one.services
    const active = database.selectFrom('service').select('key_fingerprint')
    const untilNow = await active.execute()
    await writeKeys(paths[0], second, first)
    await assert.rejects(rotate(0), {
      name: 'StartRefused',
      message: /k2 is missing in [12] running instances/,
    })
    await until(async () => (await keysOf(one)).length === 2)
    await assert.rejects(rotate(0), { message: /k2 is missing in 1 running instances/ })
    assert.deepEqual(await active.execute(), untilNow)
    assert.deepEqual(await days(one), [{ kid: 'k1' }])

    // One that loses the old key too early goes on with it.
    await writeKeys(paths[1], second)
    await until(async () => (await keysOf(other)).length === 2)
    await using.more()

    const rotated = await runForScript(['rotate-keys'], { place: at, environment: places.one.environment })
    assert.deepEqual(rotated.answer, { success: true, kid: 'k2', resealed: 2, stillNeeded: [] })
    assert.deepEqual(await days(one), [{ kid: 'k2' }])
    await using.more()
    await writeKeys(paths[0], second)
    for (const server of servers) await until(async () => (await keysOf(server)).length === 1)
    await using.more()
    assert.ok((await using.stop()) > 3)

    await using third = await startServer(places.other)
    for (const server of [...servers, third])
      assert.equal(await (await download(server, before.id)).text(), 'before')
    const change = { currentPassword: password, newPassword: 'another one for keys' }
    await (await signIn(third, 'ada')).client.call('changeKeyPassword', {
      params: { algorithm },
      body: change,
    })
  })

  test('is never one that an instance lacks: one that comes without it after a rotation does not start', async (context) => {
    const at = await place()
    const { first, paths, ...places } = await startTwo(context, at)
    await using one = await startServer(places.one)
    await upload(one.baseUrl, randomBytes(10))
    await writeKeys(paths[0], newMasterKeyText('k2'), first)
    const { answer } = await runForScript(['rotate-keys'], { place: at, environment: places.one.environment })
    assert.equal(answer.success, true)
    await assert.rejects(startServer(places.other), { name: 'StartRefused', message: /k2 is needed and not/ })
    await one.services.database.deleteFrom('day_keys').execute()
    await assert.rejects(startServer(places.other), { message: /not those of this database/ })
  })

  test('that is broken in the file, or another under the same name, is not taken over', async (context) => {
    const at = await place()
    const { first, paths, ...places } = await startTwo(context, at)
    await using one = await startServer(places.one)
    await writeFile(paths[0], 'k2:half of a')
    const file = await upload(one.baseUrl, Buffer.from('still'))
    await writeKeys(paths[0], newMasterKeyText('k1'))
    await using other = await startServer(places.other)
    assert.equal(await (await download(other, file.id)).text(), 'still')
    await writeKeys(paths[0], newMasterKeyText('k2'), first)
    await until(async () => (await keysOf(one)).length === 2)
    assert.equal(await (await download(one, file.id)).text(), 'still')
  })
})
