import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import * as z from 'zod'
import { defaultIdentity } from '#contract/operations/branding/identity.ts'
import { newMasterKeyText } from '#crypto/keys/key-ring.ts'
import { goodPassword, type Person, signIn, signUp } from '#tests/support/accounts/accounts.ts'
import { forReceivers, makeWebhook } from '#tests/support/calls/webhook-receiver.ts'
import { forEachDatabase } from '#tests/support/databases/databases.ts'
import {
  createFirstAdmin,
  type Instance,
  skip,
  startInstance,
  unpackFirstRelease,
} from '#tests/support/releases/first-release.ts'
import { forNewAccounts, makeRequest } from '#tests/support/requests/visitors.ts'
import { sendTransfer } from '#tests/support/transfers/managed-transfers.ts'
import { reportLink } from '#tests/support/transfers/reports.ts'

const routesShape = z.object({
  routes: z.record(z.string(), z.object({ method: z.string(), path: z.string() })),
})
/** Mails wait for this server. */
const withMails = { SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'files@example.org' }
/**
 * They begin to write entries of the audit log, and break off at one of an act that 1.0.0 lacks. docs/upgrading.md says so.
 */
const exports = ['/users/export', '/admin/audit/export']

let release: Awaited<ReturnType<typeof unpackFirstRelease>> | undefined
before(async () => {
  if (skip === false) release = await unpackFirstRelease()
})
after(() => release?.[Symbol.asyncDispose]())

/** Sets what 1.1.0 has brought for people and the service, and gives the ids of all that it made. */
async function writeWhatIsNew(next: Instance, root: Person): Promise<string[]> {
  const ada = await signUp(next, 'ada')
  for (const [{ client }, language] of [
    [ada, 'pl'],
    [root, 'pt'],
  ] as const)
    await client.call('chooseLanguage', { body: { language } })
  await root.client.call('changeIdentity', { body: { ...defaultIdentity, name: 'Example Transfer' } })
  const terms = {
    version: '3',
    date: '2026-12-01',
    note: { en: 'Our own terms.' },
    sections: { en: [{ title: 'Use', text: 'Send only what you may.' }] },
  }
  await root.client.call('changeOwnTerms', { body: { ...terms, page: 'terms', publish: true } })
  await ada.client.call('acceptTerms', { body: { version: terms.version } })
  const { group } = await root.client.call('createGroup', {
    body: { name: 'Legal', members: [ada.user.id], rules: { recipients: { kind: 'most', value: 7 } } },
  })
  await root.client.call('invite', { body: { email: 'ines@example.org' } })
  const { webhook } = await makeWebhook(ada, 'http://127.0.0.1:9/hook', { name: 'deliveries' })
  const request = await makeRequest({ clock: Date }, ada)
  const sent = await sendTransfer(next, Buffer.from('a plan'))
  const { link } = await next.client.call('addRecipient', {
    params: { ref: sent.ref },
    headers: sent.headers,
    body: { email: 'mara@example.org', language: 'nl', needsCode: true },
  })
  const { number } = await reportLink(next, `${next.baseUrl}/download/${sent.linkId}`, '192.0.2.1')
  return [ada.user.id, root.user.id, group.id, webhook.id, request.id, sent.ref, sent.linkId, link.id, number]
}

/** Makes every call of 1.0.0 that reads, with each identifier, and gives those that fail. */
async function failedCalls(old: Instance, ids: readonly string[], token: string): Promise<string[]> {
  const file = join(release?.folder ?? '', 'src/contract/routes.ts')
  const { routes } = routesShape.parse(await import(pathToFileURL(file).href))
  const failed: string[] = []
  for (const [name, { method, path: pattern }] of Object.entries(routes)) {
    // The answer of uploadSteps never ends.
    if (method !== 'GET' || name === 'uploadSteps') continue
    const paths = pattern.includes(':') ? [...ids, '1'].map((id) => pattern.replace(/:\w+/, id)) : [pattern]
    for (const path of paths.map((one) => one.replace(/:\w+/, '1'))) {
      const headers = { 'accept-language': 'pl', ...(token !== '' && { authorization: `Bearer ${token}` }) }
      const answer = await fetch(`${old.baseUrl}/api${path}`, { headers, redirect: 'manual' })
      const isWhole = await answer.arrayBuffer().then(
        () => true,
        () => exports.includes(path),
      )
      if (answer.status === 500 || !isWhole) failed.push(path)
    }
  }
  return failed
}

forEachDatabase('an instance of 1.0.0', ({ emptyPlace }) => {
  test('answers every call beside one of this release, whatever that has written', { skip }, async () => {
    const shared = { at: await emptyPlace(), keys: newMasterKeyText('k1') }
    await using old = await startInstance(shared, release?.folder, withMails)
    createFirstAdmin(shared, release?.folder ?? '', 'root', goodPassword)
    const environment = { ...forReceivers, ...forNewAccounts, ...withMails }
    await using next = await startInstance(shared, undefined, environment)
    const root = await signIn(next, 'root')
    const ids = await writeWhatIsNew(next, root)
    const ada = await signIn(old, 'ada')
    for (const token of ['', ada.token, root.token]) assert.deepEqual(await failedCalls(old, ids, token), [])
    await old.client.call('forgotPassword', { body: { email: 'ada@example.org' } })
    const link = ids.at(-2) ?? ''
    await old.client.call('downloadCode', { params: { id: link }, body: {} })
  })
})
