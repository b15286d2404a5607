import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { createServer } from 'vite'
import { signUp } from '#tests/support/accounts/accounts.ts'
import { mailsTo } from '#tests/support/mail/mailbox.ts'
import { startServer, type TestServer } from '#tests/support/server/server.ts'
import { upload } from '#tests/support/transfers/transfers.ts'
import { devMails } from '../../../scripts/vite/dev-mails.ts'

const markup = '<img src=x>'

/** Has a server write two mails, a minute apart: one that leads to a page of it, and then one whose sender has markup for a name. */
async function writeMails(server: TestServer): Promise<void> {
  const { user } = await signUp(server)
  await server.client.call('forgotPassword', { body: { email: user.email } })
  await mailsTo(server, user.email)
  server.clock.advance(60_000)
  const fields = { emails: JSON.stringify([{ email: 'charles@example.org', senderName: markup }]) }
  await upload(server.baseUrl, Buffer.from('hello'), fields)
  assert.equal((await mailsTo(server, 'charles@example.org')).length, 1)
}

/** Vite as `npm run dev` starts it, with the mails of a server. */
async function startVite({ folder, services }: TestServer) {
  const vite = await createServer({
    configFile: false,
    logLevel: 'silent',
    server: { port: 0, host: '127.0.0.1', hmr: false, ws: false, watch: null },
    plugins: [devMails({ folder: join(folder, 'mail'), publicUrl: services.config.publicUrl })],
  })
  await vite.listen()
  const [address = ''] = vite.resolvedUrls?.local ?? []
  return { origin: new URL(address).origin, [Symbol.asyncDispose]: () => vite.close() }
}

async function read(url: string): Promise<string> {
  return (await fetch(url)).text()
}

test('mails are read in development, the newest first, and their links lead to its pages', async () => {
  await using server = await startServer()
  await using vite = await startVite(server)
  const page = `${vite.origin}/dev/mails`
  assert.match(await read(page), /None so far/)
  await writeMails(server)
  const list = await read(page)
  const at = (words: string) => {
    assert.ok(list.includes(words), `${words} in ${list}`)
    return list.indexOf(words)
  }
  assert.ok(at('charles@example.org') < at('ada@example.org'))
  assert.match(list, /<time datetime="20\d\d-[^"]+">/)
  assert.match(list, new RegExp(`<a href="${vite.origin}/reset-password[^"]*token=[^"]+" target="_blank"`))
  assert.ok(!list.includes(markup), 'words of a mail are no markup')
  at('&#60;img src=x&#62;')
  const frames = [...list.matchAll(/<iframe [^>]*sandbox="([^"]*)"[^>]* src="([^"]+)"/g)]
  assert.equal(frames.length, 2)
  for (const [, sandbox, path] of frames) {
    assert.doesNotMatch(sandbox ?? '', /allow-(scripts|same-origin)/)
    const frame = await fetch(`${vite.origin}${path}`)
    assert.match(frame.headers.get('content-security-policy') ?? '', /^sandbox /)
    assert.match(
      await frame.text(),
      new RegExp(`^<!doctype html><base target="_blank">.*href="${vite.origin}/`, 's'),
    )
  }
})

test('no other file of the data folder is shown', async () => {
  await using server = await startServer()
  await using vite = await startVite(server)
  await writeMails(server)
  for (const name of ['..%2Frestante.sqlite', '..%2F..%2Fetc%2Fpasswd', 'a.eml'])
    assert.equal((await fetch(`${vite.origin}/dev/mails/${name}`)).status, 404, name)
})

test('a server in production has no such page', async () => {
  await using server = await startServer({ web: true })
  await writeMails(server)
  // As for every address that it does not know, it answers with the page of the app, which leads home.
  const unknown = await read(`${server.baseUrl}/no-such-page`)
  assert.equal(await read(`${server.baseUrl}/dev/mails`), unknown)
  assert.ok(!unknown.includes('charles@example.org'))
})
