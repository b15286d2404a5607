import assert from 'node:assert/strict'
import { test } from 'node:test'
import { clientWith, goodPassword, signIn, signUp } from '#tests/support/accounts/accounts.ts'
import { createKey } from '#tests/support/accounts/api-keys.ts'
import { forEachDatabase } from '#tests/support/databases/databases.ts'
import { mailsTo } from '#tests/support/mail/mailbox.ts'
import { startServer, type TestServer } from '#tests/support/server/server.ts'

/** Tokens of all reset links that an address was mailed; in no order. */
async function tokensTo(server: TestServer, email: string): Promise<string[]> {
  const mails = await mailsTo(server, email)
  return mails.flatMap(({ text = '' }) => /reset-password\?token=([\w-]+)/.exec(text)?.[1] ?? [])
}

async function resetByMail(server: TestServer, email: string) {
  const before = await tokensTo(server, email)
  await server.client.call('forgotPassword', { body: { email } })
  const [token = ''] = (await tokensTo(server, email)).filter((one) => !before.includes(one))
  return server.client.call('resetPassword', { body: { token, password: goodPassword } })
}

forEachDatabase('an address that a stranger has registered', ({ place }) => {
  test('is its owner’s alone after a reset by mail: nothing from before opens the account', async () => {
    await using server = await startServer({ ...(await place()), environment: { EMAIL_VERIFICATION: 'off' } })
    const stranger = await signUp(server)
    const { key } = await createKey(stranger, { scopes: ['transfers:read'] })
    const byKey = clientWith(server, key)
    await byKey.call('ownFiles', { query: { page: 1, pageSize: 10 } })
    const reply = await resetByMail(server, 'ada@example.org')
    assert.equal(reply.accessEnded, true)
    await assert.rejects(byKey.call('ownFiles', { query: { page: 1, pageSize: 10 } }), {
      code: 'INVALID_API_KEY',
    })
    await assert.rejects(stranger.client.call('currentUser'), { code: 'INVALID_TOKEN' })
    const told = (await mailsTo(server, 'ada@example.org')).map(({ text }) => text).join('\n')
    assert.match(told, /API keys, passkeys and connected sign-ins from before no longer work/)
    assert.match(told, /an administrator can reset two-step sign-in/)
    // The owner's own keys outlive another reset: the address is confirmed by now.
    const owner = await signIn(server, 'ada')
    const own = await createKey(owner, { scopes: ['transfers:read'] })
    const again = await resetByMail(server, 'ada@example.org')
    assert.equal(again.accessEnded, undefined)
    await clientWith(server, own.key).call('ownFiles', { query: { page: 1, pageSize: 10 } })
  })
})
