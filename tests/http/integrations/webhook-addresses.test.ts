import assert from 'node:assert/strict'
import { Resolver } from 'node:dns/promises'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { mock, test } from 'node:test'
import { isAllowedAddress } from '#server/messaging/webhooks/outgoing/public-address.ts'
import { signUp } from '#tests/support/accounts/accounts.ts'
import { forReceivers, makeWebhook, settled, startReceiver } from '#tests/support/calls/webhook-receiver.ts'
import { startServer } from '#tests/support/server/server.ts'

const refused = [
  '127.0.0.1',
  '10.1.2.3',
  '172.31.255.1',
  '192.168.0.1',
  '169.254.169.254',
  '100.64.0.1',
  '100.100.100.200',
  '168.63.129.16',
  '192.0.0.192',
  '0.0.0.0',
  '224.0.0.1',
  '255.255.255.255',
  '198.18.0.1',
  '::',
  '::1',
  '::ffff:127.0.0.1',
  '::ffff:7f00:1',
  '0:0:0:0:0:ffff:a9fe:a9fe',
  '64:ff9b::10.0.0.1',
  '64:ff9b::a9fe:a9fe',
  'fd00:ec2::254',
  'fe80::1',
  'ff02::1',
  '2001:db8::1',
  '2002:7f00:1::',
  '2001::1',
]

test('addresses that only this machine or its network can reach are refused, however they are written', () => {
  for (const address of refused) assert.equal(isAllowedAddress(address, []), false, address)
  for (const address of ['1.1.1.1', '::ffff:1.1.1.1', '64:ff9b::101:101', '2606:4700::1111'])
    assert.equal(isAllowedAddress(address, []), true, address)
  assert.equal(isAllowedAddress('10.1.2.3', ['10.0.0.0/8']), true)
  assert.equal(isAllowedAddress('::ffff:10.1.2.3', ['10.0.0.0/8']), true)
  // Credentials of the machine are told there, whatever the operator allows.
  assert.equal(isAllowedAddress('169.254.169.254', ['169.254.0.0/16', '0.0.0.0/1']), false)
})

test('a webhook for such an address is not made', async () => {
  await using server = await startServer()
  const ada = await signUp(server)
  const notPublic = [
    ...refused.map((address) => `https://${address.includes(':') ? `[${address}]` : address}/hook`),
    'https://localhost/',
    'https://localhost./',
    'https://2130706433/',
    'https://0x7f.1/',
    'https://127.1:8443/',
    'http://127.0.0.1/',
    'http://[::1]/',
    'http://localhost:3000/',
  ]
  for (const url of notPublic)
    await assert.rejects(makeWebhook(ada, url), { code: 'WEBHOOK_ADDRESS_NOT_PUBLIC' }, url)
  const invalid = [
    'http://hooks.example.org/',
    'http://10.0.0.1/',
    'ftp://hooks.example.org/',
    'file:///etc/passwd',
    'https://ada:secret@hooks.example.org/',
    'https://hooks.example.org/#part',
    'javascript:alert(1)',
    'hooks',
  ]
  for (const url of invalid)
    await assert.rejects(makeWebhook(ada, url), { code: 'INVALID_WEBHOOK_ADDRESS' }, url)
})

/** Has the name servers answer what `answers` gives, one after the other. */
function answerNames(...answers: string[][]) {
  let asked = 0
  const v4 = mock.method(Resolver.prototype, 'resolve4', async () => {
    asked += 1
    return answers[Math.min(asked, answers.length) - 1] ?? []
  })
  const v6 = mock.method(Resolver.prototype, 'resolve6', async () => [])
  return {
    get asked() {
      return asked
    },
    [Symbol.dispose]() {
      v4.mock.restore()
      v6.mock.restore()
    },
  }
}

test('one address of several that is not public is enough to refuse a name', async () => {
  await using server = await startServer()
  const ada = await signUp(server)
  using names = answerNames(['1.1.1.1', '192.168.1.1'])
  await assert.rejects(makeWebhook(ada, 'https://hooks.example.org/'), { code: 'WEBHOOK_ADDRESS_NOT_PUBLIC' })
  assert.equal(names.asked, 1)
})

