import assert from 'node:assert/strict'
import { chmod, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { sql } from 'kysely'
import * as z from 'zod'
import { type DatabasePlace, forEachDatabase, onSqlite } from '#tests/support/databases/databases.ts'
import { startMailServer } from '#tests/support/mail/mail-server.ts'
import { runCommand, runForScript } from '#tests/support/server/run-command.ts'
import { keepInStore, startServer } from '#tests/support/server/server.ts'
import { startFakeClamd } from '#tests/support/services/fake-clamd.ts'
import { upload } from '#tests/support/transfers/transfers.ts'

const day = 24 * 60 * 60_000
const answerShape = z.object({
  success: z.boolean(),
  findings: z.array(z.object({ part: z.string(), state: z.string(), text: z.string() })),
})

async function examine(place: DatabasePlace | undefined, environment: Record<string, string> = {}) {
  const { code, answer, stderr } = await runForScript(['doctor'], { place, environment })
  const { findings } = answerShape.parse(answer, { error: () => stderr })
  const of = (part: string) => findings.find((finding) => finding.part === part)
  return { code, findings, of, stateOf: (part: string) => of(part)?.state }
}

/** Answer of clamd whose signatures are so old. */
const clamdOf = (age: number) => ({
  version: `ClamAV 1.4.3/27816/${new Date(Date.now() - age).toUTCString()}`,
})

forEachDatabase('the doctor', ({ place }) => {
  test('finds all well beside a running server, and changes nothing', async () => {
    const at = await place()
    await using mail = await startMailServer({ login: { user: 'ada', password: 'right' } })
    await using clamd = await startFakeClamd(clamdOf(day))
    await using server = await startServer({ ...at, environment: keepInStore })
    await upload(server.baseUrl, Buffer.alloc(300_000, 1))
    await chmod(at.dataDir, 0o700)
    await chmod(join(at.dataDir, 'restante.sqlite'), 0o600).catch(() => {})
    const environment = {
      PUBLIC_URL: server.baseUrl,
      PORT: new URL(server.baseUrl).port,
      SMTP_URL: mail.url.replace('//', '//ada:right@'),
      CLAMD_URL: clamd.url,
      FREE_SPACE_KEPT: '1MB',
    }
    const before = await picture(at.dataDir)
    const { code, findings } = await examine(at, environment)
    assert.deepEqual(
      findings.filter(({ state }) => state !== 'ok'),
      [],
    )
    assert.equal(code, 0)
    assert.deepEqual(await picture(at.dataDir), before)
    assert.equal(mail.mails.length, 0)
  })

  test('says of each part what is wrong with it', async () => {
    const at = await place()
    await using mail = await startMailServer({ login: { user: 'ada', password: 'right' } })
    await using clamd = await startFakeClamd(clamdOf(10 * day))
    const server = await startServer({ ...at, environment: keepInStore })
    await server.services.database
      .updateTable('service')
      .set({ checked_at: Date.now() + day })
      .execute()
    await server[Symbol.asyncDispose]()
    await chmod(at.dataDir, 0o755)
    const { code, of, stateOf } = await examine(at, {
      PUBLIC_URL: 'https://files.example.org',
      PASSWORD_COST: 'full',
      SMTP_URL: mail.url.replace('//', '//ada:wrong@'),
      CLAMD_URL: clamd.url,
      FREE_SPACE_KEPT: '100000TB',
    })
    assert.equal(code, 1)
    assert.match(of('mail')?.text ?? '', /refuses the login/)
    assert.match(of('scanner')?.text ?? '', /10 days old: see that freshclam runs/)
    assert.match(of('proxies')?.text ?? '', /set it to the address of the proxy/)
    assert.match(of('free space')?.text ?? '', /uploads are refused/)
    assert.match(of('data folder')?.text ?? '', /run chmod -R go-rwx/)
    assert.equal(stateOf('clock'), at.url === undefined ? 'mend' : 'ok')
    for (const part of ['settings', 'database', 'master keys', 'storage']) assert.equal(stateOf(part), 'ok')
  })

  test('names options that do nothing without another', async () => {
    const at = await place()
    const half: Record<string, RegExp> = {
      S3_ENDPOINT: /^S3_ENDPOINT does nothing without S3_BUCKET: set that, or take it out\.$/,
      OIDC_CLIENT_ID: /without OIDC_ISSUER/,
      SMTP_PASSWORD: /without SMTP_URL/,
    }
    for (const [name, sentence] of Object.entries(half)) {
      const { code, of } = await examine(at, { [name]: 'http://127.0.0.1' })
      assert.equal(code, 1)
      assert.match(of('settings')?.text ?? '', sentence)
    }
    const smtp = { SMTP_URL: 'smtp://127.0.0.1:9', SMTP_OAUTH_CLIENT_ID: 'a', SMTP_OAUTH_SCOPE: 'b' }
    assert.match((await examine(at, smtp)).of('settings')?.text ?? '', /ID, SMTP_OAUTH_SCOPE do nothing/)
  })

  test('stops at the tables of a newer release', async () => {
    const at = await place()
    const server = await startServer({ ...at, environment: keepInStore })
    await upload(server.baseUrl, Buffer.alloc(300_000, 1))
    await sql`insert into kysely_migration (name, timestamp) values ('9999-later', '2030')`.execute(
      server.services.database,
    )
    await server.services.database.updateTable('service').set({ needs_step: '9999-later' }).execute()
    await server[Symbol.asyncDispose]()
    const newer = await examine(at)
    assert.equal(newer.code, 3)
    assert.match(newer.of('database')?.text ?? '', /only releases with 9999-later/)
  })

  test('stops at master keys that do not open what is stored', async () => {
    const at = await place()
    const server = await startServer({ ...at, environment: keepInStore })
    await upload(server.baseUrl, Buffer.alloc(300_000, 1))
    await server[Symbol.asyncDispose]()
    const { code, stateOf } = await examine(at, {
      MASTER_KEYS: `k1:${Buffer.alloc(32, 7).toString('base64')}`,
    })
    assert.equal(code, 3)
    assert.equal(stateOf('master keys'), 'stops')
  })
})

onSqlite('the doctor', ({ emptyPlace }) => {
  test('makes nothing in a place where nothing is yet', async () => {
    const at = await emptyPlace()
    const { code, stateOf } = await examine(at, { FREE_SPACE_KEPT: '1MB', SMTP_URL: 'smtp://127.0.0.1:1' })
    assert.equal(code, 1)
    assert.deepEqual(['database', 'master keys', 'storage', 'mail', 'address'].map(stateOf), [
      'note',
      'note',
      'note',
      'mend',
      'mend',
    ])
    assert.deepEqual(await readdir(at.dataDir), [])
  })

  test('names settings that cannot be used, without their values', async () => {
    const { code, stdout } = await runCommand(['doctor'], {
      environment: { PORT: 'eighty', SMTP_URL: 'secret' },
    })
    assert.equal(code, 3)
    assert.match(stdout, /^STOPS {2}settings {2}PORT is not valid/)
    assert.doesNotMatch(stdout, /eighty|secret/)
  })
})

/** Names and lengths of all files, but for the locks of the server itself. */
async function picture(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile() && !entry.name.endsWith('-shm'))
  return Promise.all(
    files.map(async ({ parentPath, name }) => {
      const { size, mode } = await stat(join(parentPath, name))
      return `${join(parentPath, name)} ${size} ${mode}`
    }),
  ).then((lines) => lines.toSorted())
}
