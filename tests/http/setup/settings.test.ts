import assert from 'node:assert/strict'
import { test } from 'node:test'
import { currentPreset, presetChanges } from '#contract/operations/presets.ts'
import type { SettingChange } from '#contract/operations/settings.ts'
import { readConfig } from '#server/config/config.ts'
import { atMost } from '#tests/bench/bounds/at-most.ts'
import { type Person, signIn, signUp, signUpAdmin } from '#tests/support/accounts/accounts.ts'
import { forEachDatabase } from '#tests/support/databases/databases.ts'
import { makeRequest } from '#tests/support/requests/visitors.ts'
import { startServer } from '#tests/support/server/server.ts'
import { sendForm, until } from '#tests/support/transfers/transfers.ts'

const GB = 1024 ** 3
const change = (admin: Person, changes: SettingChange[]) =>
  admin.client.call('changeSettings', { body: { changes } })
const allSettings = async (admin: Person) => (await admin.client.call('settings')).settings
const settingOf = async (admin: Person, name: string) =>
  (await admin.client.call('settings')).settings.find((setting) => setting.name === name)

forEachDatabase('settings', ({ place }) => {
  test('hold at once, on every instance within seconds, and after a restart, with an entry in the log', async (t) => {
    const at = await place()
    await using one = await startServer(at)
    await using other = await startServer(at)
    const admin = await signUpAdmin(one)
    assert.deepEqual(await settingOf(admin, 'FREE_FILE_SIZE'), {
      name: 'FREE_FILE_SIZE',
      group: 'limits',
      value: '2GB',
      default: '2GB',
      source: 'default',
      choices: null,
      secret: false,
      set: true,
      pending: false,
    })
    const { settings } = await change(admin, [
      { name: 'FREE_FILE_SIZE', from: '2GB', to: '10KB' },
      { name: 'ANONYMOUS_UPLOADS', from: 'on', to: 'off' },
      { name: 'OPERATOR_NAME', from: null, to: 'Gemeente Rotterdam' },
      { name: 'SECURITY_CONTACT', from: null, to: 'security@example.eu' },
      { name: 'AUDIT_KEPT', from: '180', to: '30' },
      { name: 'REQUEST_MIN_ACCOUNT_AGE', from: '24h', to: '0' },
      { name: 'REPORT_AUTO_DISABLE', from: 'on', to: 'off' },
    ])
    const saved = settings.filter(({ source }) => source === 'database').map(({ name }) => name)
    assert.equal(saved.length, 7)

    const changed = await one.client.call('config')
    assert.equal(changed.limits.fileSize.free, 10 * 1024)
    assert.equal(changed.anonymousUploads, false)
    assert.equal(changed.operator?.name, 'Gemeente Rotterdam')
    assert.equal(changed.retention.auditLog, 30 * 24 * 60 * 60_000)
    const security = await fetch(`${one.baseUrl}/.well-known/security.txt`)
    assert.match(await security.text(), /Contact: mailto:security@example\.eu/)
    const refused = await sendForm(one.baseUrl, [
      { name: 'file', bytes: Buffer.from('x'), filename: 'a.txt' },
    ])
    assert.equal(refused.status, 401)

    const begun = performance.now()
    await until(async () => (await other.client.call('config')).limits.fileSize.free === 10 * 1024)
    atMost(t, 'other instances follow after', performance.now() - begun, 5_000, 'ms')
    assert.equal((await other.client.call('config')).anonymousUploads, false)
    await using restarted = await startServer(at)
    assert.equal((await restarted.client.call('config')).limits.fileSize.free, 10 * 1024)

    await change(admin, [{ name: 'FREE_FILE_SIZE', from: '10KB', to: null }])
    assert.equal((await one.client.call('config')).limits.fileSize.free, 2 * GB)
    assert.equal((await settingOf(admin, 'FREE_FILE_SIZE'))?.source, 'default')
    await until(async () => (await other.client.call('config')).limits.fileSize.free === 2 * GB)

    const { entries } = await admin.client.call('auditLog', { query: { filter: 'service' } })
    const told = entries.filter(({ act }) => act === 'service.setting-changed')
    assert.equal(told.length, 8)
    assert.deepEqual(told[0]?.details, { setting: 'FREE_FILE_SIZE', from: '10KB', to: '2GB' })
    assert.equal(told[0]?.actor?.name, 'root')
  })

  test('are refused, all together, where one cannot be used, is fixed, or was changed meanwhile', async () => {
    const at = await place()
    await using server = await startServer({
      ...at,
      environment: { LONGEST_LIFE: '30d', SUPPORT_MAIL: 'a@b.eu' },
    })
    const admin = await signUpAdmin(server)
    const good = { name: 'UPLOADS_PER_HOUR', from: '200', to: '50' }
    const wrong: [string, string, SettingChange][] = [
      ['INVALID_SETTING', 'FREE_FILE_SIZE', { name: 'FREE_FILE_SIZE', from: '2GB', to: 'much' }],
      ['INVALID_SETTING', 'PORT', { name: 'PORT', from: '3000', to: '80' }],
      ['INVALID_SETTING', 'MASTER_KEYS', { name: 'MASTER_KEYS', from: null, to: 'k1:x' }],
      ['INVALID_SETTING', 'UPLOADS_PER_HOUR', good],
      [
        'INVALID_SETTING',
        'LONGEST_LIFE',
        { name: 'PRO_EXPIRY_OPTIONS', from: '1d,3d,7d,14d,30d', to: '60d' },
      ],
      ['SETTING_FIXED', 'SUPPORT_MAIL', { name: 'SUPPORT_MAIL', from: 'a@b.eu', to: 'c@d.eu' }],
      ['SETTING_CHANGED', 'AUDIT_KEPT', { name: 'AUDIT_KEPT', from: '90', to: '30' }],
    ]
    for (const [code, details, bad] of wrong)
      await assert.rejects(change(admin, [good, bad]), { code, details }, bad.name)
    assert.equal((await settingOf(admin, 'UPLOADS_PER_HOUR'))?.value, '200')
    const fixed = await settingOf(admin, 'SUPPORT_MAIL')
    assert.deepEqual([fixed?.value, fixed?.source], ['a@b.eu', 'environment'])
    const ada = await signUp(server)
    await assert.rejects(change(ada, [good]), { code: 'FORBIDDEN' })

    // Two at once cannot pass each other: one is made from a value that is no more.
    const races = await Promise.allSettled([
      change(admin, [{ name: 'AUDIT_KEPT', from: '180', to: '60' }]),
      change(admin, [{ name: 'AUDIT_KEPT', from: '180', to: '70' }]),
    ])
    assert.deepEqual(races.map(({ status }) => status).toSorted(), ['fulfilled', 'rejected'])
  })

  test('follow from who uses the service, on every instance', async () => {
    const at = await place()
    await using one = await startServer(at)
    await using other = await startServer(at)
    const admin = await signUpAdmin(one)
    await signUp(one, 'bea')
    const bea = await signIn(other, 'bea')
    const seen = async ({ client }: typeof one) => {
      const { plans, registrationOpen, expiryOptions, defaultExpiry, termsPrompt } =
        await client.call('config')
      const expiry = expiryOptions.map(({ value }) => value)
      return { plans, registrationOpen, expiry, defaultExpiry, termsPrompt }
    }
    // Free accounts may choose 12 hours at most, unless it is a team.
    const keptFor = async () => {
      const { requests } = await bea.client.call('config')
      assert.equal((await makeRequest(other, bea)).keepFor, requests?.keepFor)
      return requests?.keepFor
    }
    const specified = await seen(one)
    assert.equal(currentPreset(await allSettings(admin)), 'public')
    await change(admin, presetChanges('team', await allSettings(admin)))
    assert.equal(currentPreset(await allSettings(admin)), 'team')
    const team = {
      plans: 'hidden',
      registrationOpen: false,
      expiry: ['1h', '1d', '7d', '30d'],
      defaultExpiry: '7d',
      termsPrompt: 'at-upload',
    }
    assert.deepEqual(await seen(one), team)
    await until(async () => (await seen(other)).defaultExpiry === '7d')
    assert.deepEqual(await seen(other), team)
    await assert.rejects(signUp(other, 'ada'), { code: 'INVITATION_NEEDED' })
    assert.equal((await bea.client.call('config')).requests?.allowedFrom, null)
    assert.equal(await keptFor(), '30d')
    await change(admin, [{ name: 'EXPIRY_OPTIONS', from: '1h,1d,7d,30d', to: '1h,7d,14d' }])
    await until(async () => (await seen(other)).expiry.at(-1) === '14d')
    assert.equal(await keptFor(), '14d', 'never beyond what its owner may choose')

    await change(admin, presetChanges('public', await allSettings(admin)))
    assert.deepEqual(await seen(one), specified)
    await until(async () => (await seen(other)).plans === 'coming-soon')
    assert.deepEqual(await seen(other), specified)
    const { requests } = await bea.client.call('config')
    assert.notEqual(requests?.allowedFrom, null)
    assert.equal(requests?.keepFor, '12h')
  })

  test('leave what the environment sets, and the choices of an expiry together', async () => {
    const environment = { PLANS: 'coming-soon', DEFAULT_EXPIRY: '3h' }
    await using server = await startServer({ ...(await place()), environment })
    const admin = await signUpAdmin(server)
    const changes = presetChanges('team', await allSettings(admin))
    assert.deepEqual(
      changes.map(({ name }) => name),
      ['REGISTRATION', 'TERMS_PROMPT', 'REQUEST_MIN_ACCOUNT_AGE', 'REQUEST_KEEP_FOR'],
    )
    await change(admin, changes)
    assert.equal((await server.client.call('config')).registrationOpen, false)
    assert.equal(currentPreset(await allSettings(admin)), 'team')
  })

  test('give way to the environment, and a start with an environment that they do not fit is refused', async () => {
    const at = await place()
    {
      await using server = await startServer(at)
      const admin = await signUpAdmin(server)
      await change(admin, [
        { name: 'FREE_FILE_SIZE', from: '2GB', to: '3GB' },
        { name: 'PRO_EXPIRY_OPTIONS', from: '1d,3d,7d,14d,30d', to: '60d' },
      ])
    }
    {
      await using server = await startServer({ ...at, environment: { FREE_FILE_SIZE: '1GB' } })
      assert.equal((await server.client.call('config')).limits.fileSize.free, GB)
      const admin = await signIn(server, 'root')
      assert.equal((await settingOf(admin, 'FREE_FILE_SIZE'))?.source, 'environment')
    }
    await assert.rejects(startServer({ ...at, environment: { LONGEST_LIFE: '30d' } }), {
      name: 'StartRefused',
      message: /saved in the admin area.*LONGEST_LIFE/,
    })
  })
})

test('settings stand between the environment and the defaults', () => {
  const config = readConfig({ FREE_FILE_SIZE: '1GB', PRO_FILE_SIZE: '' })
  const set = config.withSettings({ FREE_FILE_SIZE: '5GB', PRO_FILE_SIZE: '20GB', EXPIRY_OPTIONS: '1h' })
  assert.equal(set.FREE_FILE_SIZE, GB)
  assert.equal(set.PRO_FILE_SIZE, 20 * GB)
  assert.equal(set.DEFAULT_EXPIRY.value, '1h')
  assert.equal(set.longestFreeExpiry, 60 * 60_000)
})
