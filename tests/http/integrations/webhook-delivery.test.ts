import assert from 'node:assert/strict'
import { test } from 'node:test'
import { signIn, signUp, uploadAs } from '#tests/support/accounts/accounts.ts'
import {
  called,
  forReceivers,
  makeWebhook,
  settled,
  startReceiver,
  webhookBody,
} from '#tests/support/calls/webhook-receiver.ts'
import { forEachDatabase } from '#tests/support/databases/databases.ts'
import { subjectsTo } from '#tests/support/mail/mailbox.ts'
import { startServer, type TestServer } from '#tests/support/server/server.ts'
import { thorough } from '#tests/support/server/thoroughness.ts'
import { downloadCount, fetchOnce, until } from '#tests/support/transfers/transfers.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const environment = { ...forReceivers, RATE_LIMITS: 'off' }

/** Number of events that a receiver gets that fails half the time. */
const many = thorough ? 1_000 : 100

/** Downloads a file whole, which counts a moment later. */
async function download(server: TestServer, id: string, times = 1): Promise<void> {
  const before = await downloadCount(server.baseUrl, id)
  for (let n = 0; n < times; n += 1) assert.equal(await fetchOnce(server, id), 'complete')
  await until(async () => (await downloadCount(server.baseUrl, id)) === before + times)
}

async function waiting({ services }: TestServer) {
  return services.database.selectFrom('webhook_queue').selectAll().orderBy('n').execute()
}

