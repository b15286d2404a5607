import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { defaultIdentity } from '#contract/operations/branding/identity.ts'
import { nodePrimitives } from '#end-to-end/drivers/node.ts'
import { toBase64url } from '#end-to-end/format/base64url.ts'
import { writeLinkKey } from '#end-to-end/format/link-key.ts'
import { sealSeed } from '#end-to-end/format/private-half.ts'
import type { Person } from '../accounts/accounts.ts'
import { makeWebhook } from '../calls/webhook-receiver.ts'
import type { DatabasePlace } from '../databases/databases.ts'
import { startMailServer } from '../mail/mail-server.ts'
import { newPair, sealFor } from '../requests/browser-locked.ts'
import { inboxOf, makeRequest, received, visit } from '../requests/visitors.ts'
import { importFrom } from '../samples/imports/check-import.ts'
import { makeGokapi } from '../samples/imports/gokapi/folder.ts'
import type { TestServer } from '../server/server.ts'
import { reportLink } from '../transfers/reports.ts'
import { sealFiles } from '../transfers/sealed/bundles.ts'
import { seal, uploadSealed } from '../transfers/sealed/sealed-transfers.ts'
import type { Since11 } from './expectation.ts'

type People = { readonly root: Person; readonly ada: Person }

/** Eight by eight grey pixels, as a PNG. */
const logo = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAAAAADhZOFXAAAADElEQVR4nGNgoA4AAABIAAEuuDx+AAAAAElFTkSuQmCC',
  'base64',
)
const browserPassword = 'ten words or sixteen characters'
const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64')
const digest = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

/**
 * Fills a service with what 1.1.0 has brought. A sealed bundle has 64 KB at least, so that each of the two kinds is in the data of one
 * database alone.
 */
export async function fillSince11(
  server: TestServer,
  place: DatabasePlace,
  people: People,
): Promise<Since11> {
  const { root, ada } = people
  const house = await fillHouse(server, people)
  const imported = await fillByImport(place)
  const requests = await fillRequests(server, ada)
  const sealed =
    place.url === undefined
      ? await fillSealedText(server, ada)
      : await fillSealedVisit(server, ada, requests.browser)
  // From here on mails go there.
  const mailbox = await fillMailbox(root, place.url === undefined ? 21_101 : 21_102)
  return { ...house, imported, requests, ...sealed, mailbox }
}

async function fillHouse(server: TestServer, { root, ada }: People) {
  await root.client.call('changeIdentity', {
    body: {
      ...defaultIdentity,
      name: 'Example Transfer',
      colour: '#0E5A8A',
      startTitle: { en: 'Send files to Example.' },
    },
  })
  const form = new FormData()
  form.append('logo', new Blob([logo]), 'logo.png')
  const headers = { authorization: `Bearer ${root.token}` }
  const pictures = await fetch(`${server.baseUrl}/api/admin/identity/pictures`, {
    method: 'POST',
    headers,
    body: form,
  })
  assert.equal(pictures.status, 200, await pictures.text())
  const stored = await fetch(server.baseUrl + (await server.client.call('brand')).brand.pictures.logo)
  const own = {
    version: '3',
    date: '2026-12-01',
    note: { en: 'Our own terms.' },
    sections: { en: [{ title: 'Use', text: 'Send **only** what you may.' }] },
  }
  await root.client.call('changeOwnTerms', { body: { ...own, page: 'terms', publish: true } })
  await ada.client.call('acceptTerms', { body: { version: own.version } })
  const { group } = await root.client.call('createGroup', {
    body: { name: 'Legal', members: [ada.user.id], rules: { recipients: { kind: 'most', value: 7 } } },
  })
  const { url } = await root.client.call('invite', { body: { email: 'ines@example.org' } })
  const { webhook, secret } = await makeWebhook(ada, 'http://127.0.0.1:9/hook', { name: 'deliveries' })
  return {
    terms: own.version,
    logo: digest(new Uint8Array(await stored.arrayBuffer())),
    groupId: group.id,
    invitation: new URL(url).hash.slice(1),
    webhook: { id: webhook.id, secret },
  }
}

/** Brings a file with a password from another service. */
async function fillByImport(place: DatabasePlace): Promise<Since11['imported']> {
  await using gokapi = await makeGokapi('early')
  const password = 'geheim ü'
  const { paths, expected } = await gokapi.add('contract', { password })
  gokapi.database.close()
  const { code, stderr } = await importFrom(place, 'gokapi', gokapi.folder, '--owner', 'ada')
  assert.equal(code, 0, stderr)
  const [path = ''] = paths
  const [file] = expected.files
  assert.ok(file)
  return { path, password, sha256: digest(file.bytes) }
}

async function fillRequests(server: TestServer, ada: Person): Promise<Since11['requests']> {
  const { seed, publicKey } = await newPair()
  const sealed = await sealSeed(nodePrimitives, {
    seed,
    publicKey,
    password: browserPassword,
  })
  await ada.client.call('storeKey', {
    body: { keyType: 'x-wing', publicKey: base64(publicKey), encryptedPrivateKey: base64(sealed) },
  })
  const key = await makeRequest(server, ada, { lock: 'key', title: 'Locked with a key' })
  await received(server, await visit(server, key.id), {
    files: { 'tax.txt': Buffer.from('tax of a visitor') },
  })
  const browser = await makeRequest(server, ada, { lock: 'browser', title: 'Locked in a browser' })
  return { key: key.id, browser: browser.id, browserPassword }
}

async function fillSealedText(server: TestServer, { token }: Person): Promise<Pick<Since11, 'sealedText'>> {
  const [password, text] = ['sesame', 'Grüße, the code is 4711 🙂']
  const sealed = await seal([], { password, text })
  const headers = { authorization: `Bearer ${token}` }
  const { file } = await uploadSealed(server, sealed, { expiresIn: '12h' }, { headers })
  const key = await writeLinkKey(nodePrimitives, sealed.linkKey)
  const { number } = await reportLink(server, `${server.baseUrl}/download/${file.id}`, '192.0.2.1', { key })
  return { sealedText: { id: file.id, linkKey: toBase64url(sealed.linkKey), password, text, report: number } }
}

async function fillSealedVisit(
  server: TestServer,
  ada: Person,
  id: string,
): Promise<Pick<Since11, 'sealedVisit'>> {
  const { request } = await server.client.call('publicRequest', { params: { id } })
  const bytes = randomBytes(500)
  const bundle = await sealFiles([{ path: 'scan.bin', bytes }], { senderName: 'Clara' })
  const fields = await sealFor(new Uint8Array(Buffer.from(request.publicKey ?? '', 'base64')), bundle)
  await received(server, await visit(server, id), { fields, files: { bundle: bundle.bytes } })
  const { uploads } = await inboxOf(ada, id)
  return { sealedVisit: { id: uploads[0]?.linkId ?? '', sha256: digest(bytes) } }
}

/** Enters a mail server, whose password is kept sealed. */
async function fillMailbox({ client }: Person, port: number): Promise<Since11['mailbox']> {
  const login = { user: 'noor', password: 'correct horse' }
  await using _mails = await startMailServer({ port, login })
  await client.call('changeSettings', {
    body: {
      changes: [
        { name: 'SMTP_URL', from: null, to: `smtp://${login.user}@127.0.0.1:${port}` },
        { name: 'SMTP_PASSWORD', from: null, to: login.password },
        { name: 'MAIL_FROM', from: null, to: 'Example <files@example.org>' },
      ],
    },
  })
  return { port, ...login }
}
