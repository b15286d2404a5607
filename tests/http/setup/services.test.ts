import assert from 'node:assert/strict'
import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { backUpDaily } from '#server/operations/backup/daily-backup.ts'
import { type Person, signIn, signUpAdmin } from '#tests/support/accounts/accounts.ts'
import { forEachDatabase } from '#tests/support/databases/databases.ts'
import { startMailServer } from '#tests/support/mail/mail-server.ts'
import { startIdentityProvider } from '#tests/support/oidc/identity-provider.ts'
import { backUp, emptyWithKeys } from '#tests/support/server/backups.ts'
import { runForScript } from '#tests/support/server/run-command.ts'
import { startServer } from '#tests/support/server/server.ts'
import { freePort } from '#tests/support/server/server-process.ts'
import { startFakeClamd } from '#tests/support/services/fake-clamd.ts'
import { until } from '#tests/support/transfers/transfers.ts'

const DAY = 24 * 60 * 60_000
const login = { user: 'noor', password: 'correct horse' }

/** Makes changes from what holds now. */
async function change(admin: Person, wanted: Readonly<Record<string, string | null>>) {
  const before = (await admin.client.call('settings')).settings
  const changes = Object.entries(wanted).map(([name, to]) => ({
    name,
    from: before.find((setting) => setting.name === name)?.value ?? null,
    to,
  }))
  return (await admin.client.call('changeSettings', { body: { changes } })).settings
}

async function find(admin: Person, name: string) {
  const { settings } = await admin.client.call('settings')
  const setting = settings.find((one) => one.name === name)
  assert.ok(setting)
  return setting
}

const scannerOf = async ({ client }: Pick<Person, 'client'>) => (await client.call('config')).scanner

