import assert from 'node:assert/strict'
import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { queueMail } from '#server/messaging/mail/outbox.ts'
import { foldForSearch } from '#server/platform/database/fold-for-search.ts'
import { type Person, signIn, uploadAs } from '#tests/support/accounts/accounts.ts'
import { createKey } from '#tests/support/accounts/api-keys.ts'
import { transferOf } from '#tests/support/databases/transfer-rows.ts'
import { mailsTo } from '#tests/support/mail/mailbox.ts'
import type { TestServer } from '#tests/support/server/server.ts'

const HOUR = 60 * 60_000

/** Gives an account something of everything that is stored about people. */
export async function fillAccount(server: TestServer, person: Person) {
  const { client, token, user } = person
  const { database, clock } = server.services
  await signIn(server, user.username)
  const file = await uploadAs(server, token, 'Vertrag Lovelace.pdf', {
    bytes: 1000,
    fields: { description: 'For Charles Babbage', expiresIn: '12h' },
  })
  const { id: ref } = await transferOf(database, file.id)
  await client.call('addLink', { params: { ref }, body: { label: 'For Lovelace’s sister' } })
  const locked = await uploadAs(server, token, 'locked by Lovelace.pdf', { fields: { password: 'secret' } })
  const deleted = await uploadAs(server, token, 'gone Lovelace.pdf')
  await client.call('deleteFile', { params: { id: deleted.id } })
  const upload = await beginUpload(server, token)
  await client.call('generateKey', { body: { algorithm: 'ml-kem768', password: 'a password for keys' } })
  const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  await client.call('storeKey', {
    body: {
      keyType: 'rsa',
      publicKey: publicKey.export({ type: 'spki', format: 'der' }).toString('base64'),
      encryptedPrivateKey: randomBytes(1250).toString('base64'),
    },
  })
  await createKey(person, { name: 'program of Lovelace' })
  await client.call('createWebhook', {
    body: {
      url: 'https://[2606:4700::1]/',
      events: ['transfer.reported'],
      format: 'standard',
      names: true,
      name: 'webhook of Lovelace',
    },
  })
  await database.updateTable('users').set({ requests_allowed: 1 }).where('id', '=', user.id).execute()
  const until = new Date(clock.now() + HOUR).toISOString()
  await client.call('createRequest', { body: { title: 'Papers for Lovelace', until } })
  await client.call('updatePreferences', { body: { security: true, notifications: true, marketing: true } })
  await client.call('updateProfile', { body: { username: user.username, email: user.email } })
  await server.client.call('forgotPassword', { body: { email: user.email } })
  await mailsTo(server, user.email)
  await database
    .insertInto('identities')
    .values({
      id: randomBytes(16).toString('base64url'),
      user_id: user.id,
      issuer: 'https://login.example.org',
      subject: 'Lovelace',
      email: user.email,
      grants_admin: 0,
      grants_pro: 0,
      grants_quota: 0,
      created_at: clock.now(),
      used_at: null,
    })
    .execute()
  await database
    .insertInto('imported')
    .values({ hash: randomBytes(32), user_id: user.id, mailed_at: null, created_at: clock.now() })
    .execute()
  await database
    .insertInto('contacts')
    .values({
      id: randomBytes(16).toString('base64url'),
      user_id: user.id,
      name: 'Charles Babbage',
      name_folded: foldForSearch('Charles Babbage'),
      email: 'charles@example.org',
      phone: null,
      company: null,
      search_text: foldForSearch('Charles Babbage charles@example.org'),
      created_at: clock.now(),
    })
    .execute()
  await database
    .insertInto('notifications')
    .values({
      id: randomBytes(16).toString('base64url'),
      user_id: user.id,
      transfer_id: (await transferOf(database, file.id)).id,
      link_id: file.id,
      kind: 'expiring',
      filename: 'Vertrag Lovelace.pdf',
      times: 1,
      happened_at: clock.now(),
      read_at: null,
    })
    .execute()
  await database.transaction().execute(async (transaction) => {
    const content = { subject: 'For Lovelace', text: 'Lovelace', html: 'Lovelace' }
    const mail = { ...content, kind: 'waiting', to: user.email, at: clock.now() }
    await queueMail(server.services, transaction, mail)
    await transaction
      .updateTable('mail_outbox')
      .set({ not_before: clock.now() + HOUR })
      .where('kind', '=', 'waiting')
      .execute()
  })
  return { file, locked, upload }
}

async function beginUpload({ baseUrl }: TestServer, token: string): Promise<string> {
  const response = await fetch(`${baseUrl}/api/files/resumable`, {
    method: 'POST',
    headers: {
      'tus-resumable': '1.0.0',
      'upload-length': '1000',
      'upload-metadata': `filename ${Buffer.from('half Lovelace.pdf').toString('base64')}`,
      authorization: `Bearer ${token}`,
    },
  })
  assert.equal(response.status, 201)
  return `${baseUrl}${response.headers.get('location')}`
}
