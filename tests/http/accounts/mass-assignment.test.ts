import assert from 'node:assert/strict'
import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { termsVersion } from '#contract/accounts/terms.ts'
import { type Endpoints, endpoints } from '#contract/endpoints.ts'
import { uploadReply } from '#contract/transfers/files.ts'
import { issueSetupLink, setupLinkLife } from '#server/operations/setup/setup-link.ts'
import {
  goodPassword,
  type Person,
  sendFileAs,
  sendJson,
  signIn,
  signUp,
  uploadAs,
} from '#tests/support/accounts/accounts.ts'
import { forEachDatabase } from '#tests/support/databases/databases.ts'
import { transferOf } from '#tests/support/databases/transfer-rows.ts'
import { mailsTo } from '#tests/support/mail/mailbox.ts'
import { startServer, type TestServer } from '#tests/support/server/server.ts'
import { keyPassword, makeKey } from '#tests/support/transfers/quantum-files.ts'
import { codeOf, type SentFile, sendForm } from '#tests/support/transfers/transfers.ts'

/** Every call with a body that is not for administrators only: a new one does not compile without a line below. */
type CallWithBody = {
  [Name in keyof Endpoints]: Endpoints[Name] extends { body: unknown }
    ? Endpoints[Name] extends { access: 'admin' }
      ? never
      : Name
    : never
}[keyof Endpoints]

/** `ada` makes the calls; they could fall on `bob`. */
type Cast = {
  server: TestServer
  ada: Person
  bob: Person
  file: SentFile
  ref: string
  linkId: string
  guests: { ref: string; linkId: string; manageToken: string }
  contactId: string
  requestId: string
}

/** `refused`: the call takes no members but its own. */
type Sent = { body: object; id?: string; ref?: string; algorithm?: string; number?: string; refused?: true }

const rsaPair = {
  publicKey: generateKeyPairSync('rsa', { modulusLength: 2048 })
    .publicKey.export({ type: 'spki', format: 'der' })
    .toString('base64'),
  encryptedPrivateKey: randomBytes(1250).toString('base64'),
}
function tomorrow() {
  return new Date(Date.now() + 24 * 60 * 60_000).toISOString()
}
const webhookBody = {
  url: 'https://[2606:4700::1]/',
  events: ['transfer.created' as const],
  format: 'slack' as const,
  names: true,
}
const newPassword = 'a horse of another colour'
const eve = { username: 'eve', email: 'eve@example.org', password: goodPassword }

async function setupToken({ services }: TestServer): Promise<string> {
  const link = await issueSetupLink(services)
  assert.ok(link)
  return new URL(link).hash.slice(1)
}