forEachDatabase('calls of webhooks', ({ place }) => {
  test('come at least once, once where they were taken, with one id, and first in the order of what happened', async () => {
    // Fails half of the time, but none of a thousand calls so often that it is given up.
    const tries = new Map<string, number>()
    await using receiver = await startReceiver(({ id }) => {
      const next = (tries.get(id) ?? tries.size) + 1
      tries.set(id, next)
      return next % 2 === 1 ? 500 : 200
    })
    await using server = await startServer({ ...(await place()), environment })
    const ada = await signUp(server)
    const { webhook } = await makeWebhook(ada, receiver.url, { events: ['transfer.downloaded'] })
    const file = await uploadAs(server, ada.token, 'plan.pdf')
    await download(server, file.id, many)
    await until(async () => {
      await called(server)
      return new Set(receiver.calls.map(({ id }) => id)).size >= many
    })
    const first = new Map<string, string>()
    for (const { id, body } of receiver.calls) if (!first.has(id)) first.set(id, body)
    assert.equal(first.size, many)
    const downloads = [...first.values()].map((body) => Number(JSON.parse(body).data.downloads))
    assert.deepEqual(
      downloads,
      downloads.toSorted((a, b) => a - b),
    )
    while ((await waiting(server)).length > 0) {
      server.clock.advance(6 * HOUR)
      await called(server)
    }
    const taken = receiver.calls.filter(({ status }) => status === 200).map(({ id }) => id)
    assert.equal(taken.length, many)
    assert.deepEqual(new Set(taken), new Set(first.keys()))
    const { n: last } = (
      await (
        await signIn(server, 'ada')
      ).client.call('webhookDeliveries', {
        params: { id: webhook.id },
      })
    ).deliveries[0] ?? { n: 0 }
    assert.equal(last, many)
  })

  test('are tried again after longer each time, or when the receiver says', async () => {
    await using receiver = await startReceiver(() => 500)
    await using server = await startServer({ ...(await place()), environment })
    server.clock.freeze()
    const ada = await signUp(server)
    const { webhook } = await makeWebhook(ada, receiver.url, { events: ['transfer.created'] })
    await uploadAs(server, ada.token, 'plan.pdf')
    await called(server)
    const waits: number[] = []
    for (let index = 0; index < 4; index += 1) {
      await until(async () => ((await waiting(server))[0]?.not_before ?? 0) > server.clock.now() + SECOND)
      const wait = ((await waiting(server))[0]?.not_before ?? 0) - server.clock.now()
      waits.push(wait)
      server.clock.advance(wait)
      await called(server)
      assert.equal(receiver.calls.length, index + 2)
    }
    for (const [index, usual] of [5 * SECOND, 5 * MINUTE, 30 * MINUTE, 2 * HOUR].entries())
      assert.ok((waits[index] ?? 0) <= usual && (waits[index] ?? 0) >= 0.9 * usual, `${waits[index]}`)
    receiver.state.respond = (_call, response) => {
      response.writeHead(503, { 'retry-after': String((23 * HOUR) / SECOND) }).end()
      return undefined
    }
    server.clock.advance(5 * HOUR)
    await called(server)
    const next = ((await waiting(server))[0]?.not_before ?? 0) - server.clock.now()
    assert.ok(next >= 22.9 * HOUR, `${next}`)
    const { deliveries } = await (await signIn(server, 'ada')).client.call('webhookDeliveries', {
      params: { id: webhook.id },
    })
    assert.deepEqual([deliveries[0]?.state, deliveries[0]?.status, deliveries[0]?.tries], ['waiting', 503, 6])
  })

  test('that fail hold no others up', async () => {
    await using receiver = await startReceiver(({ body }) => (body.includes('"downloads":1') ? 500 : 200))
    await using server = await startServer({ ...(await place()), environment })
    const ada = await signUp(server)
    await makeWebhook(ada, receiver.url, { events: ['transfer.downloaded'] })
    const file = await uploadAs(server, ada.token, 'plan.pdf')
    await download(server, file.id, 3)
    await called(server)
    assert.deepEqual(
      receiver.calls.map(({ status }) => status),
      [500, 200, 200],
    )
  })

  test('end with five days of failure, which its owner is mailed, and begin again when it is turned on', async () => {
    await using receiver = await startReceiver(() => 500)
    await using server = await startServer({ ...(await place()), environment })
    const ada = await signUp(server)
    const { webhook } = await makeWebhook(ada, receiver.url, { events: ['transfer.created'] })
    for (let day = 0; day < 6; day += 1) {
      if (day > 0) server.clock.advance(DAY)
      const { token } = await signIn(server, 'ada')
      await uploadAs(server, token, 'plan.pdf')
      await called(server)
    }
    const again = await signIn(server, 'ada')
    const [off] = (await again.client.call('webhooks')).webhooks
    assert.deepEqual([off?.on, off?.offReason], [false, 'failing'])
    await until(async () => {
      await server.deliverMail()
      const subjects = await subjectsTo(server, ada.user.email)
      return subjects.filter((subject) => /webhook/i.test(subject)).length === 1
    })
    const before = receiver.calls.length
    await uploadAs(server, again.token, 'plan.pdf')
    await called(server)
    assert.equal(receiver.calls.length, before)
    receiver.state.respond = () => 200
    const body = webhookBody(receiver.url, { events: ['transfer.created'] })
    await again.client.call('updateWebhook', { params: { id: webhook.id }, body })
    await uploadAs(server, again.token, 'plan.pdf')
    await called(server)
    assert.equal(receiver.calls.at(-1)?.status, 200)
  })

  test('end at once with status 410', async () => {
    await using receiver = await startReceiver(() => 410)
    await using server = await startServer({ ...(await place()), environment })
    const ada = await signUp(server)
    const { webhook } = await makeWebhook(ada, receiver.url, { events: ['transfer.created'] })
    await uploadAs(server, ada.token, 'plan.pdf')
    await called(server)
    const [off] = (await ada.client.call('webhooks')).webhooks
    assert.deepEqual([off?.on, off?.offReason], [false, 'gone'])
    await assert.rejects(ada.client.call('testWebhook', { params: { id: webhook.id } }), {
      code: 'WEBHOOK_OFF',
    })
  })

  test('can be sent again, with the same id, and are forgotten after thirty days', async () => {
    await using receiver = await startReceiver()
    await using server = await startServer({ ...(await place()), environment })
    const ada = await signUp(server)
    const { webhook } = await makeWebhook(ada, receiver.url, { events: ['transfer.created'] })
    await uploadAs(server, ada.token, 'plan.pdf')
    await called(server)
    await ada.client.call('redeliverWebhook', { params: { id: webhook.id, n: '1' } })
    await called(server)
    assert.equal(receiver.calls.length, 2)
    assert.equal(new Set(receiver.calls.map(({ id }) => id)).size, 1)
    const { deliveries } = await settled(ada, webhook.id)
    assert.deepEqual([deliveries.length, deliveries[0]?.state], [1, 'delivered'])
    await assert.rejects(ada.client.call('redeliverWebhook', { params: { id: webhook.id, n: '2' } }), {
      code: 'DELIVERY_NOT_FOUND',
    })
    server.clock.advance(30 * DAY)
    await server.sweep()
    const { database } = server.services
    assert.deepEqual(await database.selectFrom('webhook_deliveries').select('id').execute(), [])
  })

  test('leave once each from two instances', async () => {
    await using receiver = await startReceiver()
    const at = await place()
    await using one = await startServer({ ...at, environment })
    await using other = await startServer({ ...at, environment })
    const ada = await signUp(one)
    await makeWebhook(ada, receiver.url, { events: ['transfer.downloaded'] })
    const file = await uploadAs(one, ada.token, 'plan.pdf')
    await download(one, file.id, 5)
    await download(other, file.id, 5)
    await Promise.all([called(one), called(other)])
    assert.equal(receiver.calls.length, 10)
  })

  test('that wait are ten thousand at most', async () => {
    await using receiver = await startReceiver(() => 500)
    await using server = await startServer({ ...(await place()), environment })
    const { database } = server.services
    const ada = await signUp(server)
    const { webhook } = await makeWebhook(ada, receiver.url, { events: ['transfer.created'] })
    const rows = Array.from({ length: 10_000 }, (_, n) => ({
      id: `msg_${n}`,
      webhook_id: webhook.id,
      n: n + 1,
      type: 'transfer.created' as const,
      happened_at: server.clock.now(),
      kid: '',
      sealed: Buffer.of(),
      state: 'waiting' as const,
      tries: 1,
    }))
    const queued = rows.map(({ id, n, webhook_id }) => ({
      id,
      webhook_id,
      n,
      kind: 'transfer.created',
      user_id: ada.user.id,
      is_first: 0,
      queued_at: server.clock.now(),
      not_before: server.clock.now() + HOUR,
      tries: 1,
    }))
    for (let start = 0; start < rows.length; start += 1000) {
      const nothing = {
        tried_at: null,
        took: null,
        status: null,
        failure: null,
        answer_kid: null,
        sealed_answer: null,
      }
      await database
        .insertInto('webhook_deliveries')
        .values(rows.slice(start, start + 1000).map((row) => ({ ...row, ...nothing })))
        .execute()
      await database
        .insertInto('webhook_queue')
        .values(queued.slice(start, start + 1000))
        .execute()
    }
    await uploadAs(server, ada.token, 'plan.pdf')
    await called(server)
    assert.equal((await waiting(server)).length, 10_000)
    assert.equal(receiver.calls.length, 0)
  })
})
