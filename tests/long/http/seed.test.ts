import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { promisify } from 'node:util'
import { createClient } from '#client/create-client.ts'
import { endpoints } from '#contract/endpoints.ts'
import { nodePrimitives } from '#end-to-end/drivers/node.ts'
import { readLinkKey } from '#end-to-end/format/link-key.ts'
import { signIn } from '#tests/support/accounts/accounts.ts'
import { appCode } from '#tests/support/accounts/second-factor.ts'
import { childEnvironment } from '#tests/support/server/child-processes.ts'
import { startServerProcess } from '#tests/support/server/server-process.ts'
import { openSealed } from '#tests/support/transfers/sealed/sealed-transfers.ts'

const run = promisify(execFile)
let base: string
before(async () => {
  base = await mkdtemp(join(tmpdir(), 'restante-seed-'))
})
after(() => rm(base, { recursive: true }))

/** Runs `npm run seed` for a folder. */
function seed(folder: string) {
  const program = 'tests/seed/write-seed.ts'
  return run(process.execPath, [program, folder], { env: childEnvironment() })
}

test('the folder that `npm run seed` fills is one that a server starts on, with everything to look at', async () => {
  const folder = join(base, 'data')
  const { stdout } = await seed(folder)
  const [, password = ''] = /with the password "([^"]+)"/.exec(stdout) ?? []
  const told = Array.from(stdout.matchAll(/^ {2}(\w+) +/gm), ([, username]) => username)
  assert.deepEqual(told, ['admin', 'ada', 'grace', 'alan', 'hedy'])
  const started = await startServerProcess(folder, { SMTP_URL: 'smtp://127.0.0.1:9' })
  try {
    const { baseUrl } = started
    const server = { baseUrl, client: createClient({ baseUrl, schemas: endpoints }) }
    const login = (username: string) => server.client.call('login', { body: { username, password } })
    const [admin, ada, grace] = [
      await signIn(server, 'admin', password),
      await signIn(server, 'ada', password),
      await signIn(server, 'grace', password),
    ]
    await assert.rejects(login('alan'), { code: 'ACCOUNT_DISABLED' })
    const hedy = await login('hedy')
    assert.ok('secondFactor' in hedy)
    const [, secret = ''] = /hedy .* ([A-Z2-7]{32})$/m.exec(stdout) ?? []
    const proof = {
      challenge: hedy.secondFactor.challenge,
      method: 'totp' as const,
      code: appCode(secret, Date.now()),
    }
    await server.client.call('secondFactor', { body: proof })

    const query = { pageSize: 100 }
    for (const person of [ada, grace]) {
      const { files } = await person.client.call('ownFiles', { query })
      const one = (name: string) => {
        const found = files.find(({ filename }) => filename === name)
        assert.ok(found, `${name} in ${files.map(({ filename }) => filename)}`)
        return found
      }
      assert.equal(one('photos.zip').files, 3)
      assert.equal(one('under a password.txt').passwordProtected, true)
      assert.equal(one('to be fetched once.txt').deleteAfterDownload, true)
      const { downloadCount, downloadLimit } = one('two of five downloads.txt')
      assert.deepEqual([downloadCount, downloadLimit], [2, 5])
      assert.equal(one('offer.txt').recipients.total, 2)
      assert.ok(
        files.some((file) => file.files === 3 && file.filename !== 'photos.zip'),
        'files added',
      )
      for (const gone of ['fetched already.txt', 'deleted by its sender.txt', 'expired.txt'])
        assert.ok(!files.some(({ filename }) => filename === gone), gone)
    }
    const { files } = await ada.client.call('ownFiles', { query })
    assert.ok(files.some(({ encryptionMethod }) => encryptionMethod === 'ml-kem768'))
    const soon = files.find(({ filename }) => filename === 'expires within the hour.txt')
    assert.ok(soon && Date.parse(soon.expiresAt) - Date.now() < 60 * 60_000)

    const { requests } = await ada.client.call('requests', { query: {} })
    assert.deepEqual(new Set(requests.map(({ state }) => state)), new Set(['open', 'ended']))
    const { notifications } = await ada.client.call('notifications', { query: {} })
    const kinds = new Set<string>(notifications.map(({ kind }) => kind))
    assert.deepEqual(kinds, new Set(['downloaded', 'expired', 'expiring', 'received']))
    assert.ok((await ada.client.call('contacts', { query: {} })).total >= 3)
    assert.equal((await ada.client.call('apiKeys')).apiKeys.length, 2)

    const { counts } = await admin.client.call('adminReports', { query: {} })
    const { open, appealed, decided } = counts
    assert.deepEqual({ open, appealed, decided }, { open: 2, appealed: 1, decided: 3 })
    assert.ok((await admin.client.call('auditLog', { query: {} })).total >= 50)
    const { brand } = await server.client.call('brand')
    assert.deepEqual([brand.name, brand.terms?.version], ['Example Transfer', '3'])
    assert.ok(brand.privacy)
    for (const picture of [brand.pictures.logo, brand.pictures.logoDark]) {
      const { status, headers } = await fetch(baseUrl + picture)
      assert.deepEqual([status, headers.get('content-type')], [200, 'image/png'])
    }
    const { groups } = await admin.client.call('groups')
    for (const name of ['Legal', 'Students'])
      assert.ok(
        groups.some((group) => group.name === name),
        name,
      )
    const links = Array.from(stdout.matchAll(/^ {2}http\S+\/download\/([\w-]+)#(\S+)/gm))
    assert.equal(links.length, 3)
    for (const [index, [, id = '', fragment = '']] of links.entries()) {
      const key = await readLinkKey(nodePrimitives, fragment)
      const { file } = await openSealed(server, id, key, index === 1 ? 'sesame' : undefined)
      assert.equal(file.encryptionMethod, 'end-to-end')
    }

    const mails = await readdir(join(folder, 'mail'))
    assert.ok(mails.length >= 10 && mails.every((name) => name.endsWith('.eml')))
  } finally {
    started.child.kill('SIGTERM')
    await started.exited
  }
})

test('a folder that has something in it is left as it is', async () => {
  const folder = join(base, 'mine')
  await run('mkdir', [folder])
  await writeFile(join(folder, 'restante.sqlite'), 'mine')
  await assert.rejects(seed(folder), { code: 1, stderr: /has something in it already/ })
  assert.deepEqual(await readdir(folder), ['restante.sqlite'])
  assert.equal(await readFile(join(folder, 'restante.sqlite'), 'utf8'), 'mine')
})
