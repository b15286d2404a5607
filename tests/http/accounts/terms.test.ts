import assert from 'node:assert/strict'
import { test } from 'node:test'
import { termsVersion } from '#contract/accounts/terms.ts'
import { sendJson, signUp } from '#tests/support/accounts/accounts.ts'
import { forEachDatabase } from '#tests/support/databases/databases.ts'
import { startServer } from '#tests/support/server/server.ts'
import { codeOf } from '#tests/support/transfers/transfers.ts'

const MINUTE = 60_000

forEachDatabase('the terms', ({ place }) => {
  test('an acceptance is kept with its version and time, and a second one changes nothing', async () => {
    await using server = await startServer(await place())
    const { client } = await signUp(server)
    const before = server.clock.now()
    const { terms } = await client.call('acceptTerms', { body: { version: termsVersion } })
    assert.equal(terms.version, termsVersion)
    const at = Date.parse(terms.acceptedAt)
    assert.ok(at >= before && at <= server.clock.now(), terms.acceptedAt)
    server.clock.advance(MINUTE)
    const again = await client.call('acceptTerms', { body: { version: termsVersion } })
    assert.deepEqual(again.terms, terms)
  })

  test('an acceptance is in the export of what is held about a person', async () => {
    await using server = await startServer(await place())
    const { client, token } = await signUp(server)
    async function exported() {
      const headers = { authorization: `Bearer ${token}` }
      const answer = await fetch(`${server.baseUrl}/api/users/export`, { headers })
      return JSON.parse(await answer.text()).consents
    }
    assert.deepEqual(await exported(), [])
    const { terms } = await client.call('acceptTerms', { body: { version: termsVersion } })
    const [accepted] = await exported()
    assert.partialDeepStrictEqual(accepted, {
      purpose: 'terms',
      version: termsVersion,
      givenAt: terms.acceptedAt,
      withdrawnAt: null,
    })
    const text = await fetch(`${server.baseUrl}/api/consents/texts/${accepted.textHash}`)
    assert.match(await text.text(), /^1\. Acceptance\n\n/)
  })
})

test('only the version that holds now can be accepted, and only by someone signed in', async () => {
  await using server = await startServer()
  const { token } = await signUp(server)
  for (const version of ['1.0', '9.9', '', null]) {
    const answer = await sendJson(server, 'POST', '/users/terms', { version }, token)
    assert.equal(await codeOf(answer, 400), 'BAD_REQUEST', String(version))
  }
  const anonymous = await sendJson(server, 'POST', '/users/terms', { version: termsVersion })
  assert.equal(await codeOf(anonymous, 401), 'AUTHENTICATION_REQUIRED')
})
