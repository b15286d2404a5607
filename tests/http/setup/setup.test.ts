import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { issueSetupLink, setupLinkLife } from '#server/operations/setup/setup-link.ts'
import { goodPassword, signIn, signUp, signUpAdmin } from '#tests/support/accounts/accounts.ts'
import { confirm } from '#tests/support/accounts/api-keys.ts'
import { forEachDatabase } from '#tests/support/databases/databases.ts'
import { meet } from '#tests/support/databases/meet.ts'
import { startMailServer } from '#tests/support/mail/mail-server.ts'
import { runForScript } from '#tests/support/server/run-command.ts'
import { startServer, type TestServer } from '#tests/support/server/server.ts'
import { startServerProcess } from '#tests/support/server/server-process.ts'

const root = { username: 'root', email: 'root@example.org', password: goodPassword }
const gone = { code: 'NOT_FOUND', status: 404 }

async function newToken({ services }: TestServer): Promise<string> {
  const link = await issueSetupLink(services)
  assert.ok(link, 'a link is issued')
  return new URL(link).hash.slice(1)
}

forEachDatabase('the set-up', ({ engine, place }) => {
  test('a link makes one administrator, once and within 24 hours, and only where there is none', async () => {
    await using server = await startServer(await place())
    const { client, clock, services } = server
    const late = await newToken(server)
    assert.equal(await issueSetupLink(services), undefined, 'one works already')
    clock.advance(setupLinkLife)
    await assert.rejects(client.call('setupLink', { body: { token: late } }), gone)
    const links = await Promise.all([issueSetupLink(services), issueSetupLink(services)])
    const [link, ...others] = links.filter((one) => one !== undefined)
    assert.ok(link)
    assert.deepEqual(others, [])
    const token = new URL(link).hash.slice(1)
    await client.call('setupLink', { body: { token } })
    const stored = await services.database.selectFrom('setup').selectAll().execute()
    assert.ok(!JSON.stringify(stored).includes(token))

    // What is wrong with the account leaves the link as it is.
    await assert.rejects(client.call('createFirstAdmin', { body: { ...root, password: 'short', token } }), {
      code: 'PASSWORD_TOO_SHORT',
    })
    await signUp(server, 'taken')
    await assert.rejects(client.call('createFirstAdmin', { body: { ...root, username: 'taken', token } }), {
      code: 'USERNAME_TAKEN',
    })
    await assert.rejects(client.call('createFirstAdmin', { body: { ...root, token: late } }), gone)

    const tries = ['root', 'root-too'].map((username) =>
      client.call('createFirstAdmin', {
        body: { ...root, username, email: `${username}@example.org`, token },
      }),
    )
    const results = await Promise.allSettled(tries)
    assert.equal(results.filter(({ status }) => status === 'fulfilled').length, 1)
    for (const result of results)
      if (result.status === 'rejected') assert.equal(result.reason.code, 'NOT_FOUND')
    await assert.rejects(client.call('setupLink', { body: { token } }), gone)
    await assert.rejects(client.call('createFirstAdmin', { body: { ...root, token } }), gone)
    clock.advance(2 * setupLinkLife)
    assert.equal(await issueSetupLink(services), undefined)

    const made = results.find((result) => result.status === 'fulfilled')?.value.user.username ?? ''
    const admin = await signIn(server, made)
    const { entries } = await admin.client.call('auditLog', { query: { filter: 'service' } })
    assert.deepEqual(
      entries.map(({ act, actor }) => [act, actor?.name]),
      [['service.set-up', made]],
    )
  })

  if (engine === 'postgres')
    test('a link stays as it is when the name is taken at the same moment', async () => {
      const at = await place()
      await using server = await startServer(at)
      const { client } = server
      const token = await newToken(server)
      const refusals = await meet(
        at,
        'users',
        () => client.call('register', { body: { ...root, email: 'other@example.org' } }),
        () => [client.call('createFirstAdmin', { body: { ...root, token } })],
      )
      assert.deepEqual(refusals, ['USERNAME_TAKEN'])
      await client.call('setupLink', { body: { token } })
      const { user } = await client.call('createFirstAdmin', { body: { ...root, username: 'ada', token } })
      const admin = await signIn(server, user.username)
      const { entries } = await admin.client.call('auditLog', { query: { filter: 'service' } })
      assert.deepEqual(
        entries.map(({ act, actor }) => [act, actor?.name]),
        [['service.set-up', 'ada']],
      )
    })

  test('an administrator from the command line closes the link', async () => {
    await using server = await startServer(await place())
    const token = await newToken(server)
    await signUpAdmin(server)
    await assert.rejects(server.client.call('setupLink', { body: { token } }), gone)
    await assert.rejects(
      server.client.call('createFirstAdmin', { body: { ...root, username: 'eve', token } }),
      gone,
    )
  })

  test('shows what is still to be done, and tries mail, scanner and the copy of the keys for real', async () => {
    await using mailServer = await startMailServer()
    const environment = { SMTP_URL: mailServer.url }
    await using server = await startServer({ ...(await place()), environment })
    const admin = await signUpAdmin(server)
    const { setup } = await admin.client.call('setup')
    assert.deepEqual(setup.todo, [
      'scanner',
      'address',
      'masterKeys',
      'imprint',
      'region',
      'backup',
      'secondFactor',
    ])
    assert.deepEqual([setup.database.state, setup.storage.state, setup.mail.state], ['ok', 'ok', 'ok'])
    assert.deepEqual(setup.masterKeys, { source: 'file', saved: false })
    const region = { name: 'HOSTING_REGION', from: null, to: 'Zurich, Switzerland' }
    await admin.client.call('changeSettings', { body: { changes: [region] } })
    assert.equal((await admin.client.call('setup')).setup.todo.includes('region'), false)

    assert.deepEqual(await admin.client.call('testScanner'), {
      success: true,
      found: true,
      harmless: 'checked',
    })
    assert.equal((await admin.client.call('testMail')).sentTo, 'root@example.org')
    assert.match(String(mailServer.mails.at(-1)?.mail.subject), /^Test email from /)
    mailServer.state.refusal = { to: 'recipient', code: 550 }
    await assert.rejects(admin.client.call('testMail'), { code: 'MAIL_NOT_SENT', status: 502 })

    await assert.rejects(admin.client.call('masterKeys'), { code: 'CONFIRMATION_REQUIRED' })
    const headers = await confirm(admin)
    const { name, text } = await admin.client.call('masterKeys', { headers })
    assert.match(name, /^restante-master-keys-.*\.txt$/)
    assert.equal(text, await readFile(join(server.services.config.DATA_DIR, 'keys', 'master-keys'), 'utf8'))
    for (const ending of ['', '=', 'wrong ones', text.trim().slice(-5)])
      await assert.rejects(admin.client.call('masterKeysSaved', { body: { ending } }), {
        code: 'WRONG_KEY_CODE',
      })
    await admin.client.call('masterKeysSaved', { body: { ending: ` ${text.trim().slice(-8)} ` } })
    await assert.rejects(admin.client.call('masterKeys', { headers }), gone)
    assert.equal((await admin.client.call('setup')).setup.todo.includes('masterKeys'), false)

    const { entries } = await admin.client.call('auditLog', { query: { filter: 'service' } })
    assert.deepEqual(
      entries.map(({ act }) => act),
      ['service.keys-saved', 'service.keys-downloaded', 'service.setting-changed'],
    )
    assert.ok(!JSON.stringify(entries).includes(text.trim().slice(-8)))
  })

  test('takes no copy of before a rotation for one of the new key', async () => {
    const at = await place()
    await using server = await startServer(at)
    const admin = await signUpAdmin(server)
    const readKeys = () => readFile(join(at.dataDir, 'keys', 'master-keys'), 'utf8')
    const before = (await readKeys()).trim().slice(-8)
    await admin.client.call('masterKeysSaved', { body: { ending: before } })
    const isSaved = async () => (await admin.client.call('setup')).setup.masterKeys.saved
    assert.equal(await isSaved(), true)
    for (const args of [['--new-key'], []]) {
      const { code, stderr } = await runForScript(['rotate-keys', ...args], { place: at })
      assert.equal(code, 0, stderr)
    }
    assert.equal(await isSaved(), false)
    await assert.rejects(admin.client.call('masterKeysSaved', { body: { ending: before } }), {
      code: 'WRONG_KEY_CODE',
    })
    const [newest = ''] = (await readKeys()).split(',')
    await admin.client.call('masterKeysSaved', { body: { ending: newest.slice(-8) } })
    assert.equal(await isSaved(), true)
  })

  test('without a mail server the test says so, and keys that the operator brought are not handed out', async () => {
    const at = await place()
    const environment = {
      MASTER_KEYS: `k1:${Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('base64')}`,
    }
    await using server = await startServer({ ...at, environment })
    const admin = await signUpAdmin(server)
    await assert.rejects(admin.client.call('testMail'), { code: 'NO_MAIL_SERVER' })
    await assert.rejects(admin.client.call('masterKeys', { headers: await confirm(admin) }), gone)
    const { setup } = await admin.client.call('setup')
    assert.deepEqual(setup.masterKeys, { source: 'environment', saved: true })
  })

  test('the first start prints the link, once, also with several workers', async (context) => {
    const { url, dataDir } = await place()
    const environment = { WORKERS: '2', ...(url === undefined ? {} : { DATABASE_URL: url }) }
    const first = await startServerProcess(dataDir, environment)
    context.after(() => first.child.kill())
    const said = first
      .output()
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('{'))
    assert.match(said[0] ?? '', /^Restante \S+ is listening: http/)
    assert.match(said[1] ?? '', /^Set up this service in a browser, once and within 24 hours: http/)
    assert.equal(said.length, 2)
    const links = first.output().match(/http\S+\/setup#[\w-]{43}/g) ?? []
    assert.equal(links.length, 1)
    const [, token = ''] = links[0]?.split('#') ?? []
    first.child.kill('SIGTERM')
    await first.exited
    const again = await startServerProcess(dataDir, environment)
    context.after(() => again.child.kill())
    assert.doesNotMatch(again.output(), /setup#/)
    const answer = await fetch(`${again.baseUrl}/api/setup/link`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ token }),
    })
    assert.equal(answer.status, 200)
    again.child.kill('SIGTERM')
    await again.exited
  })
})
