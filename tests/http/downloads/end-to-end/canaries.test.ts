import assert from 'node:assert/strict'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { nodePrimitives } from '#end-to-end/drivers/node.ts'
import { readLinkKey, splitLink } from '#end-to-end/format/link-key.ts'
import { clientWith, signUp, signUpAdmin } from '#tests/support/accounts/accounts.ts'
import { called, forReceivers, makeWebhook, startReceiver } from '#tests/support/calls/webhook-receiver.ts'
import { forEachDatabase } from '#tests/support/databases/databases.ts'
import { findTraces, stealData } from '#tests/support/databases/stolen-data.ts'
import { tracesOf } from '#tests/support/databases/traces-of.ts'
import { runForScript } from '#tests/support/server/run-command.ts'
import type { TestServer } from '#tests/support/server/server.ts'
import { openRecordingProxy } from '#tests/support/services/recording-proxy.ts'
import { startMailingServer } from '#tests/support/transfers/recipients.ts'
import { forEveryone, openSealed, proofFor } from '#tests/support/transfers/sealed/sealed-transfers.ts'
import { downloadCount, until } from '#tests/support/transfers/transfers.ts'

const metricsToken = 'a token of the metrics'
const jonas = 'jonas@example.org'
/** Words that are for the receiver alone, each where a sender puts one. */
const words = {
  folder: 'canary-folder',
  name: 'canary-name.txt',
  content: 'canary in the content',
  title: 'canary in the title',
  message: 'canary in the message',
  sender: 'canary as a sender',
  text: 'canary in a text',
  password: 'canary as a password',
}

/** Sends what is given with the command line, signed in as ada, and gives the link's id and its key. */
async function send(baseUrl: string, folder: string, args: readonly string[], input = '') {
  const own = ['--sign-in', 'ada', '--sign-in-password-file', join(folder, 'own-password')]
  const sent = await runForScript(['upload', '--url', baseUrl, ...own, ...args], { input })
  assert.equal(sent.code, 0, sent.stderr + JSON.stringify(sent.answer))
  const { link, key } = splitLink(String(sent.answer.link))
  assert.ok(key)
  return { id: link.split('/').at(-1) ?? '', key }
}

/** Everything that the keys of a transfer could be known by: those of the link and of the content, and the proof. */
async function secretsOf(server: TestServer, id: string, key: string, password?: string) {
  const linkKey = await readLinkKey(nodePrimitives, key)
  const { contentKey, file } = await openSealed(server, id, linkKey, password)
  const proof = Buffer.from(await proofFor(file.slotHead ?? '', linkKey, password), 'base64url')
  assert.ok(contentKey)
  return { keys: [Buffer.from(linkKey), Buffer.from(contentKey)], proof }
}

/** Names of the places where bytes can be found, as they are or written. */
function placesOf(places: Readonly<Record<string, Buffer>>, bytes: Buffer): string[] {
  return findTraces({ files: new Map(Object.entries(places)), rows: [] }, bytes)
}

