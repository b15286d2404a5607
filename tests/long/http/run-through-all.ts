import { personalData } from '#server/app/personal-data.ts'
import { sweepAccounts } from '#server/identity/privacy/sweep-accounts.ts'
import { sweepUnverified } from '#server/identity/privacy/sweep-unverified.ts'
import { removeOldSentMails } from '#server/messaging/mail/sent-mails.ts'
import { listCases } from '#server/moderation/cases/list-cases.ts'
import { purgeEntries } from '#server/operations/audit/audit-entries.ts'
import { findState } from '#server/operations/metrics/find-state.ts'
import { fillAccount } from '#tests/support/accounts/account-with-everything.ts'
import { type Person, signIn, signUp, uploadAs } from '#tests/support/accounts/accounts.ts'
import { confirm, createKey } from '#tests/support/accounts/api-keys.ts'
import { addPasskey, signInWithPasskey } from '#tests/support/accounts/passkeys.ts'
import { appCode, challengeOf, signInWithCode, turnOn } from '#tests/support/accounts/second-factor.ts'
import { inboxOf, makeRequest, received, sentBy, visit } from '#tests/support/requests/visitors.ts'
import { anyone, sendTransfer } from '#tests/support/transfers/managed-transfers.ts'
import { listMembers, sendSeveral } from '#tests/support/transfers/members.ts'
import {
  linkOf,
  type MailingServer,
  prove,
  recipientLinks,
  sendTo,
} from '#tests/support/transfers/recipients.ts'
import { openRights } from '#tests/support/transfers/rights.ts'
import { callsOf, password } from '../../bench/million/calls.ts'

const HOUR = 60 * 60_000

/** Does whatever there is to do, on a database that is not empty. */
export async function runThroughAll(
  server: MailingServer,
  amounts: Parameters<typeof callsOf>[1],
): Promise<void> {
  const { services, clock } = server
  for (const call of Object.values(await callsOf(server.baseUrl, amounts))) await call()
  const person = await signUp(server, 'ada')
  await fillAccount(server, person)
  await person.client.call('previewErasure')
  await person.client.call('identities')
  await manageTransfers(server)
  await sendToRecipients(server)
  await askForFiles(server, person)
  const mary = await signUp(server, 'mary')
  await createAndRevokeKey(server, mary)
  await signInInTwoSteps(server, mary)
  await endSessions(server, mary)
  await person.client.call('logout', { body: {} })
  await eraseRecipient(server)
  await anyone(server).call('retention')
  await findState(services)
  await listCases(services, { page: 1, pageSize: 20, filter: 'all', search: 'plan' })
  clock.advance(11 * HOUR + 30 * 60_000)
  await server.sweep()
  clock.advance(40 * 24 * HOUR)
  await server.sweep()
  await server.deliverMail()
  await sweepAccounts(services)
  await sweepUnverified(services, personalData(services))
  await removeOldSentMails(services)
  await purgeEntries(services)
}

async function eraseRecipient(server: MailingServer): Promise<void> {
  const email = 'mara@example.org'
  await sendTo(server, [email])
  const { client, headers } = await openRights(server, email)
  await client.call('exportRights', { headers })
  await client.call('correctName', { headers, body: { name: 'Mara' } })
  await client.call('blockMails', { headers })
  await client.call('allowMails', { headers })
  await client.call('eraseAddress', { headers, body: { email } })
}

async function manageTransfers(server: MailingServer): Promise<void> {
  const client = anyone(server)
  const { ref, linkId, token, headers } = await sendTransfer(server, Buffer.from('hello'))
  const params = { ref }
  await client.call('manageSession', { body: { id: linkId, token } })
  const expiresAt = new Date(server.clock.now() + 20 * HOUR).toISOString()
  await client.call('updateTransfer', {
    params,
    headers,
    body: { title: 'Plans', downloadLimit: 5, expiresAt },
  })
  const { link } = await client.call('addLink', { params, headers, body: { label: 'another' } })
  const ofLink = { ref, id: link.id }
  await client.call('updateLink', { params: ofLink, headers, body: { downloadLimit: 3 } })
  await client.call('revokeLink', { params: ofLink, headers })
  await client.call('managedTransfer', { params, headers })
  await client.call('deleteTransfer', { params, headers })
  const sent = await sendSeveral(server, [
    { path: 'one.txt', bytes: Buffer.from('one') },
    { path: 'a folder/two.txt', bytes: Buffer.from('two') },
  ])
  await listMembers(server, sent.id, { search: 'one' })
}

