import assert from 'node:assert/strict'
import { Resolver } from 'node:dns/promises'
import { mock, test } from 'node:test'
import { webhookFormats } from '#contract/accounts/webhooks/webhook-kinds.ts'
import { clientWith, sendJson, signUp, signUpAdmin } from '#tests/support/accounts/accounts.ts'
import { createKey } from '#tests/support/accounts/api-keys.ts'
import { forReceivers, isSigned, startReceiver, webhookBody } from '#tests/support/calls/webhook-receiver.ts'
import { forEachDatabase } from '#tests/support/databases/databases.ts'
import { startServer } from '#tests/support/server/server.ts'
import { codeOf } from '#tests/support/transfers/transfers.ts'

const path = '/webhooks/test'

forEachDatabase('a test of a new webhook', ({ place }) => {
  test('is one signed call in each format, of which nothing is kept', async () => {
    await using receiver = await startReceiver()
    await using server = await startServer({ ...(await place()), environment: forReceivers })
    const ada = await signUp(server)
    for (const format of webhookFormats) {
      const { trial } = await ada.client.call('testNewWebhook', {
        body: webhookBody(receiver.url, { format, names: true }),
      })
      assert.deepEqual([trial.status, trial.failure, trial.answer], [200, null, 'seen'], format)
      const call = receiver.calls.at(-1)
      assert.ok(call)
      assert.equal(call.body, trial.body)
      assert.ok(isSigned(call, trial.secret), format)
    }
    assert.equal(receiver.calls.length, webhookFormats.length)
    const { type, data } = JSON.parse(receiver.calls[0]?.body ?? '')
    assert.equal(type, 'webhook.test')
    assert.deepEqual(Object.keys(data), ['page'])
    assert.equal(new Set(receiver.calls.map(({ id }) => id)).size, webhookFormats.length)
    assert.deepEqual((await ada.client.call('webhooks')).webhooks, [])
    const { database } = server.services
    for (const table of ['webhooks', 'webhook_deliveries', 'webhook_queue'] as const)
      assert.deepEqual(await database.selectFrom(table).selectAll().execute(), [], table)
  })

  test('may be made ten at once, then one a minute', async () => {
    await using receiver = await startReceiver()
    await using server = await startServer({ ...(await place()), environment: forReceivers })
    const [ada, bob] = [await signUp(server), await signUp(server, 'bob')]
    const body = webhookBody(receiver.url)
    for (let n = 0; n < 10; n += 1) await ada.client.call('testNewWebhook', { body })
    const early = await sendJson(server, 'POST', path, body, ada.token)
    assert.ok(Number(early.headers.get('retry-after')) > 50)
    assert.equal(await codeOf(early, 429), 'RATE_LIMITED')
    assert.equal(receiver.calls.length, 10)
    // Another account, and webhooks of this one, are not held up.
    await bob.client.call('testNewWebhook', { body })
    await ada.client.call('createWebhook', { body })
    server.clock.advance(60_000)
    await ada.client.call('testNewWebhook', { body })
    await assert.rejects(ada.client.call('testNewWebhook', { body }), { code: 'RATE_LIMITED' })
  })
})

test('a test reaches no address that a webhook may not have, and is told what came of others', async (context) => {
  await using inside = await startReceiver()
  await using receiver = await startReceiver((_call, response) => {
    response.writeHead(307, { location: inside.url }).end('x'.repeat(70_000))
    return undefined
  })
  await using closed = await startServer()
  const eve = await signUp(closed)
  for (const url of [
    inside.url,
    'https://169.254.169.254/latest',
    'https://[::ffff:10.0.0.1]/',
    'https://localhost/',
  ])
    await assert.rejects(eve.client.call('testNewWebhook', { body: webhookBody(url) }), {
      code: 'WEBHOOK_ADDRESS_NOT_PUBLIC',
    })
  for (const url of ['http://hooks.example.org/', 'https://a:b@hooks.example.org/', 'hooks'])
    await assert.rejects(eve.client.call('testNewWebhook', { body: webhookBody(url) }), {
      code: 'INVALID_WEBHOOK_ADDRESS',
    })

  await using server = await startServer({ environment: forReceivers })
  const ada = await signUp(server)
  const answerOf = async (url: string) =>
    (await ada.client.call('testNewWebhook', { body: webhookBody(url) })).trial
  const redirected = await answerOf(receiver.url)
  assert.deepEqual([redirected.status, redirected.answer?.length], [307, 2_000])
  const plain = await answerOf(receiver.url.replace('http:', 'https:'))
  assert.deepEqual([plain.status, plain.failure, plain.answer], [null, 'not-secure', null])
  assert.equal(inside.calls.length, 0)

  const v4 = mock.method(Resolver.prototype, 'resolve4', async () => ['1.1.1.1', '192.168.1.1'])
  const v6 = mock.method(Resolver.prototype, 'resolve6', async () => [])
  try {
    await assert.rejects(answerOf('https://hooks.example.org/'), { code: 'WEBHOOK_ADDRESS_NOT_PUBLIC' })
    v4.mock.mockImplementation(async () => [])
    await assert.rejects(answerOf('https://hooks.example.org/'), { code: 'WEBHOOK_ADDRESS_UNKNOWN' })
  } finally {
    v4.mock.restore()
    v6.mock.restore()
  }

  const original = AbortSignal.timeout
  context.mock.method(AbortSignal, 'timeout', (ms: number) =>
    original.call(AbortSignal, ms === 15_000 ? 300 : ms),
  )
  await using silent = await startReceiver(() => undefined)
  assert.equal((await answerOf(silent.url)).failure, 'no-answer-in-time')
})

test('a test takes what a webhook takes, from those who may make one', async () => {
  await using receiver = await startReceiver()
  await using server = await startServer({ environment: forReceivers })
  const [admin, ada] = [await signUpAdmin(server), await signUp(server)]
  const good = webhookBody(receiver.url)
  const bad: object[] = [
    {},
    { ...good, url: '' },
    { ...good, url: `https://hooks.example.org/${'a'.repeat(2_000)}` },
    { ...good, events: [] },
    { ...good, events: ['user.created'] },
    { ...good, events: ['transfer.created', 'transfer.created'] },
    { ...good, format: 'carrier pigeon' },
    { ...good, names: 'yes' },
    { ...good, secret: 'whsec_AAAA' },
  ]
  for (const body of bad) {
    const answer = await sendJson(server, 'POST', path, body, ada.token)
    assert.equal(await codeOf(answer, 400), 'BAD_REQUEST', JSON.stringify(body))
  }
  assert.equal(await codeOf(await sendJson(server, 'POST', path, good), 401), 'AUTHENTICATION_REQUIRED')
  const body = { ...good, events: ['user.created' as const] }
  await assert.rejects(ada.client.call('testNewServiceWebhook', { body }), { status: 403 })
  const [other, own] = [
    await createKey(ada, { scopes: ['transfers:send'] }),
    await createKey(ada, { scopes: ['webhooks'] }),
  ]
  await assert.rejects(clientWith(server, other.key).call('testNewWebhook', { body: good }), {
    code: 'API_KEY_REFUSED',
  })
  assert.equal(receiver.calls.length, 0)

  await clientWith(server, own.key).call('testNewWebhook', { body: good })
  const { trial } = await admin.client.call('testNewServiceWebhook', { body })
  assert.equal(trial.status, 200)
  assert.match(receiver.calls.at(-1)?.body ?? '', /admin\?tab=integrations/)
})
