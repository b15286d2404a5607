import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { GIB } from '#contract/transfers/limits.ts'
import { nodePrimitives } from '#end-to-end/drivers/node.ts'
import { nodeXWing } from '#end-to-end/drivers/x-wing-node.ts'
import { toBase64url } from '#end-to-end/format/base64url.ts'
import { writeSeed } from '#end-to-end/format/private-half.ts'
import { requestKeyHash } from '#end-to-end/format/request-slot.ts'
import { goodPassword, signUp } from '#tests/support/accounts/accounts.ts'
import { forNewAccounts, inboxOf, makeRequest } from '#tests/support/requests/visitors.ts'
import { runCommand, runForScript } from '#tests/support/server/run-command.ts'
import { startServer } from '#tests/support/server/server.ts'

test('a request is created, listed and closed, and files are sent to it', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'restante-request-'))
  await using server = await startServer({ environment: forNewAccounts })
  const ada = await signUp(server)
  const [password, file] = [join(folder, 'password'), join(folder, 'a.txt')]
  await writeFile(password, goodPassword)
  await writeFile(file, 'hello')
  const signedIn = ['--url', server.baseUrl, '--sign-in', 'ada', '--sign-in-password-file', password]
  const created = await runForScript(
    [
      ...['request', 'create', 'Tax documents', '--until', '30d', '--ask-name', '--types', 'pdf,.TXT'],
      ...['--item', 'Donations', '--uploads', '1', '--total', '1.5gb', '--password-stdin', ...signedIn],
    ],
    { input: 'open sesame\n' },
  )
  assert.equal(created.code, 0, created.stderr)
  const { requests } = await ada.client.call('requests', { query: {} })
  const [request] = requests
  assert.ok(request)
  assert.deepEqual(
    [request.title, request.types, request.checklist, request.uploadsLimit, request.bytesLimit],
    ['Tax documents', ['pdf', 'txt'], ['Donations'], 1, 1.5 * GIB],
  )
  assert.equal(request.hasPassword, true)
  const link = `${server.baseUrl}/r/${request.id}`
  const to = ['upload', '--request', link, '--password-stdin', file]
  const nameless = await runForScript(to, { input: 'open sesame' })
  assert.deepEqual([nameless.code, nameless.answer.code], [1, 'REQUEST_NAME_REQUIRED'])
  const sent = await runCommand([...to, '--name', 'Clara', '--title', 'All of it'], { input: 'open sesame' })
  assert.equal(sent.code, 0, sent.stderr)
  const [upload] = (await inboxOf(ada, request.id)).uploads
  assert.equal(sent.stdout, `Received by ada. Reference ${upload?.reference}.\n`)
  assert.deepEqual([upload?.name, upload?.title], ['Clara', 'All of it'])
  const listed = await runCommand(['request', 'list', ...signedIn])
  assert.match(listed.stdout, /^Tax documents\n {2}\S+\n {2}full, ends .*, uploads: 1 of 1\n$/)
  const beyond = await runCommand(['request', 'list', '--page', '9', ...signedIn])
  assert.equal(beyond.stdout, 'No requests on this page.\n')
  assert.equal((await runForScript(['request', 'close', link, ...signedIn])).code, 0)
  assert.equal((await inboxOf(ada, request.id)).state, 'ended')
  for (const args of [
    ['request'],
    ['request', 'create', 'x', ...signedIn],
    ['request', 'create', 'x', '--until', '7d', '--keep-for', 'xx', ...signedIn],
    ['request', 'create', 'x', '--until', '7d', '--uploads', '99999999', ...signedIn],
    ['request', 'create', 'x', '--until', '7d', '--total', '5 pounds', ...signedIn],
    ['request', 'close', 'x', ...signedIn],
    ['request', 'create', ' ', '--until', '7d', ...signedIn],
    ['request', 'create', 'x', '--until', '7d', '--types', 'p df', ...signedIn],
    ['upload', '--request', link, '--expires', '1h', file],
    ['upload', '--url', server.baseUrl, '--name', 'Clara', file],
    ['request', 'list', '--url', server.baseUrl],
    ['upload', '--request', `${server.baseUrl}/download/x`, file],
  ])
    assert.equal((await runForScript(args)).code, 2, args.join(' '))
  const tooLong = ['request', 'create', 'x', '--until', '7d', '--keep-for', '400d', ...signedIn]
  assert.match((await runCommand(tooLong)).stderr, /^The service rejected this\. keepFor: has to be one of /)
  await rm(folder, { recursive: true, force: true })
})

test('files are sealed for the owner of a request, whose words open them; another key and another lock are refused', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'restante-request-'))
  await using server = await startServer({ environment: forNewAccounts })
  const ada = await signUp(server)
  const seed = nodePrimitives.random(32)
  const publicKey = await nodeXWing.publicKeyOf(seed)
  await ada.client.call('storeKey', {
    body: { keyType: 'x-wing', publicKey: Buffer.from(publicKey).toString('base64') },
  })
  const asks = { name: true, email: false, code: false }
  const { id } = await makeRequest(server, ada, { lock: 'browser', asks })
  const bare = `${server.baseUrl}/r/${id}`
  const hash = toBase64url(await requestKeyHash(nodePrimitives, publicKey))
  const [file, words] = [join(folder, 'canary.txt'), join(folder, 'words')]
  await writeFile(file, 'canary')
  await writeFile(words, `# a key\n${(await writeSeed(nodePrimitives, seed)).join('\n')}\n`)
  const other = await makeRequest(server, ada)
  for (const [link, because] of [
    [bare, /Give the whole link.* \w+ \w+ \w+ \w+ \w+ \w+ \w+ \w+\./],
    [`${bare}#p=${toBase64url(nodePrimitives.random(32))}`, /another key than the link/],
    [`${server.baseUrl}/r/${other.id}#p=${hash}`, /another key than the link/],
  ] as const) {
    const refused = await runCommand(['upload', '--request', link, '--name', 'Clara', file])
    assert.equal(refused.code, 2)
    assert.match(refused.stderr, because)
  }
  const link = `${bare}#p=${hash}`
  assert.equal((await runCommand(['upload', '--request', link, file])).code, 2)
  const sent = await runCommand(['upload', '--request', link, '--name', 'Clara', file])
  assert.equal(sent.code, 0, sent.stderr)
  assert.match(sent.stdout, /^Encrypted for ada and received\. Not scanned\. Reference \S+\.\n$/)
  const [upload] = (await inboxOf(ada, id)).uploads
  assert.deepEqual([upload?.name, upload?.files[0]?.filename], [null, 'bundle'])
  const from = ['download', `${server.baseUrl}/download/${upload?.linkId}`, '--output', folder]
  await writeFile(
    join(folder, 'wrong'),
    `${(await writeSeed(nodePrimitives, nodePrimitives.random(32))).join(' ')}\n`,
  )
  const wrong = await runCommand([...from, '--key-file', join(folder, 'wrong')])
  assert.match(wrong.stderr, /sealed for another key/)
  await rm(file)
  const got = await runCommand([...from, '--key-file', words])
  assert.equal(got.code, 0, got.stderr)
  assert.equal(await readFile(file, 'utf8'), 'canary')
  await rm(folder, { recursive: true })
})
