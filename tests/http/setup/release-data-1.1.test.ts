import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nodePrimitives } from '#end-to-end/drivers/node.ts'
import { fromBase64url } from '#end-to-end/format/base64url.ts'
import { collect } from '#end-to-end/format/bundle-reader.ts'
import { writeLinkKey } from '#end-to-end/format/link-key.ts'
import { openBundle } from '#end-to-end/format/open-bundle.ts'
import { openSeed } from '#end-to-end/format/private-half.ts'
import { clientWith, type Person, signIn, uploadAs } from '#tests/support/accounts/accounts.ts'
import { appCode, signInWithCode } from '#tests/support/accounts/second-factor.ts'
import {
  called,
  forReceivers,
  isSigned,
  startReceiver,
  webhookBody,
} from '#tests/support/calls/webhook-receiver.ts'
import { forEachDatabase } from '#tests/support/databases/databases.ts'
import { type MailServer, startMailServer } from '#tests/support/mail/mail-server.ts'
import { loadPostgres } from '#tests/support/releases/dump-postgres.ts'
import type { Since11 } from '#tests/support/releases/expectation.ts'
import { sha256 } from '#tests/support/releases/fill-release.ts'
import { findReleases, readReleaseData, unpackFolder } from '#tests/support/releases/release-data.ts'
import { openReceived, sealFor } from '#tests/support/requests/browser-locked.ts'
import { inboxOf, received, visit } from '#tests/support/requests/visitors.ts'
import { startServer, type TestServer } from '#tests/support/server/server.ts'
import { sealFiles } from '#tests/support/transfers/sealed/bundles.ts'
import { fetchRange, openSealed } from '#tests/support/transfers/sealed/sealed-transfers.ts'
import { ticketUrl, until } from '#tests/support/transfers/transfers.ts'

const releases = (await findReleases()).filter((version) => version !== '1.0.0')

test('there is data of a release since 1.1.0', () => assert.notEqual(releases.length, 0))

forEachDatabase('what releases keep since 1.1.0', ({ engine, emptyPlace }) => {
  for (const version of releases)
    test(`of ${version} is there, holds and opens`, async (t) => {
      const { expected, files, sql } = await readReleaseData(version, engine)
      const at = await emptyPlace()
      await unpackFolder(at.dataDir, files)
      if (at.url !== undefined && sql !== undefined) await loadPostgres(at.url, sql)
      const environment = { RATE_LIMITS: 'off', ...forReceivers }
      await using server = await startServer({ ...at, now: expected.now, environment })
      const { since11 } = expected
      assert.ok(since11)
      server.clock.advance(60_000)
      const secret = expected.people.find(({ username }) => username === 'root')?.totpSecret ?? ''
      const root = await signInWithCode(server, 'root', appCode(secret, server.clock.now()))
      const ada = await signIn(server, 'ada')

      await t.test('the house', () => assertHouse(server, since11, ada))
      await t.test('the key pair of a browser, and its requests', () => assertRequests(server, since11, ada))
      await t.test('the webhook', () => assertWebhook(server, since11, ada))
      await t.test('what was imported', () => assertImported(server, since11))
      const { sealedText } = since11
      if (sealedText) await t.test('the sealed text', () => assertSealedText(server, sealedText, root.token))
      await t.test('the mailbox', () => assertMailbox(server, since11, root.token))
    })
})

async function assertHouse(server: TestServer, since11: Since11, { client }: Person): Promise<void> {
  const { brand } = await server.client.call('brand')
  assert.deepEqual(
    [brand.name, brand.colour, brand.terms?.version],
    ['Example Transfer', '#0E5A8A', since11.terms],
  )
  const logo = await fetch(server.baseUrl + brand.pictures.logo)
  assert.equal(sha256(new Uint8Array(await logo.arrayBuffer())), since11.logo)
  assert.equal((await server.client.call('config')).termsVersion, since11.terms)
  const { consents } = await client.call('consents')
  assert.ok(consents.some(({ version, withdrawnAt }) => version === since11.terms && withdrawnAt === null))
  // The rule of her group.
  assert.equal((await client.call('config')).limits.recipients, 7)
  const { email } = await server.client.call('findInvitation', { body: { invitation: since11.invitation } })
  assert.equal(email, 'ines@example.org')
}