/** A body that each call takes, in an order in which each can succeed. */
const bodies: Record<CallWithBody, (cast: Cast) => Sent | Promise<Sent>> = {
  register: () => ({ body: eve }),
  findInvitation: () => ({ body: { invitation: 'x' }, refused: true }),
  login: () => ({ body: { username: 'eve', password: goodPassword, rememberMe: true } }),
  refresh: async ({ server }) => ({ body: { refreshToken: (await signIn(server, 'eve')).refreshToken } }),
  logout: async ({ server }) => ({ body: { refreshToken: (await signIn(server, 'eve')).refreshToken } }),
  forgotPassword: () => ({ body: { email: eve.email } }),
  resetPassword: async ({ server }) => {
    const mails = await mailsTo(server, eve.email)
    const [, token] = mails.map(({ text = '' }) => /token=([\w-]+)/.exec(text)).find(Boolean) ?? []
    return { body: { token, password: goodPassword } }
  },
  setupLink: async ({ server }) => ({ body: { token: await setupToken(server) } }),
  createFirstAdmin: async ({ server }) => {
    // The link of the call before works still, and its token is not kept.
    server.clock.advance(setupLinkLife)
    const root = { username: 'root', email: 'root@example.org', password: goodPassword }
    const token = await setupToken(server)
    server.clock.advance(-setupLinkLife)
    return { body: { ...root, token } }
  },
  updateProfile: () => ({ body: { username: 'ada', email: 'ada@example.org' } }),
  updatePreferences: () => ({ body: { security: true, notifications: true, marketing: false } }),
  chooseLanguage: () => ({ body: { language: 'de' } }),
  acceptTerms: () => ({ body: { version: termsVersion } }),
  sendEmail: ({ file }) => ({
    body: { recipientEmail: 'ines@example.org', downloadLink: file.downloadUrl },
  }),
  manageSession: ({ guests: { linkId, manageToken } }) => ({
    body: { id: linkId, token: manageToken },
    refused: true,
  }),
  updateTransfer: ({ ref }) => ({ ref, body: { title: 'Plans' }, refused: true }),
  changeTransferPassword: ({ ref }) => ({ ref, body: { next: 'a file password' }, refused: true }),
  changeTransferSlot: ({ ref }) => ({
    ref,
    body: { proof: 'p'.repeat(43), slot: 's'.repeat(104), nextProof: 'p'.repeat(43) },
    refused: true,
  }),
  addLink: ({ ref }) => ({ ref, body: { label: 'Ines' }, refused: true }),
  updateLink: ({ ref, linkId }) => ({ ref, id: linkId, body: { label: 'Ines' }, refused: true }),
  claimTransfer: ({ guests: { ref, manageToken } }) => ({ ref, body: { manageToken }, refused: true }),
  downloadTicket: ({ file }) => ({ id: file.id, body: {}, refused: true }),
  downloadReceived: ({ file }) => ({ id: file.id, body: { ticket: 'x' }, refused: true }),
  selection: ({ file }) => ({ id: file.id, body: { members: [0] }, refused: true }),
  downloadCode: ({ file }) => ({ id: file.id, body: {}, refused: true }),
  addRecipient: ({ ref }) => ({ ref, body: { email: 'ines@example.org' }, refused: true }),
  mailManageLink: ({ ref }) => ({ ref, body: { email: 'ines@example.org' }, refused: true }),
  rightsCode: () => ({ body: { email: 'ines@example.org' }, refused: true }),
  openRights: () => ({ body: { email: 'ines@example.org', code: '123456' }, refused: true }),
  correctName: () => ({ body: { name: 'Ines' }, refused: true }),
  eraseAddress: () => ({ body: { email: 'ines@example.org' }, refused: true }),
  generateKey: () => ({ body: { algorithm: 'ml-kem512', password: keyPassword } }),
  changeKeyPassword: () => ({
    algorithm: 'ml-kem512',
    body: { currentPassword: keyPassword, newPassword: 'another good one' },
  }),
  storeKey: () => ({ body: { keyType: 'rsa', ...rsaPair } }),
  replacePrivateKey: () => ({ body: { encryptedPrivateKey: rsaPair.encryptedPrivateKey } }),
  addContact: () => ({ body: { name: 'Ines', email: 'ines@example.org' } }),
  updateContact: ({ contactId }) => ({
    id: contactId,
    body: { name: 'Jonas', email: 'jonas@example.org' },
  }),
  createRequest: () => ({ body: { title: 'Plans', until: tomorrow() }, refused: true }),
  createWebhook: () => ({ body: webhookBody, refused: true }),
  testNewWebhook: () => ({ body: webhookBody, refused: true }),
  updateWebhook: async ({ ada }) => {
    const { webhook } = await ada.client.call('createWebhook', { body: webhookBody })
    return { body: webhookBody, id: webhook.id, refused: true }
  },
  updateRequest: ({ requestId }) => ({ id: requestId, body: { title: 'Other plans' }, refused: true }),
  requestArchive: ({ requestId }) => ({ id: requestId, body: {}, refused: true }),
  requestCode: ({ requestId }) => ({ id: requestId, body: { email: 'ines@example.org' }, refused: true }),
  requestTicket: ({ requestId }) => ({ id: requestId, body: {}, refused: true }),
  secondFactor: () => ({ body: { challenge: 'x', method: 'totp', code: '123456' }, refused: true }),
  passkeyOptions: () => ({ body: { username: 'ada' }, refused: true }),
  signInWithPasskey: () => ({ body: { challengeId: 'x' }, refused: true }),
  addPasskey: () => ({ body: { challengeId: 'x' }, refused: true }),
  renamePasskey: () => ({ id: 'A'.repeat(22), body: { name: 'x' }, refused: true }),
  confirmTotp: () => ({ body: { code: '123456' }, refused: true }),
  confirm: () => ({ body: { currentPassword: goodPassword }, refused: true }),
  oidcExchange: () => ({ body: { code: 'x', verifier: 'A'.repeat(43) }, refused: true }),
  connectIdentity: () => ({ body: { code: 'x', verifier: 'A'.repeat(43) }, refused: true }),
  verifyEmail: () => ({ body: { token: 'x' }, refused: true }),
  beginDevice: () => ({ body: { name: 'x', scopes: ['contacts'] }, refused: true }),
  redeemDevice: () => ({ body: { deviceCode: 'x' }, refused: true }),
  findDevice: () => ({ body: { userCode: 'x' }, refused: true }),
  approveDevice: () => ({ body: { userCode: 'x' }, refused: true }),
  denyDevice: () => ({ body: { userCode: 'x' }, refused: true }),
  createApiKey: () => ({
    body: { name: 'x', scopes: ['contacts'], expiresAt: null, networks: [] },
    refused: true,
  }),
  createReport: async ({ server, file }) => {
    const link = file.downloadUrl
    const { formToken } = await server.client.call('reportForm', { query: { link } })
    const said = { reason: 'malware', explanation: 'It is a virus.', goodFaith: true }
    return { body: { link, formToken, ...said }, refused: true }
  },
  confirmReport: () => ({ number: 'R-2222', body: { code: '123456' }, refused: true }),
  appealReport: () => ({ number: 'R-2222', body: { text: 'No.' }, refused: true }),
  appealDecision: () => ({ id: 'A'.repeat(22), body: { text: 'No.' }, refused: true }),
  markNotificationsRead: () => ({ body: {} }),
  changePassword: () => ({ body: { currentPassword: goodPassword, newPassword } }),
  eraseAccount: () => ({ body: { password: newPassword } }),
}