test('a call looks a name up once and holds on to it, so that another answer leads nowhere', async () => {
  await using inside = await startReceiver(() => 200, { host: '127.0.0.1' })
  await using server = await startServer({ environment: { WEBHOOK_NETWORKS: '127.0.0.2' } })
  const ada = await signUp(server)
  // Allowed when the webhook is made and at its first call; then the name leads to the inside.
  using names = answerNames(['127.0.0.2'], ['127.0.0.2'], ['127.0.0.1'])
  const { webhook } = await makeWebhook(ada, `https://rebind.example.org:${inside.port}/`)
  await ada.client.call('testWebhook', { params: { id: webhook.id } })
  const first = await settled(ada, webhook.id)
  assert.equal(first.deliveries[0]?.failure, 'no-connection')
  assert.equal(names.asked, 2)
  await ada.client.call('redeliverWebhook', { params: { id: webhook.id, n: '1' } })
  await server.callWebhooks()
  const { deliveries } = await settled(ada, webhook.id)
  assert.equal(deliveries[0]?.failure, 'address-not-public')
  assert.equal(inside.calls.length, 0)
})

test('redirects are not followed', async () => {
  await using inside = await startReceiver()
  await using receiver = await startReceiver((_call, response) => {
    response.writeHead(307, { location: inside.url }).end()
    return undefined
  })
  await using server = await startServer({ environment: forReceivers })
  const ada = await signUp(server)
  const { webhook } = await makeWebhook(ada, receiver.url)
  await ada.client.call('testWebhook', { params: { id: webhook.id } })
  const { deliveries } = await settled(ada, webhook.id)
  assert.deepEqual([deliveries[0]?.status, deliveries[0]?.state], [307, 'waiting'])
  assert.equal(inside.calls.length, 0)
})

test('an endless answer is read to 64 KB, and one that never comes is left after 15 s', async (context) => {
  await using endless = await startReceiver((_call, response) => {
    response.writeHead(200)
    const write = () => {
      while (!response.destroyed && response.write(Buffer.alloc(16 * 1024, 'x')));
    }
    response.on('drain', write)
    write()
    return undefined
  })
  await using server = await startServer({ environment: forReceivers })
  const ada = await signUp(server)
  const { webhook } = await makeWebhook(ada, endless.url)
  await ada.client.call('testWebhook', { params: { id: webhook.id } })
  const { deliveries } = await settled(ada, webhook.id)
  assert.deepEqual([deliveries[0]?.status, deliveries[0]?.state], [200, 'delivered'])
  assert.equal(deliveries[0]?.answer?.length, 2_000)

  const timeout = context.mock.method(
    AbortSignal,
    'timeout',
    (
      (original) => (ms: number) =>
        original.call(AbortSignal, ms === 15_000 ? 300 : ms)
    )(AbortSignal.timeout),
  )
  await using silent = await startReceiver(() => undefined)
  const slow = await makeWebhook(ada, silent.url)
  await ada.client.call('testWebhook', { params: { id: slow.webhook.id } })
  const late = await settled(ada, slow.webhook.id)
  assert.equal(late.deliveries[0]?.failure, 'no-answer-in-time')
  assert.ok(timeout.mock.callCount() > 0)
})

test('one that speaks no TLS, or has no certificate that we know, is not called', async () => {
  const plain = createServer((_request, response) => response.end())
  plain.listen(0, '127.0.0.1')
  await once(plain, 'listening')
  const address = plain.address()
  assert.ok(address && typeof address === 'object')
  try {
    await using server = await startServer({ environment: forReceivers })
    const ada = await signUp(server)
    const { webhook } = await makeWebhook(ada, `https://127.0.0.1:${address.port}/`)
    await ada.client.call('testWebhook', { params: { id: webhook.id } })
    const { deliveries } = await settled(ada, webhook.id)
    assert.equal(deliveries[0]?.failure, 'not-secure')
  } finally {
    plain.close()
  }
})
