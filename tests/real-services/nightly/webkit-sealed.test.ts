import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { createClient } from '#client/create-client.ts'
import { endpoints } from '#contract/endpoints.ts'
import { goodPassword } from '#tests/support/accounts/accounts.ts'
import { keys, passwordField } from '#tests/support/webdriver/driven-page.ts'
import { byWorker, noWorker, testSealed } from '#tests/support/webdriver/test-sealed.ts'
import { startWebKit } from '#tests/support/webdriver/webkit/start-webkit.ts'

// Files of a site's own can't be tested: Debian's WebKit has them switched off, and switched on they fail while it is driven.
const ways = [
  byWorker,
  { way: 'from memory, for it has no files of its own', prepare: `() => { ${noWorker} }`, asks: /^blob:/ },
]
const lockedInBrowser =
  'Only I can open them, encrypted in the sender’s browser The service never sees what’s inside. So it can’t scan, ' +
  'preview or recover anything. You don’t have a key yet: choosing this creates one.'

const folder = await mkdtemp(join(tmpdir(), 'restante-in-webkit-'))
const webkit = await startWebKit()
const sealed = await testSealed('WebKit', webkit, ways, true)
after(() => rm(folder, { recursive: true }))

test('in WebKit a download whose service worker is ended says so', async () => {
  const page = await webkit.newcomer(sealed.link())
  await page.click('button', 'Download')
  await page.read(/\b[2-9]\d\s*%/)
  await webkit.endWorkers()
  await page.read(/Not complete\. Delete the file and try again\./)
})

test('in WebKit a text is written, shown once and gone', async () => {
  const sender = await webkit.newcomer(sealed.origin)
  await sender.click('button', 'Write a text instead')
  await sender.type('textbox', 'Your text', 'door code <b>4417</b>')
  await sender.click('switch', 'Show once, then delete')
  await sender.click('button', 'Create link')
  await sender.see('heading', 'Your link is ready.')
  const link = await sender.value('textbox', 'Share link')
  const receiver = await webkit.newcomer(link)
  await receiver.click('button', 'Open')
  await receiver.read(/door code <b>4417<\/b>/)
  await receiver.read(/Opened at \d\d:\d\d and deleted\./)
  const late = await webkit.newcomer(link)
  await late.see('heading', 'File Not Available')
})

test('in WebKit a visitor seals a file for the owner of a request, who opens it with the password of the key', async () => {
  const client = createClient({ baseUrl: sealed.origin, schemas: endpoints })
  const body = { username: 'ada', email: 'ada@example.org', password: goodPassword }
  await client.call('register', { body })
  const owner = await webkit.newcomer(`${sealed.origin}/login`)
  await owner.type('textbox', 'Username or email', 'ada')
  await owner.type(passwordField, 'Password', goodPassword)
  await owner.press(keys.enter)
  await owner.see('heading', 'Dashboard')
  await owner.open(`${sealed.origin}/portal/requests/new`)
  await owner.type('textbox', 'What do you need?', 'Tax documents')
  await owner.click('radio', lockedInBrowser)
  await owner.read(/The 34 words/)
  const password = await owner.value('textbox', 'Password for this key')
  assert.equal(password.split(' ').length, 10)
  await owner.click('button', 'Use this key')
  await owner.read(/Check the key/)
  await owner.click('button', 'Create request')
  await owner.see('heading', 'Tax documents')
  // The message that it was created stands over the page, and leaves the rest of it free.
  await owner.click('button', 'Copy link')

  const visitor = await webkit.newcomer(sealed.origin)
  await visitor.click('button', 'Write a text instead')
  await visitor.click('textbox', 'Your text')
  await visitor.press(keys.control, 'v')
  const link = await visitor.value('textbox', 'Your text')
  assert.match(link, /\/r\/[\w-]{22}#p=[\w-]{43}$/)
  const path = join(folder, 'income.txt')
  await writeFile(path, 'four thousand')
  await visitor.open(link)
  await visitor.choose(path)
  await visitor.type('textbox', 'Your name', 'Clara')
  await visitor.click('button', 'Send 1 file to ada')
  await visitor.read(/Received: 1 file/)
  const reference = await visitor.read(/[0-9A-Z]{4}-[0-9A-Z]{2}/)

  await owner.reload()
  await owner.click('link', `Open ${reference}`)
  await owner.read(/nobody has checked who sent this/)
  await owner.type(passwordField, 'Password of your key', password)
  await owner.press(keys.enter)
  await owner.see('heading', 'income.txt')
  await owner.click('button', 'Download')
  assert.equal(await readFile(await owner.downloaded(), 'utf8'), 'four thousand')
})
