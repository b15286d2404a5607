import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type RouteName, routes } from '#contract/routes.ts'
import { connectIdentity } from '#server/identity/oidc/identities.ts'
import { type Person, sendJson, signUp } from '#tests/support/accounts/accounts.ts'
import { createKey } from '#tests/support/accounts/api-keys.ts'
import { forEachDatabase } from '#tests/support/databases/databases.ts'
import { transferOf } from '#tests/support/databases/transfer-rows.ts'
import { startServer, type TestServer } from '#tests/support/server/server.ts'
import { keyPassword, lock, makeKey } from '#tests/support/transfers/quantum-files.ts'
import { codeOf } from '#tests/support/transfers/transfers.ts'

/** Every call that names one thing in its address and is not for administrators: a new one does not compile unsaid. */
type CallOnOne = {
  [Name in RouteName]: (typeof routes)[Name] extends { path: `${string}:${string}` }
    ? (typeof routes)[Name] extends { access: 'admin' }
      ? never
      : Name
    : never
}[RouteName]

type Things = {
  file: string
  ref: string
  contact: string
  session: string
  apiKey: string
  identity: string
  request: string
  webhook: string
  algorithm: string
}

type OnOne = { of: keyof Things; code: string; body?: object }

/** `link`: for anyone with the random id, which is the link; `token`: for anyone with that; `confirmation`: wants one first, see signing-in/passkeys.test.ts. Else what is someone's own, and what stands in the body. */
const calls: Record<CallOnOne, 'link' | 'token' | 'confirmation' | OnOne> = {
  uploadSteps: 'link',
  arrival: 'link',
  resumableResult: 'link',
  // It names what is about to be sent.
  putFile: 'link',
  fileInfo: 'link',
  downloadTicket: 'link',
  downloadFile: 'link',
  members: 'link',
  memberFile: 'link',
  memberPreview: 'link',
  memberThumbnail: 'link',
  selection: 'link',
  selectionFile: 'link',
  downloadCode: 'link',
  downloadReceived: 'link',
  addRecipient: { of: 'ref', code: 'FILE_NOT_FOUND', body: { email: 'bob@example.org' } },
  remindRecipient: { of: 'ref', code: 'FILE_NOT_FOUND' },
  mailManageLink: { of: 'ref', code: 'FILE_NOT_FOUND', body: { email: 'bob@example.org' } },
  transferReceipt: { of: 'ref', code: 'FILE_NOT_FOUND' },
  stopMails: 'link',
  // The name of words that everybody may read.
  consentText: 'link',
  report: 'token',
  confirmReport: 'token',
  appealReport: 'token',
  reportCode: 'token',
  decision: 'token',
  appealDecision: 'token',
  moderate: 'token',
  deleteFile: { of: 'file', code: 'FILE_NOT_FOUND' },
  managedTransfer: { of: 'ref', code: 'FILE_NOT_FOUND' },
  updateTransfer: { of: 'ref', code: 'FILE_NOT_FOUND', body: { title: 'Bob’s' } },
  deleteTransfer: { of: 'ref', code: 'FILE_NOT_FOUND' },
  changeTransferPassword: { of: 'ref', code: 'FILE_NOT_FOUND', body: { next: 'Bob’s' } },
  changeTransferSlot: {
    of: 'ref',
    code: 'FILE_NOT_FOUND',
    body: { proof: 'p'.repeat(43), slot: 's'.repeat(104), nextProof: 'p'.repeat(43) },
  },
  addTransferFile: { of: 'ref', code: 'FILE_NOT_FOUND' },
  removeTransferFile: { of: 'ref', code: 'FILE_NOT_FOUND' },
  addLink: { of: 'ref', code: 'FILE_NOT_FOUND' },
  updateLink: { of: 'ref', code: 'FILE_NOT_FOUND', body: { label: 'Bob’s' } },
  revokeLink: { of: 'ref', code: 'FILE_NOT_FOUND' },
  claimTransfer: 'token',
  publicRequest: 'link',
  requestCode: 'link',
  requestTicket: 'link',
  visitorUploads: 'link',
  requestArchiveFile: 'token',
  request: { of: 'request', code: 'REQUEST_NOT_FOUND' },
  updateRequest: { of: 'request', code: 'REQUEST_NOT_FOUND', body: { title: 'Bob’s' } },
  deleteRequest: { of: 'request', code: 'REQUEST_NOT_FOUND' },
  closeRequest: { of: 'request', code: 'REQUEST_NOT_FOUND' },
  requestArchive: { of: 'request', code: 'REQUEST_NOT_FOUND' },
  endSession: { of: 'session', code: 'SESSION_NOT_FOUND' },
  disconnectIdentity: { of: 'identity', code: 'IDENTITY_NOT_FOUND' },
  renamePasskey: 'confirmation',
  removePasskey: 'confirmation',
  updateWebhook: {
    of: 'webhook',
    code: 'WEBHOOK_NOT_FOUND',
    body: { url: 'https://[2606:4700::1]/', events: ['transfer.created'], format: 'slack', names: true },
  },
  deleteWebhook: { of: 'webhook', code: 'WEBHOOK_NOT_FOUND' },
  rotateWebhookSecret: { of: 'webhook', code: 'WEBHOOK_NOT_FOUND' },
  testWebhook: { of: 'webhook', code: 'WEBHOOK_NOT_FOUND' },
  webhookDeliveries: { of: 'webhook', code: 'WEBHOOK_NOT_FOUND' },
  redeliverWebhook: { of: 'webhook', code: 'WEBHOOK_NOT_FOUND' },
  revokeApiKey: { of: 'apiKey', code: 'API_KEY_NOT_FOUND' },
  contact: { of: 'contact', code: 'CONTACT_NOT_FOUND' },
  updateContact: {
    of: 'contact',
    code: 'CONTACT_NOT_FOUND',
    body: { name: 'Bob', email: 'bob@example.org' },
  },
  deleteContact: { of: 'contact', code: 'CONTACT_NOT_FOUND' },
  key: { of: 'algorithm', code: 'KEY_NOT_FOUND' },
  changeKeyPassword: {
    of: 'algorithm',
    code: 'KEY_NOT_FOUND',
    body: { currentPassword: keyPassword, newPassword: 'another good one' },
  },
  keyFiles: { of: 'algorithm', code: 'KEY_NOT_FOUND' },
  deleteKey: { of: 'algorithm', code: 'KEY_NOT_FOUND' },
}

