import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { goodPassword, type Person, signUp } from '#tests/support/accounts/accounts.ts'
import { insertTransfers, transferRow } from '#tests/support/databases/transfer-rows.ts'
import { runCommand, runForScript } from '#tests/support/server/run-command.ts'
import { startServer, type TestServer } from '#tests/support/server/server.ts'
import { managed, type SentTransfer, sendTransfer } from '#tests/support/transfers/managed-transfers.ts'
import { fetchOnce, until } from '#tests/support/transfers/transfers.ts'

const hello = Buffer.from('hello')
let folder: string
let server: TestServer
let ada: Person
let signedIn: string[]

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'restante-manage-'))
  server = await startServer({ environment: { RATE_LIMITS: 'off' } })
  ada = await signUp(server)
  const path = join(folder, 'password')
  await writeFile(path, goodPassword)
  signedIn = ['--sign-in', 'ada', '--sign-in-password-file', path]
})
after(async () => {
  await server[Symbol.asyncDispose]()
  await rm(folder, { recursive: true, force: true })
})

function manageLink({ linkId, token }: SentTransfer): string {
  return `${server.baseUrl}/manage/${linkId}#${token}`
}

test('a transfer is shown, moved and its link revoked with its manage link', async () => {
  const sent = await sendTransfer(server, hello, { fields: { title: 'Plans' } })
  const shown = await runCommand(['info', '-'], { input: manageLink(sent) })
  assert.equal(shown.code, 0, shown.stderr)
  assert.match(shown.stdout, /^Plans\nExpires .*\nFile 0: plan\.txt \(5 bytes\)\n.*downloads: 0\n$/)
  const moved = await runForScript(['extend', manageLink(sent), '20h'])
  assert.equal(moved.code, 0, moved.stderr)
  const { file } = await server.client.call('fileInfo', { params: { id: sent.linkId } })
  const hours = (Date.parse(file.expiresAt) - server.clock.now()) / 3_600_000
  assert.ok(hours > 19.9 && hours <= 20, String(hours))
  const refused = await runForScript(['extend', manageLink(sent), '2d'])
  assert.deepEqual([refused.code, refused.answer.code], [1, 'PRO_SUBSCRIPTION_REQUIRED'])
  const tooLong = await runCommand(['extend', manageLink(sent), '40d'])
  assert.equal(tooLong.code, 2)
  assert.match(tooLong.stderr, /^TIME is too long: this transfer expires .+ at .+ at the latest\.\n$/)
  const revoked = await runCommand(['revoke', manageLink(sent)])
  assert.equal(revoked.code, 0, revoked.stderr)
  await assert.rejects(server.client.call('fileInfo', { params: { id: sent.linkId } }), {
    code: 'LINK_REVOKED',
  })
})

test('revoking the last link that a download was waited for says that the transfer has ended', async () => {
  const sent = await sendTransfer(server, hello, { fields: { deleteAfterDownload: 'true' } })
  const { ref, headers } = sent
  const { link } = await server.client.call('addLink', { params: { ref }, headers, body: {} })
  assert.equal(await fetchOnce(server, link.id), 'complete')
  await until(async () => (await managed(server, sent)).downloads === 1)
  const { code, stdout } = await runCommand(['revoke', manageLink(sent)])
  assert.deepEqual(
    [code, stdout],
    [0, 'The link is revoked. It was the last one, so the transfer has ended.\n'],
  )
})

test('one’s own transfers are listed and managed by their links, signed in', async () => {
  const headers = { authorization: `Bearer ${ada.token}` }
  const sent = await sendTransfer(server, hello, { headers, filename: 'mine.txt' })
  const other = await sendTransfer(server, hello)
  const listed = await runCommand(['list', '--url', server.baseUrl, ...signedIn])
  assert.equal(listed.code, 0, listed.stderr)
  assert.match(listed.stdout, /^mine\.txt\n {2}\S+\n {2}expires .*, downloads: 0\n$/)
  const beyond = await runCommand(['list', '--url', server.baseUrl, '--page', '9', ...signedIn])
  assert.equal(beyond.stdout, 'No transfers on this page.\n')
  const link = `${server.baseUrl}/download/${sent.linkId}`
  const { link: extra } = await ada.client.call('addLink', {
    params: { ref: sent.ref },
    body: { label: 'Ines' },
  })
  assert.equal((await runForScript(['extend', link, '30m', ...signedIn])).code, 0)
  assert.equal((await runForScript(['revoke', link, extra.id, ...signedIn])).code, 0)
  const shown = await runCommand(['info', link, ...signedIn])
  assert.match(shown.stdout, /\(Ines\), revoked/)
  const theirs = await runForScript(['info', `${server.baseUrl}/download/${other.linkId}`, ...signedIn])
  assert.deepEqual([theirs.code, theirs.answer.code], [2, 'USAGE'])
})

test('a long list says how to see the rest of it', async () => {
  const other = await signUp(server, 'grace')
  const at = { created_at: server.clock.now(), owner_id: other.user.id }
  await insertTransfers(
    server.services.database,
    Array.from({ length: 101 }, () => transferRow(at)),
  )
  const grace = ['--url', server.baseUrl, '--sign-in', 'grace', ...signedIn.slice(2)]
  const first = await runCommand(['list', ...grace])
  assert.match(first.stdout, /\n101 in total\. Next page: --page 2\n$/)
  const last = await runCommand(['list', '--page', '2', ...grace])
  assert.match(last.stdout, /^a\.txt\n {2}\S+\n {2}expires .*, downloads: 0\n$/)
})

test('what is no transfer, time or link is a mistake of the command line, and nothing is sent', async () => {
  for (const args of [
    ['list', '--url', server.baseUrl],
    ['info'],
    ['info', 'https://files.example.eu/'],
    ['info', `${server.baseUrl}/download/${'A'.repeat(22)}`],
    ['extend', 'https://files.example.eu/manage/x'],
    ['extend', `${server.baseUrl}/manage/${'A'.repeat(22)}#x`, 'soon'],
    ['revoke', `${server.baseUrl}/manage/${'A'.repeat(22)}#x`, 'short'],
  ]) {
    const { code, answer } = await runForScript(args)
    assert.deepEqual([code, answer.code], [2, 'USAGE'], args.join(' '))
  }
})