async function assertRequests(
  server: TestServer,
  { requests, sealedVisit }: Since11,
  ada: Person,
): Promise<void> {
  const withKey = await inboxOf(ada, requests.key)
  assert.deepEqual([withKey.lock, withKey.state, withKey.total], ['key', 'open', 1])
  const opened = await ada.client.call('downloadTicket', {
    params: { id: withKey.uploads[0]?.linkId ?? '' },
    body: { keyPassword: 'a password for keys' },
  })
  assert.equal(await (await fetch(server.baseUrl + opened.url)).text(), 'tax of a visitor')

  const key = (await ada.client.call('keys', {})).keys.find(({ algorithm }) => algorithm === 'x-wing')
  const [publicKey, sealed] = [key?.public_key, key?.encryptedPrivateKey].map(
    (text) => new Uint8Array(Buffer.from(text ?? '', 'base64')),
  )
  assert.ok(publicKey && sealed)
  const seed = await openSeed(nodePrimitives, { sealed, publicKey, password: requests.browserPassword })
  assert.ok(seed)
  if (sealedVisit) {
    const { readFile, manifest } = await openReceived(server, ada, sealedVisit.id, seed)
    const [file] = manifest.files
    assert.ok(file)
    assert.deepEqual([manifest.senderName, file.path], ['Clara', 'scan.bin'])
    assert.equal(sha256(await collect(readFile(file))), sealedVisit.sha256)
  }
  // It goes on taking files.
  const bundle = await sealFiles([{ path: 'later.txt', bytes: Buffer.from('later') }])
  const fields = await sealFor(publicKey, bundle)
  await received(server, await visit(server, requests.browser), { fields, files: { bundle: bundle.bytes } })
  const { uploads } = await inboxOf(ada, requests.browser)
  assert.equal(uploads.length, sealedVisit ? 2 : 1)
  const later = uploads.find(({ linkId }) => linkId !== sealedVisit?.id)?.linkId ?? ''
  assert.equal((await openReceived(server, ada, later, seed)).manifest.files[0]?.path, 'later.txt')
}

async function assertWebhook(server: TestServer, { webhook }: Since11, ada: Person): Promise<void> {
  await using receiver = await startReceiver()
  const found = (await ada.client.call('webhooks')).webhooks.find(({ id }) => id === webhook.id)
  assert.ok(found)
  assert.deepEqual([found.name, found.on], ['deliveries', true])
  await ada.client.call('updateWebhook', {
    params: { id: webhook.id },
    body: webhookBody(receiver.url, { name: found.name }),
  })
  await uploadAs(server, ada.token, 'told.txt')
  await called(server)
  const call = receiver.calls.find(({ body }) => body.includes('transfer.created'))
  assert.ok(call && isSigned(call, webhook.secret))
}

async function assertImported(server: TestServer, { imported }: Since11): Promise<void> {
  const answer = await fetch(server.baseUrl + imported.path, { redirect: 'manual' })
  assert.equal(answer.status, 302)
  const id = answer.headers.get('location')?.split('/').at(-1) ?? ''
  await assert.rejects(
    server.client.call('downloadTicket', { params: { id }, body: { password: 'wrong' } }),
    {
      code: 'INVALID_FILE_PASSWORD',
    },
  )
  const file = await fetch(await ticketUrl(server.baseUrl, id, imported.password))
  assert.equal(sha256(new Uint8Array(await file.arrayBuffer())), imported.sha256)
}

async function assertSealedText(
  server: TestServer,
  { id, linkKey: written, password, text, report }: NonNullable<Since11['sealedText']>,
  token: string,
): Promise<void> {
  const linkKey = fromBase64url(written)
  assert.ok(linkKey)
  const { file, url, contentKey, head } = await openSealed(server, id, linkKey, password)
  assert.ok(contentKey)
  const { manifest } = await openBundle(nodePrimitives, {
    contentKey,
    bundleId: head.bundleId,
    size: file.size,
    async *fetchSealed(start, end) {
      yield new Uint8Array(await (await fetchRange(url, start, end)).arrayBuffer())
    },
  })
  assert.equal(manifest.text, text)
  const given = await clientWith(server, token).call('reportedKeys', {
    params: { n: report },
    body: { reason: 'to see what was reported' },
  })
  assert.deepEqual(given.keys, [await writeLinkKey(nodePrimitives, linkKey)])
}

/** Starts the mail server where the service looks for it, once nothing else is there: it asks for the password that was kept. */
async function assertMailbox(server: TestServer, { mailbox }: Since11, token: string): Promise<void> {
  const { port, user, password } = mailbox
  let mails: MailServer | undefined
  await until(async () => {
    mails = await startMailServer({ port, login: { user, password } }).catch(() => undefined)
    return mails !== undefined
  })
  assert.ok(mails)
  await using _ = mails
  await clientWith(server, token).call('testMail')
  assert.ok(mails.mails.some(({ from }) => from === 'files@example.org'))
}
