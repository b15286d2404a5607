import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, type TestContext, test } from 'node:test'
import { createClient } from '#client/create-client.ts'
import { endpoints } from '#contract/endpoints.ts'
import { newMasterKeyText } from '#crypto/keys/key-ring.ts'
import { signIn, signUp } from '#tests/support/accounts/accounts.ts'
import { type DatabasePlace, forEachDatabase } from '#tests/support/databases/databases.ts'
import { download } from '#tests/support/server/backups.ts'
import { installOtherRelease } from '#tests/support/server/other-release.ts'
import { runCommand } from '#tests/support/server/run-command.ts'
import { startServerProcess } from '#tests/support/server/server-process.ts'
import { createUpload, patchUpload, resultOf } from '#tests/support/transfers/resumable-uploads.ts'
import { upload } from '#tests/support/transfers/transfers.ts'

/** What a next release could add, and one after it could remove. */
const expand = {
  name: '8000-expand',
  statements: [
    "alter table transfers add column made_up text not null default 'none'",
    'alter table sessions add column made_up text',
    'create table made_up (id text primary key not null)',
    'create index transfers_made_up on transfers (made_up)',
  ],
}
const contract = {
  name: '8001-contract',
  statements: ['drop index transfers_made_up', 'alter table transfers drop column title'],
  removesWhatIsUsedBefore: expand.name,
}

let next: string
let afterNext: string
before(async () => {
  next = await mkdtemp(join(tmpdir(), 'restante-next-'))
  afterNext = await mkdtemp(join(tmpdir(), 'restante-after-next-'))
  await installOtherRelease(next, [expand])
  await installOtherRelease(afterNext, [expand, contract])
})
after(async () => {
  for (const folder of [next, afterNext]) await rm(folder, { recursive: true })
})

async function start(
  context: TestContext,
  at: DatabasePlace,
  folder?: string,
  environment: Record<string, string> = {},
) {
  const database = at.url === undefined ? {} : { DATABASE_URL: at.url }
  const server = await startServerProcess(
    at.dataDir,
    { ...database, ...environment, LOG_LEVEL: 'error' },
    folder,
  )
  async function stop() {
    server.child.kill()
    await server.exited
  }
  context.after(stop)
  return { ...server, stop, client: createClient({ baseUrl: server.baseUrl, schemas: endpoints }) }
}

type Started = Awaited<ReturnType<typeof start>>

/** What one has begun, the other goes on with. */
async function workTogether(here: Started, there: Started): Promise<void> {
  const bytes = Buffer.from('begun here, ended there')
  const path = new URL(await createUpload(here, bytes.length)).pathname
  assert.equal((await patchUpload(here.baseUrl + path, 0, bytes.subarray(0, 11))).status, 204)
  assert.equal((await patchUpload(there.baseUrl + path, 11, bytes.subarray(11))).status, 204)
  const { file } = await resultOf(here, here.baseUrl + path)
  assert.equal(await (await download(there, file.id)).text(), bytes.toString())
  const { refreshToken } = await signIn(here, 'ada')
  await there.client.call('refresh', { body: { refreshToken } })
}

forEachDatabase('two releases', ({ place, emptyPlace }) => {
  test('work side by side on tables to which the newer one has added something', async (context) => {
    const at = await place()
    const old = await start(context, at)
    await signUp(old)
    const before = await upload(old.baseUrl, Buffer.from('before'))
    const young = await start(context, at, next)
    assert.match(young.output(), /is listening/)
    await workTogether(old, young)
    await workTogether(young, old)
    assert.equal(await (await download(young, before.id)).text(), 'before')
    // An old one that is replaced late starts again meanwhile.
    await old.stop()
    const again = await start(context, at)
    await workTogether(again, young)
    const migrated = await runCommand(['migrate'], { place: at })
    assert.equal(migrated.stdout, 'The tables are up to date.\n')
    for (const { output } of [old, young, again]) assert.doesNotMatch(output(), /INTERNAL_ERROR|failed/)
  })

  test('do not meet when the newer one removes what the older one uses', async (context) => {
    const at = await place()
    const old = await start(context, at)
    await upload(old.baseUrl, Buffer.from('before'))
    const refused = await start(context, at, afterNext)
    assert.deepEqual(await refused.exited, { code: 1, signal: null })
    assert.match(refused.output(), /an instance of a release without 8000-expand still runs/)
    await upload(old.baseUrl, Buffer.from('nothing has changed'))
    await old.stop()
    const young = await start(context, at, afterNext)
    assert.match(young.output(), /is listening/)
    const late = await start(context, at)
    assert.deepEqual(await late.exited, { code: 1, signal: null })
    assert.match(
      late.output(),
      /a newer release has changed them \(8000-expand, 8001-contract\), and only releases that have 8000-expand can use them/,
    )
    // One that has the step in between runs on, and starts.
    const between = await start(context, at, next)
    assert.match(between.output(), /is listening/)
  })

  test('may both come to an empty database at once', async (context) => {
    const at = await emptyPlace()
    const environment = { MASTER_KEYS: newMasterKeyText('k1') }
    const both = await Promise.all([
      start(context, at, undefined, environment),
      start(context, at, next, environment),
    ])
    for (const { output } of both) assert.match(output(), /is listening/)
    const [old, young] = both
    assert.ok(old && young)
    await signUp(old)
    await workTogether(old, young)
  })
})