async function sendToRecipients(server: MailingServer): Promise<void> {
  const email = 'jonas@example.org'
  const sent = await sendTo(server, [email])
  const id = linkOf(sent, email)
  const client = anyone(server)
  const headers = await prove(server, id, email)
  await client.call('fileInfo', { params: { id }, headers })
  await client.call('downloadTicket', { params: { id }, body: {}, headers })
  await client.call('remindRecipient', { params: { ref: sent.ref, linkId: id }, headers: sent.headers })
  const body = { email: 'mara@example.org', needsCode: true }
  await client.call('addRecipient', { params: { ref: sent.ref }, headers: sent.headers, body })
  await recipientLinks(server, sent)
}

async function askForFiles(server: MailingServer, person: Person): Promise<void> {
  const { client } = person
  const request = await makeRequest(server, person, {
    lock: 'key',
    asks: { name: true, email: true, code: false },
  })
  const params = { id: request.id }
  await client.call('updateRequest', { params, body: { title: 'Other papers' } })
  const visitor = await visit(server, request.id, { name: 'Clara', email: 'clara@example.org' })
  await received(server, visitor)
  await sentBy(server, visitor)
  await server.client.call('publicRequest', { params })
  await client.call('requests', { query: {} })
  await inboxOf(person, request.id)
  const { url } = await client.call('requestArchive', {
    params,
    body: { keyPassword: 'a password for keys' },
  })
  await (await fetch(server.baseUrl + url)).arrayBuffer()
  await client.call('closeRequest', { params })
}

async function createAndRevokeKey(server: MailingServer, person: Person): Promise<void> {
  const { key, apiKey } = await createKey(person)
  await uploadAs(server, key, 'by a program.txt')
  await person.client.call('apiKeys')
  await person.client.call('revokeApiKey', { params: { id: apiKey.id } })
}

async function signInInTwoSteps(server: MailingServer, person: Person): Promise<void> {
  const { username, id } = person.user
  const { secret, codes } = await turnOn(server, person)
  await signInWithCode(server, username, appCode(secret, server.clock.now() + 30_000))
  await signInWithCode(server, username, codes[0] ?? '', 'recovery')
  await person.client.call('security')
  await person.client.call('renewRecoveryCodes', { headers: await confirm(person) })
  const { authenticator, passkey } = await addPasskey(server, person)
  await signInWithPasskey(server, authenticator)
  await server.client.call('passkeyOptions', { body: { username } })
  const { challenge, passkey: options } = await challengeOf(server, username)
  if (options) {
    const response = authenticator.assert(options)
    await server.client.call('secondFactor', { body: { challenge, method: 'passkey', response } })
  }
  const params = { id: passkey.id }
  const headers = await confirm(person)
  await person.client.call('renamePasskey', { params, headers, body: { name: 'Pixel 9' } })
  await person.client.call('removePasskey', { params, headers })
  const root = await signIn(server, 'root', password)
  await root.client.call('adminUsers', { query: { search: username } })
  await root.client.call('resetFactors', { params: { id } })
}

async function endSessions(server: MailingServer, person: Person): Promise<void> {
  const { refreshToken } = await signIn(server, person.user.username)
  await server.client.call('refresh', { body: { refreshToken } })
  const { sessions } = await person.client.call('sessions')
  const other = sessions.find(({ current }) => !current)
  if (other) await person.client.call('endSession', { params: { id: other.id } })
  await person.client.call('endOtherSessions')
}