/** Everything that a body could try to raise its sender with, or to act for someone else. */
function wishes({ user }: Person) {
  return {
    isAdmin: true,
    is_admin: 1,
    isPro: true,
    is_pro: 1,
    proPlan: true,
    isActive: true,
    storageLimit: 1e15,
    storage_limit: 1e15,
    mustChangePassword: false,
    createdAt: '2001-01-01T00:00:00.000Z',
    userId: user.id,
    user_id: user.id,
    ownerId: user.id,
    owner_id: user.id,
    user: { id: user.id, isAdmin: true, isPro: true, storageLimit: 1e15 },
  }
}

/** What an account may, and what it has; what the calls above change of it is left out. */
async function standing({ client }: Person) {
  const [{ user }, { stats }, { keys }] = [
    await client.call('profile'),
    await client.call('stats'),
    await client.call('keys'),
  ]
  const { id, isAdmin, isPro, mustChangePassword, createdAt, storageLimit } = user
  return { rights: { id, isAdmin, isPro, mustChangePassword, createdAt, storageLimit }, stats, keys }
}

forEachDatabase('a body that asks for more', ({ place }) => {
  test('raises nobody, and falls on nobody else, with any call', async () => {
    await using server = await startServer({
      ...(await place()),
      environment: { RATE_LIMITS: 'off', REQUEST_MIN_ACCOUNT_AGE: '0' },
    })
    const [ada, bob] = [await signUp(server), await signUp(server, 'bob')]
    await makeKey(bob)
    const file = await uploadAs(server, ada.token, 'plan.txt')
    const { contact } = await ada.client.call('addContact', {
      body: { name: 'Jonas', email: 'jonas@example.org' },
    })
    const { id: ref } = await transferOf(server.services.database, file.id)
    const sent = await sendForm(server.baseUrl, [
      { name: 'file', bytes: Buffer.from('a guest’s'), filename: 'guest.txt' },
    ])
    const { file: guestFile, transfer, manageUrl } = uploadReply.parse(await sent.json())
    const guests = {
      ref: transfer.ref,
      linkId: guestFile.id,
      manageToken: new URL(manageUrl).hash.slice(1),
    }
    const { request } = await ada.client.call('createRequest', {
      body: { title: 'Plans', until: tomorrow() },
    })
    const cast = {
      requestId: request.id,
      server,
      ada,
      bob,
      file,
      ref,
      linkId: file.id,
      guests,
      contactId: contact.id,
    }
    const before = { ada: await standing(ada), bob: await standing(bob) }
    const eves = new Set<string>()
    for (const name of Object.keys(bodies) as CallWithBody[]) {
      const { body, id = '', ref = '', algorithm = '', number = '', refused } = await bodies[name](cast)
      const { method, path, access, ...endpoint } = endpoints[name]
      const success = 'status' in endpoint ? endpoint.status : 200
      const address = path
        .replace(':id', id)
        .replace(':ref', ref)
        .replace(':algorithm', algorithm)
        .replace(':number', number)
      const token = access === 'credentials' ? undefined : ada.token
      const response = await sendJson(server, method, address, { ...wishes(bob), ...body }, token)
      const text = await response.text()
      assert.equal(response.status, refused ? 400 : success, `${name}: ${text}`)
      assert.deepEqual(await standing(bob), before.bob, name)
      if (name === 'eraseAccount') break
      assert.deepEqual((await standing(ada)).rights, before.ada.rights, name)
      await assert.rejects(ada.client.call('adminSystem'), { code: 'FORBIDDEN' }, name)
      const { rights } = await standing(await signIn(server, 'eve'))
      eves.add(JSON.stringify(rights))
      assert.deepEqual(
        { ...rights, id: '', createdAt: '' },
        { ...before.ada.rights, id: '', createdAt: '' },
        name,
      )
    }
    assert.equal(eves.size, 1)
    await assert.rejects(ada.client.call('currentUser'), { code: 'INVALID_TOKEN' })
  })
})

test('a body that asks for more is refused in the form of an upload', async () => {
  await using server = await startServer()
  const [ada, bob] = [await signUp(server), await signUp(server, 'bob')]
  for (const [field, value] of Object.entries(wishes(bob))) {
    if (field === 'proPlan') continue
    const answer = await sendFileAs(server, ada.token, 'a.txt', { fields: { [field]: String(value) } })
    assert.equal(await codeOf(answer, 400), 'VALIDATION_ERROR', field)
  }
  const pro = await sendFileAs(server, ada.token, 'a.txt', { fields: { proPlan: 'true', expiresIn: '7d' } })
  assert.equal(await codeOf(pro, 403), 'PRO_SUBSCRIPTION_REQUIRED')
  for (const { client } of [ada, bob]) assert.equal((await client.call('stats')).stats.totalFiles, 0)
})