forEachDatabase('services that are entered', ({ place, emptyPlace }) => {
  test('a mail server holds at once on every instance, and no answer gives its password', async () => {
    await using mails = await startMailServer({ login })
    const at = await place()
    await using one = await startServer(at)
    await using other = await startServer(at)
    const admin = await signUpAdmin(one)
    await change(admin, {
      SMTP_URL: `smtp://${login.user}@127.0.0.1:${mails.port}`,
      SMTP_PASSWORD: login.password,
      MAIL_FROM: 'Gemeente <files@example.org>',
    })
    await admin.client.call('testMail')
    assert.equal(mails.mails.at(-1)?.from, 'files@example.org')
    await until(async () => (await other.client.call('config')).mailServer)
    const there = await signIn(other, 'root')
    await there.client.call('testMail')
    assert.equal(mails.mails.length, 2)

    const secret = await find(admin, 'SMTP_PASSWORD')
    assert.deepEqual([secret.value, secret.set, secret.source], [null, true, 'database'])
    const { entries } = await admin.client.call('auditLog', { query: { filter: 'service' } })
    const told = entries.find(({ details }) => details.setting === 'SMTP_PASSWORD')
    assert.deepEqual(told?.details, { setting: 'SMTP_PASSWORD' })
    const { database } = one.services
    const rows = [
      await database.selectFrom('settings').selectAll().execute(),
      await database.selectFrom('sealed_settings').selectAll().execute(),
      await database.selectFrom('audit_log').selectAll().execute(),
      (await admin.client.call('settings')).settings,
      (await admin.client.call('setup')).setup,
    ]
    for (const row of rows.flat()) assert.ok(!JSON.stringify(row).includes(login.password))

    await using restarted = await startServer(at)
    await (await signIn(restarted, 'root')).client.call('testMail')
    assert.equal(mails.mails.length, 3)
    await change(admin, { SMTP_URL: null, SMTP_PASSWORD: null })
    assert.equal((await one.client.call('config')).mailServer, false)
    await assert.rejects(admin.client.call('testMail'), { code: 'NO_MAIL_SERVER' })
  })

  test('what does not work is refused with its reason, and nothing is half saved', async () => {
    await using mails = await startMailServer({ login })
    const at = await place()
    await using server = await startServer(at)
    const admin = await signUpAdmin(server)
    const [nobody, file] = [await freePort(), join(at.dataDir, 'file')]
    await writeFile(file, '')
    const url = `smtp://${login.user}@127.0.0.1:${mails.port}`
    const wrong: [string, Record<string, string>][] = [
      ['MAIL_SERVER_UNREACHABLE', { SMTP_URL: `smtp://127.0.0.1:${nobody}` }],
      ['MAIL_LOGIN_REFUSED', { SMTP_URL: url, SMTP_PASSWORD: 'wrong' }],
      ['INVALID_SETTING', { SMTP_URL: `smtp://noor:secret@127.0.0.1:${mails.port}` }],
      ['INVALID_SETTING', { SMTP_URL: `${url}?ignoreTLS=true`, SMTP_PASSWORD: login.password }],
      ['SCANNER_UNREACHABLE', { CLAMD_URL: `tcp://127.0.0.1:${nobody}` }],
      ['ADDRESS_NOT_SECURE', { PUBLIC_URL: 'http://files.example.org' }],
      ['BACKUP_FOLDER_UNUSABLE', { BACKUP_DIR: join(file, 'backups') }],
      ['INVALID_SETTING', { BACKUP_DIR: 'backups' }],
      ['INVALID_SETTING', { BACKUP_TIME: '24:00' }],
      ['PROVIDER_UNREACHABLE', { OIDC_ISSUER: `http://127.0.0.1:${nobody}`, OIDC_CLIENT_ID: 'us' }],
      ['INVALID_SETTING', { OIDC_ISSUER: `http://127.0.0.1:${nobody}` }],
    ]
    const before = (await admin.client.call('settings')).settings
    for (const [code, values] of wrong) {
      await assert.rejects(change(admin, { OPERATOR_NAME: 'Noor', ...values }), { code })
      assert.deepEqual((await admin.client.call('settings')).settings, before, code)
    }
    await using blind = await startFakeClamd({ end: ({ socket }) => socket.end('stream: OK\0') })
    await assert.rejects(change(admin, { CLAMD_URL: blind.url }), { code: 'SCANNER_MISSES_TEST_FILE' })
    assert.deepEqual((await admin.client.call('settings')).settings, before)
  })

  test('a password that is saved does not go to another server', async () => {
    await using mails = await startMailServer({ login })
    await using others = await startMailServer()
    await using server = await startServer(await place())
    const admin = await signUpAdmin(server)
    const url = `smtp://${login.user}@127.0.0.1:${mails.port}`
    await change(admin, { SMTP_URL: url, SMTP_PASSWORD: login.password })
    await change(admin, { MAIL_FROM: 'files@example.org' })
    assert.equal((await find(admin, 'SMTP_PASSWORD')).set, true)
    await change(admin, { SMTP_URL: `smtp://127.0.0.1:${others.port}` })
    assert.equal((await find(admin, 'SMTP_PASSWORD')).set, false)
    await assert.rejects(change(admin, { SMTP_URL: url }), { code: /^MAIL_/ })
  })

  test('the environment holds, all that belongs to a service together, and shows no password', async () => {
    await using mails = await startMailServer({ login })
    const environment = {
      SMTP_URL: `smtp://${login.user}:${encodeURIComponent(login.password)}@127.0.0.1:${mails.port}`,
    }
    await using server = await startServer({ ...(await place()), environment })
    const admin = await signUpAdmin(server)
    await admin.client.call('testMail')
    const url = await find(admin, 'SMTP_URL')
    assert.deepEqual([url.value, url.source], [`smtp://noor@127.0.0.1:${mails.port}`, 'environment'])
    assert.equal((await find(admin, 'SMTP_PASSWORD')).source, 'environment')
    for (const values of [{ SMTP_URL: null }, { SMTP_PASSWORD: 'mine' }])
      await assert.rejects(change(admin, values), { code: 'SETTING_FIXED' })
  })

  test('a scanner and a provider hold at once on every instance', async () => {
    await using provider = await startIdentityProvider()
    await using clamd = await startFakeClamd({
      end: ({ socket, head }) =>
        socket.end(head.includes('EICAR') ? 'stream: Eicar-Test-Signature FOUND\0' : 'stream: OK\0'),
    })
    const at = await place()
    await using one = await startServer(at)
    await using other = await startServer(at)
    const admin = await signUpAdmin(one)
    assert.equal(await scannerOf(one), 'built-in')
    await change(admin, { CLAMD_URL: clamd.url })
    assert.equal(await scannerOf(one), 'clamd')
    await until(async () => (await scannerOf(other)) === 'clamd')
    assert.deepEqual(await admin.client.call('testScanner'), {
      success: true,
      found: true,
      harmless: 'clean',
    })

    const { OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET, OIDC_NAME } = provider.environment
    await change(admin, { OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET, OIDC_NAME, OIDC_SIGN_UP: 'on' })
    await until(async () => (await other.client.call('config')).oidc?.name === OIDC_NAME)
    const begun = await fetch(
      `${other.baseUrl}/api/auth/oidc/start?purpose=sign-in&challenge=${'a'.repeat(43)}`,
      { redirect: 'manual' },
    )
    assert.match(begun.headers.get('location') ?? '', new RegExp(`^${OIDC_ISSUER}`))
    assert.equal((await find(admin, 'OIDC_CLIENT_SECRET')).value, null)
    await change(admin, { OIDC_ISSUER: null, OIDC_CLIENT_ID: null })
    assert.equal((await one.client.call('config')).oidc, null)
    assert.equal((await find(admin, 'OIDC_CLIENT_SECRET')).set, false)
  })

  test('the address and the folder of backups hold from the next start, and say so', async () => {
    const at = await place()
    const folder = join(at.dataDir, 'elsewhere')
    {
      await using server = await startServer(at)
      const admin = await signUpAdmin(server)
      await change(admin, { PUBLIC_URL: 'https://localhost:8443', BACKUP_DIR: folder })
      assert.equal((await find(admin, 'PUBLIC_URL')).pending, true)
      assert.equal((await find(admin, 'BACKUP_DIR')).pending, true)
      assert.equal((await server.client.call('config')).publicUrl, null)
      await change(admin, { BACKUP_TIME: '03:30' })
      assert.equal((await find(admin, 'BACKUP_TIME')).pending, false)
      assert.equal((await server.client.call('config')).publicUrl, null)
    }
    await using server = await startServer(at)
    const admin = await signIn(server, 'root')
    assert.equal((await find(admin, 'PUBLIC_URL')).pending, false)
    assert.equal((await server.client.call('config')).publicUrl, 'https://localhost:8443')
    assert.equal(server.services.config.BACKUP_DIR, folder)
    await mkdir(join(at.dataDir, 'theirs', 'keys'), { recursive: true })
    await writeFile(join(at.dataDir, 'theirs', 'keys', '2030-01-01.json'), '{}')
    await assert.rejects(change(admin, { BACKUP_DIR: join(at.dataDir, 'theirs') }), {
      code: 'BACKUP_FOLDER_TAKEN',
    })
  })

  test('a backup is made every day at its time, by one of several instances', async () => {
    const at = await place()
    await using one = await startServer(at)
    await using other = await startServer(at)
    const admin = await signUpAdmin(one)
    const tend = () => Promise.all([one, other].map(({ services }) => backUpDaily(services)))
    const count = async () => {
      const names = await readdir(join(at.dataDir, 'backups')).catch(() => [])
      return names.filter((name) => name.startsWith('2')).length
    }
    await tend()
    await change(admin, { BACKUP_TIME: '03:30' })
    await until(async () => other.services.config.BACKUP_TIME !== undefined)
    await tend()
    assert.equal(await count(), 0, 'its time has not come')
    for (const { clock } of [one, other]) clock.advance(DAY)
    await tend()
    assert.equal(await count(), 1)
    await tend()
    assert.equal(await count(), 1)
    for (const { clock } of [one, other]) clock.advance(DAY)
    await tend()
    assert.equal(await count(), 2)
  })

  test('a password is still readable after a rotation of the master key, and after a restore', async () => {
    await using mails = await startMailServer({ login })
    const at = await place()
    {
      await using server = await startServer(at)
      const admin = await signUpAdmin(server)
      const SMTP_URL = `smtp://${login.user}@127.0.0.1:${mails.port}`
      await change(admin, { SMTP_URL, SMTP_PASSWORD: login.password })
      for (const args of [['--new-key'], []]) {
        const { code, stderr } = await runForScript(['rotate-keys', ...args], { place: at })
        assert.equal(code, 0, stderr)
      }
      const rows = await server.services.database.selectFrom('sealed_settings').select('kid').execute()
      assert.deepEqual(rows, [{ kid: 'k2' }])
      await admin.client.call('testMail')
    }
    const backup = await backUp(at)
    const to = await emptyWithKeys(emptyPlace, at)
    const { code, stderr } = await runForScript(['restore', backup], { place: to })
    assert.equal(code, 0, stderr)
    await using restored = await startServer(to)
    await (await signIn(restored, 'root')).client.call('testMail')
    assert.equal(mails.mails.length, 2)
  })
})
