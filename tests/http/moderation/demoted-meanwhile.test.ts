import assert from 'node:assert/strict'
import { test } from 'node:test'
import { goodPassword, type Person, signUp, signUpAdmin } from '#tests/support/accounts/accounts.ts'
import { forEachDatabase } from '#tests/support/databases/databases.ts'
import { meet } from '#tests/support/databases/meet.ts'
import { startServer, type TestServer } from '#tests/support/server/server.ts'
import { type SentTransfer, sendTransfer } from '#tests/support/transfers/managed-transfers.ts'
import { byTerms, fromAnywhere, reportLink } from '#tests/support/transfers/reports.ts'

/** What Ada has sent, and the number of the case about it. */
type Scene = { readonly ada: Person; readonly sent: SentTransfer; readonly number: string }

async function setScene(server: TestServer): Promise<Scene> {
  const ada = await signUp(server)
  const headers = { authorization: `Bearer ${ada.token}` }
  const sent = await sendTransfer(server, Buffer.from('hello'), { headers })
  const { number } = await reportLink(server, sent.reply.file.downloadUrl, '192.0.2.1')
  return { ada, sent, number }
}

async function change({ client }: Person, { user }: Person, to: { isAdmin?: boolean; isActive?: boolean }) {
  const params = { id: user.id }
  const { username, email, isPro, storageLimit, ...now } = (await client.call('adminUser', { params })).user
  const roles = { isActive: now.isActive, isAdmin: now.isAdmin, ...to }
  return client.call('updateUser', { params, body: { username, email, isPro, storageLimit, ...roles } })
}

const made = { username: 'mallory', email: 'mallory@example.org', password: goodPassword, isAdmin: true }
const decision = { action: 'disable', ground: byTerms, facts: 'Found.', automated: false } as const

/** What administrators do with people and the service, and with what others have sent. */
const acts = {
  people: (eve: Person, { ada }: Scene) => [
    change(eve, ada, { isAdmin: true }),
    eve.client.call('createUser', { body: made }),
    eve.client.call('deleteUser', { params: { id: ada.user.id } }),
    eve.client.call('resetFactors', { params: { id: ada.user.id } }),
    eve.client.call('enableMaintenance', { body: { message: 'Back soon.' } }),
  ],
  transfers: (eve: Person, { sent: { ref }, number }: Scene) => [
    eve.client.call('adminDeleteFile', { params: { id: ref } }),
    eve.client.call('updateTransfer', { params: { ref }, body: { title: 'Mine' } }),
    eve.client.call('noteReport', { params: { n: number }, body: { text: 'A note.' } }),
    eve.client.call('disableReported', { params: { n: number } }),
    eve.client.call('decideReport', { params: { n: number }, body: decision }),
    eve.client.call('blockContent', { body: { lines: 'a'.repeat(64), reason: 'malware' } }),
  ],
} as const

forEachDatabase('an administrator who is one no more', ({ engine, place }) => {
  if (engine === 'sqlite') return

  for (const [what, to, code] of [
    ['without the role', { isAdmin: false }, 'FORBIDDEN'],
    ['disabled', { isActive: false }, 'INVALID_TOKEN'],
  ] as const)
    for (const [about, actsOf] of Object.entries(acts))
      test(`does nothing that was under way: ${what}, ${about}`, async () => {
        const at = await place()
        await using server = await startServer({ ...at, environment: fromAnywhere })
        const [root, eve] = [await signUpAdmin(server), await signUpAdmin(server, 'eve')]
        const scene = await setScene(server)
        const codes = await meet(
          at,
          'users',
          () => change(root, eve, to),
          () => actsOf(eve, scene),
        )
        assert.deepEqual(new Set(codes), new Set([code]))
        const { case: found } = await root.client.call('adminReport', { params: { n: scene.number } })
        assert.deepEqual([found.state, found.transfer?.state, found.transfer?.title], ['open', 'ready', null])
        const { users } = await root.client.call('adminUsers', { query: {} })
        assert.deepEqual(users.map(({ username }) => username).toSorted(), ['ada', 'eve', 'root'])
        assert.equal(users.find(({ username }) => username === 'ada')?.isAdmin, false)
      })
})
