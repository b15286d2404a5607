import assert from 'node:assert/strict'
import { test } from 'node:test'
import { clientWith, type Person, signUp, uploadAs } from '#tests/support/accounts/accounts.ts'
import { confirm } from '#tests/support/accounts/api-keys.ts'
import { forEachDatabase } from '#tests/support/databases/databases.ts'
import { startServer, type TestServer } from '#tests/support/server/server.ts'
import { thorough } from '#tests/support/server/thoroughness.ts'

const MINUTE = 60_000

function begin({ client }: TestServer) {
  return client.call('beginDevice', { body: { name: 'Thunderbird', scopes: ['transfers:send'] } })
}

async function approve(person: Person, userCode: string): Promise<void> {
  await person.client.call('approveDevice', { body: { userCode }, headers: await confirm(person) })
}

forEachDatabase('a program that is connected by a code', ({ place }) => {
  test('gets a key with the scopes that it asked for, once, however often it asks', async () => {
    await using server = await startServer(await place())
    const ada = await signUp(server)
    const { deviceCode, userCode, verificationUri, interval, expiresIn } = await begin(server)
    assert.match(userCode, /^[2-9A-HJ-NP-Z]{4}-[2-9A-HJ-NP-Z]{4}$/)
    assert.equal(verificationUri, `${server.services.config.publicUrl}/connect`)
    assert.deepEqual([interval, expiresIn], [5, 600])
    const ask = () => server.client.call('redeemDevice', { body: { deviceCode } })
    await assert.rejects(ask(), { code: 'AUTHORIZATION_PENDING', status: 400 })
    await assert.rejects(ask(), { code: 'SLOW_DOWN', status: 400 })
    const typed = userCode.toLowerCase().replace('-', ' ')
    const { device } = await ada.client.call('findDevice', { body: { userCode: typed } })
    assert.deepEqual(
      [device.name, device.userCode, device.scopes],
      ['Thunderbird', userCode, ['transfers:send']],
    )
    await approve(ada, typed)
    server.clock.advance(5_000)
    const answers = await Promise.allSettled([ask(), ask(), ask()])
    const got = answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []))
    assert.equal(got.length, 1)
    server.clock.advance(5_000)
    await assert.rejects(ask(), { code: 'EXPIRED_TOKEN' })
    const { key = '', apiKey } = got[0] ?? {}
    assert.deepEqual(
      [apiKey?.name, apiKey?.scopes, apiKey?.expiresAt],
      ['Thunderbird', ['transfers:send'], null],
    )
    await uploadAs(server, key, 'sent.txt')
    await assert.rejects(clientWith(server, key).call('ownFiles', { query: {} }), { code: 'API_KEY_REFUSED' })
    const { apiKeys } = await ada.client.call('apiKeys')
    assert.equal(apiKeys.length, 1)
    await assert.rejects(ada.client.call('findDevice', { body: { userCode } }), {
      code: 'DEVICE_CODE_NOT_FOUND',
    })
  })

  test('is refused, or gives up after ten minutes', async () => {
    await using server = await startServer(await place())
    const ada = await signUp(server)
    const denied = await begin(server)
    await ada.client.call('denyDevice', { body: { userCode: denied.userCode } })
    await assert.rejects(server.client.call('redeemDevice', { body: { deviceCode: denied.deviceCode } }), {
      code: 'ACCESS_DENIED',
      status: 400,
    })
    const late = await begin(server)
    server.clock.advance(10 * MINUTE)
    await assert.rejects(server.client.call('redeemDevice', { body: { deviceCode: late.deviceCode } }), {
      code: 'EXPIRED_TOKEN',
    })
    await assert.rejects(ada.client.call('findDevice', { body: { userCode: late.userCode } }), {
      code: 'DEVICE_CODE_EXPIRED',
      status: 410,
    })
  })

  test('needs a fresh confirmation of its person', async () => {
    await using server = await startServer(await place())
    const ada = await signUp(server)
    const { userCode } = await begin(server)
    await assert.rejects(ada.client.call('approveDevice', { body: { userCode } }), {
      code: 'CONFIRMATION_REQUIRED',
    })
    await assert.rejects(server.client.call('approveDevice', { body: { userCode } }), {
      code: 'AUTHENTICATION_REQUIRED',
    })
  })

  test('cannot ask for what only administrators may', async () => {
    await using server = await startServer(await place())
    await assert.rejects(
      server.client.call('beginDevice', { body: { name: 'Script', scopes: ['admin:read'] } }),
      { status: 400 },
    )
  })
})

test('a code cannot be guessed: of thousands of tries a handful is looked at', async () => {
  await using server = await startServer()
  const ada = await signUp(server)
  await begin(server)
  const codes: Record<string, number> = {}
  for (let set = 0; set < (thorough ? 100 : 10); set += 1) {
    const tries = Array.from({ length: 100 }, (_, n) =>
      ada.client
        .call('findDevice', { body: { userCode: `AAAA${String(set * 100 + n).padStart(4, '2')}` } })
        .then(() => 'found')
        .catch((error: { code: string }) => error.code),
    )
    for (const code of await Promise.all(tries)) codes[code] = (codes[code] ?? 0) + 1
  }
  assert.equal(codes.found, undefined)
  assert.ok((codes.DEVICE_CODE_NOT_FOUND ?? 0) < 60, JSON.stringify(codes))
})