forEachDatabase('what is sealed', ({ place }) => {
  test('leaves no word and no key with the service: not stored, logged, mailed, answered, called out or counted', async () => {
    const lines: string[] = []
    const environment = {
      ...forEveryone,
      ...forReceivers,
      METRICS_TOKEN: metricsToken,
      RATE_LIMITS: 'off',
    }
    await using server = await startMailingServer({
      ...(await place()),
      environment,
      log: (line) => lines.push(line),
    })
    await using receiver = await startReceiver()
    await using proxy = await openRecordingProxy(server.baseUrl)
    const folder = await mkdtemp(join(tmpdir(), 'restante-canaries-'))
    await using _ = { [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }) }
    const ada = await signUp(server)
    const root = await signUpAdmin(server)
    await makeWebhook(ada, receiver.url, { names: true })
    await mkdir(join(folder, words.folder))
    const content = `${words.content} `.repeat(4000)
    await writeFile(join(folder, words.folder, words.name), content)
    await writeFile(join(folder, 'own-password'), ada.password)

    const files = await send(
      proxy.baseUrl,
      folder,
      [
        ...['--end-to-end', '--title', words.title, '--description', words.message],
        ...['--sender-name', words.sender, '--password-stdin', join(folder, words.folder)],
      ],
      words.password,
    )
    const text = await send(proxy.baseUrl, folder, ['--text'], words.text)
    await writeFile(join(folder, 'key'), files.key)
    const opened = await runForScript(
      ['download', `${proxy.baseUrl}/download/${files.id}`, '--output', folder, '--zip'].concat([
        '--key-file',
        join(folder, 'key'),
        '--password-stdin',
      ]),
      { input: words.password },
    )
    assert.equal(opened.code, 0, JSON.stringify(opened.answer))
    const shown = await runForScript(['download', `${proxy.baseUrl}/download/${text.id}`, '--key-stdin'], {
      input: text.key,
    })
    assert.equal(shown.answer.text, words.text)
    assert.equal(await downloadCount(server.baseUrl, files.id), 1)

    // Every answer about them that the API gives to those who may ask.
    const own = clientWith(proxy, ada.token)
    const all = clientWith(proxy, root.token)
    for (const { ref } of (await own.call('ownFiles', { query: {} })).files) {
      await own.call('managedTransfer', { params: { ref } })
      await own.call('addRecipient', { params: { ref }, body: { email: jonas } })
    }
    await server.deliverMail()
    await until(async () => server.mailServer.mails.filter(({ to }) => to.includes(jonas)).length === 2)
    const { mails } = server.mailServer
    await called(server)
    const kinds = new Set(receiver.calls.map(({ body }) => String(JSON.parse(body).type)))
    assert.deepEqual([...kinds].sort(), ['transfer.created', 'transfer.downloaded'])
    for (const id of [files.id, text.id]) await own.call('fileInfo', { params: { id } })
    assert.ok((await own.call('notifications', { query: {} })).notifications.length > 0)
    const asAda = { authorization: `Bearer ${ada.token}` }
    const exported = await fetch(`${proxy.baseUrl}/api/users/export`, { headers: asAda })
    assert.equal(exported.status, 200)
    await exported.arrayBuffer()
    await all.call('adminFiles', { query: {} })
    await all.call('auditLog', { query: {} })
    const headers = { authorization: `Bearer ${metricsToken}` }
    const metrics = await fetch(`${proxy.baseUrl}/api/metrics`, { headers })
    assert.match(await metrics.text(), /restante_uploads_total 2/)

    const stolen = await stealData(server)
    const heard = {
      log: Buffer.from(lines.join('\n')),
      mails: Buffer.from(JSON.stringify(mails)),
      webhooks: Buffer.from(JSON.stringify(receiver.calls)),
      answers: proxy.answered(),
    }
    const said = { ...heard, 'what callers said': proxy.said() }
    assert.ok(said['what callers said'].includes('slot') && heard.answers.includes('slotHead'))
    const { keys, proof } = await secretsOf(server, files.id, files.key, words.password)
    const ofText = await secretsOf(server, text.id, text.key)
    for (const word of ['canary', ...Object.values(words)]) {
      assert.deepEqual([...findTraces(stolen, Buffer.from(word)), ...tracesOf(stolen, word)], [], word)
      assert.deepEqual(placesOf(said, Buffer.from(word)), [], word)
    }
    for (const key of [...keys, ...ofText.keys]) {
      assert.deepEqual(findTraces(stolen, key), [])
      assert.deepEqual(placesOf(said, key), [])
    }
    // A proof is said to the service, which keeps its hash alone.
    for (const one of [proof, ofText.proof]) {
      assert.deepEqual(findTraces(stolen, one), [])
      assert.deepEqual(placesOf(heard, one), [])
    }
    assert.deepEqual(placesOf(said, proof), ['what callers said'])
  })
})