/** Ids as the server makes them, which are nobody's. */
const nobodys: Things = {
  file: 'A'.repeat(22),
  ref: 'A'.repeat(22),
  contact: 'A'.repeat(22),
  session: 'A'.repeat(22),
  apiKey: 'A'.repeat(22),
  identity: 'A'.repeat(22),
  request: 'A'.repeat(22),
  webhook: 'A'.repeat(22),
  algorithm: 'ml-kem1024',
}

async function everythingOf({ client }: Person) {
  return {
    files: await client.call('ownFiles', { query: {} }),
    contacts: await client.call('contacts', { query: {} }),
    keys: await client.call('keys'),
    apiKeys: await client.call('apiKeys'),
    identities: await client.call('identities'),
    requests: await client.call('requests', { query: {} }),
    webhooks: await client.call('webhooks'),
    sessions: (await client.call('sessions')).sessions.map(({ id }) => id),
    notifications: await client.call('notifications', { query: {} }),
  }
}

async function thingsOf(server: TestServer, person: Person): Promise<Things> {
  const { algorithm } = await makeKey(person)
  const { id: file } = await lock(server, person, new Uint8Array(10))
  const body = { name: 'Ines', email: 'ines@example.org' }
  const { contact } = await person.client.call('addContact', { body })
  const [session] = (await person.client.call('sessions')).sessions
  assert.ok(session)
  const { apiKey } = await createKey(person)
  const { id: ref } = await transferOf(server.services.database, file)
  const account = {
    issuer: 'https://login.example.org',
    subject: 'a1',
    email: null,
    emailVerified: false,
    preferredUsername: null,
    isAdmin: false,
    isPro: false,
    quota: null,
    groups: [],
    usedFactors: false,
  }
  const caller = { id: person.user.id, sessionId: session.id }
  const { id: identity } = await connectIdentity(server.services, caller, account, '')
  const { request } = await person.client.call('createRequest', {
    body: { title: 'Plans', until: new Date(Date.now() + 60_000).toISOString() },
  })
  const { webhook } = await person.client.call('createWebhook', {
    body: { url: 'https://[2606:4700::1]/', events: ['transfer.created'], format: 'slack', names: true },
  })
  return {
    file,
    ref,
    webhook: webhook.id,
    contact: contact.id,
    session: session.id,
    apiKey: apiKey.id,
    identity,
    request: request.id,
    algorithm,
  }
}

/** Calls as someone and gives the code of the 404 and all it says. */
async function refuse(server: TestServer, { token }: Person, name: CallOnOne, call: OnOne, things: Things) {
  const { method, path } = routes[name]
  const address = path
    .replace(/:\w+/, things[call.of])
    .replace(':position', '0')
    .replace(':n', '1')
    .replace(/:id|:linkId/, things.file)
  const response =
    method === 'GET'
      ? await fetch(`${server.baseUrl}/api${address}`, { headers: { authorization: `Bearer ${token}` } })
      : await sendJson(server, method, address, call.body ?? {}, token)
  const words = await response.clone().text()
  return { code: await codeOf(response, 404), words }
}

forEachDatabase('what is someone else’s', ({ place }) => {
  test('is not there, with any call, just like what never was', async () => {
    await using server = await startServer({
      ...(await place()),
      environment: { REQUEST_MIN_ACCOUNT_AGE: '0' },
    })
    const [ada, bob] = [await signUp(server), await signUp(server, 'bob')]
    const things = await thingsOf(server, ada)
    const before = await everythingOf(ada)
    for (const name of Object.keys(calls) as CallOnOne[]) {
      const call = calls[name]
      if (call === 'link' || call === 'token' || call === 'confirmation') continue
      const onTheirs = await refuse(server, bob, name, call, things)
      assert.equal(onTheirs.code, call.code, name)
      assert.deepEqual(onTheirs, await refuse(server, bob, name, call, nobodys), name)
      assert.deepEqual(await everythingOf(ada), before, name)
    }
  })

  test('opens to nobody who has its link only, if it is locked for its owner', async () => {
    await using server = await startServer({
      ...(await place()),
      environment: { REQUEST_MIN_ACCOUNT_AGE: '0' },
    })
    const [ada, bob] = [await signUp(server), await signUp(server, 'bob')]
    await makeKey(bob)
    const { file: id } = await thingsOf(server, ada)
    const ticket = { params: { id }, body: { keyPassword } }
    await assert.rejects(bob.client.call('downloadTicket', ticket), { code: 'AUTHENTICATION_REQUIRED' })
    const { file } = await bob.client.call('fileInfo', { params: { id } })
    assert.equal(file.isOwner, false)
    assert.equal((await ada.client.call('fileInfo', { params: { id } })).file.isOwner, true)
  })
})
