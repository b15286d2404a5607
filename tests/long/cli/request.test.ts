import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { GIB } from '#contract/transfers/limits.ts'
import { goodPassword, signUp } from '#tests/support/accounts/accounts.ts'
import { forNewAccounts, inboxOf } from '#tests/support/requests/visitors.ts'
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
