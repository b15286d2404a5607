import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Webhook, WebhookVerificationError } from 'standardwebhooks'
import { signCall } from '#server/messaging/webhooks/sign-call.ts'
import { clientWith, signIn, signUp, signUpAdmin, uploadAs } from '#tests/support/accounts/accounts.ts'
import { createKey } from '#tests/support/accounts/api-keys.ts'
import {
  called,
  forReceivers,
  isSigned,
  makeWebhook,
  settled,
  startReceiver,
  webhookBody,
} from '#tests/support/calls/webhook-receiver.ts'
import { forEachDatabase } from '#tests/support/databases/databases.ts'
import { transferOf } from '#tests/support/databases/transfer-rows.ts'
import { forNewAccounts, makeRequest, received, visit } from '#tests/support/requests/visitors.ts'
import { startServer, type TestServer } from '#tests/support/server/server.ts'
import { bytesAt, memberUrl } from '#tests/support/transfers/members.ts'
import { byTerms, fromAnywhere, reportLink } from '#tests/support/transfers/reports.ts'
import { downloadCount, fetchOnce, until, upload } from '#tests/support/transfers/transfers.ts'

const HOUR = 60 * 60_000
const environment = { ...forReceivers, ...forNewAccounts }

test('a call is signed as Standard Webhooks publishes it, and its library verifies it', () => {
  const headers = signCall(
    { id: 'msg_p5jXN8AQM9LWM0D4loKWxJek', body: '{"test": 2432232314}' },
    ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'],
    1_614_265_330_000,
  )
  assert.equal(headers['webhook-signature'], 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=')

  const secrets = ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD']
  const now = signCall({ id: 'msg_1', body: '{"type":"webhook.test"}' }, secrets, Date.now())
  for (const secret of secrets) {
    const library = new Webhook(secret)
    assert.deepEqual(library.verify('{"type":"webhook.test"}', now), { type: 'webhook.test' })
    assert.throws(() => library.verify('{"type":"webhook.tesu"}', now), WebhookVerificationError)
  }
})

async function typesOf(server: TestServer, { calls }: { calls: readonly { body: string }[] }, count: number) {
  await server.callWebhooks()
  await until(async () => calls.length >= count)
  return calls.map(({ body }) => String(JSON.parse(body).type))
}

forEachDatabase('webhooks', ({ place }) => {
  test('are told of the life of a transfer, in signed calls without names and without what opens it', async () => {
    await using receiver = await startReceiver()
    await using server = await startServer({ ...(await place()), environment })
    const ada = await signUp(server)
    const { secret, webhook } = await makeWebhook(ada, receiver.url)
    assert.match(secret, /^whsec_[A-Za-z0-9+/]{43}=$/)
    assert.equal(webhook.on, true)
    const file = await uploadAs(server, ada.token, 'plan.pdf', {
      fields: { downloadLimit: '2', expiresIn: '12h' },
    })
    await fetchOnce(server, file.id)
    await until(async () => (await downloadCount(server.baseUrl, file.id)) === 1)
    await fetchOnce(server, file.id)
    await until(async () => {
      const { downloads } = await transferOf(server.services.database, file.id)
      return downloads === 2
    })
    await called(server)
    server.clock.advance(11.5 * HOUR)
    await server.sweep()
    await called(server)
    server.clock.advance(HOUR)
    await server.sweep()
    assert.deepEqual(await typesOf(server, receiver, 6), [
      'transfer.created',
      'transfer.downloaded',
      'transfer.downloaded',
      'transfer.limit_reached',
      'transfer.expiring',
      'transfer.ended',
    ])
    for (const call of receiver.calls) {
      assert.ok(isSigned(call, secret), call.body)
      assert.ok(!isSigned({ ...call, body: `${call.body} ` }, secret))
      assert.doesNotMatch(call.body, /plan/)
      assert.ok(!call.body.includes(file.id))
    }
    const [, , second] = receiver.calls
    const { data } = JSON.parse(second?.body ?? '')
    assert.deepEqual([data.downloads, data.limit, data.files], [2, 2, 1])
    assert.equal(data.page, `${server.services.config.publicUrl}/portal/files/${data.ref}`)
    const last = JSON.parse(receiver.calls.at(-1)?.body ?? '')
    assert.equal(last.data.reason, 'expired')
  })

  test('are told names only where they are to be, and of what visitors send', async () => {
    await using receiver = await startReceiver()
    await using server = await startServer({ ...(await place()), environment })
    const ada = await signUp(server)
    await makeWebhook(ada, receiver.url, { names: true })
    const request = await makeRequest(server, ada, { title: 'Papers' })
    await received(server, await visit(server, request.id))
    await ada.client.call('closeRequest', { params: { id: request.id } })
    const file = await uploadAs(server, ada.token, 'plan.pdf')
    await ada.client.call('deleteFile', { params: { id: file.id } })
    assert.deepEqual(await typesOf(server, receiver, 4), [
      'request.received',
      'request.closed',
      'transfer.created',
      'transfer.ended',
    ])
    const names = receiver.calls.map(({ body }) => JSON.parse(body).data.name)
    assert.deepEqual(names, ['Papers', 'Papers', 'plan.pdf', 'plan.pdf'])
    // The id of a request opens its page.
    for (const { body } of receiver.calls) assert.ok(!body.includes(request.id))
  })

  test('are told that contents were opened, of reports that their owner may know of, and of what was disabled', async () => {
    await using own = await startReceiver()
    await using ofService = await startReceiver()
    await using server = await startServer({
      ...(await place()),
      environment: { ...environment, ...fromAnywhere },
    })
    const admin = await signUpAdmin(server)
    const events = ['transfer.opened', 'transfer.reported', 'transfer.disabled'] as const
    const bodyOf = (url: string) => ({ ...webhookBody(url), events: [...events] })
    await admin.client.call('createServiceWebhook', { body: bodyOf(ofService.url) })
    const ada = await signUp(server)
    await makeWebhook(ada, own.url, { events: [...events] })
    const file = await uploadAs(server, ada.token, 'plan.txt')
    const other = await uploadAs(server, ada.token, 'other.txt')
    for (let look = 0; look < 2; look += 1) await bytesAt(memberUrl(server, file.id, 0))
    const { number } = await reportLink(server, file.downloadUrl, '192.0.2.1')
    const body = { action: 'disable', ground: byTerms, facts: 'We have read it.', automated: false } as const
    await admin.client.call('decideReport', { params: { n: number }, body })
    await reportLink(server, other.downloadUrl, '198.51.100.1', { reason: 'child-abuse' })
    assert.deepEqual(await typesOf(server, own, 3), [...events])
    assert.deepEqual((await typesOf(server, ofService, 4)).slice(0, 4), [...events, 'transfer.reported'])
    await called(server)
    assert.equal(
      own.calls.some(({ body }) => body.includes(JSON.parse(ofService.calls[3]?.body ?? '').data.ref)),
      false,
    )
  })

  test('of the service hear of everybody, guests too, and stop when their administrator was demoted', async () => {
    await using receiver = await startReceiver()
    await using server = await startServer({ ...(await place()), environment })
    const admin = await signUpAdmin(server)
    const second = await signUpAdmin(server, 'second')
    const body = {
      ...webhookBody(receiver.url),
      events: ['transfer.created' as const, 'user.created' as const],
    }
    await admin.client.call('createServiceWebhook', { body })
    await upload(server.baseUrl, Buffer.from('a guest’s'))
    await signUp(server)
    assert.deepEqual(await typesOf(server, receiver, 2), ['transfer.created', 'user.created'])
    const { database } = server.services
    await database.updateTable('users').set({ is_admin: 0 }).where('id', '=', admin.user.id).execute()
    await upload(server.baseUrl, Buffer.from('after'))
    await server.callWebhooks()
    assert.equal(receiver.calls.length, 2)
    const { webhooks } = await second.client.call('serviceWebhooks')
    const [stopped] = webhooks
    assert.deepEqual([stopped?.on, stopped?.offReason], [false, 'demoted'])
    // Another administrator takes it over by a change.
    const params = { id: stopped?.id ?? '' }
    await second.client.call('updateServiceWebhook', { params, body })
    await upload(server.baseUrl, Buffer.from('again'))
    assert.equal((await typesOf(server, receiver, 3)).length, 3)
  })

  test('belong to their person: nobody reaches those of others, and a key needs their scope', async () => {
    await using receiver = await startReceiver()
    await using server = await startServer({ ...(await place()), environment })
    const [ada, bob] = [await signUp(server), await signUp(server, 'bob')]
    const { webhook } = await makeWebhook(ada, receiver.url)
    assert.deepEqual((await bob.client.call('webhooks')).webhooks, [])
    await assert.rejects(bob.client.call('webhookDeliveries', { params: { id: webhook.id } }), {
      code: 'WEBHOOK_NOT_FOUND',
    })
    const { key } = await createKey(ada, { scopes: ['webhooks'] })
    assert.equal((await clientWith(server, key).call('webhooks')).webhooks.length, 1)
    const other = await createKey(ada, { scopes: ['transfers:read'] })
    await assert.rejects(clientWith(server, other.key).call('webhooks'), { code: 'API_KEY_REFUSED' })
    await assert.rejects(clientWith(server, key).call('serviceWebhooks'), { status: 403 })
  })

  test('are refused in words that name what is wrong with them, and leave nothing', async () => {
    await using server = await startServer(await place())
    const ada = await signUp(server)
    const right = { url: 'https://127.0.0.1/', events: ['transfer.ended'], format: 'standard', names: false }
    for (const [wrong, details] of [
      [{ url: ' ' }, 'url: is empty'],
      [{ url: 5 }, 'url: has to be a text'],
      [{ events: [] }, 'events: is empty'],
      [{ events: ['transfer.ended', 'transfer.ended'] }, 'events: has something twice'],
      [{ names: 'yes' }, 'names: has to be true or false'],
      [{ secret: 'x' }, 'request: unknown: secret'],
    ] as const) {
      const answer = await fetch(`${server.baseUrl}/api/webhooks`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${ada.token}` },
        body: JSON.stringify({ ...right, ...wrong }),
      })
      assert.deepEqual([answer.status, (await answer.json()).details], [400, details])
    }
    assert.deepEqual((await ada.client.call('webhooks')).webhooks, [])
  })

  test('are twenty at most for an account', async () => {
    await using receiver = await startReceiver()
    await using server = await startServer({ ...(await place()), environment })
    const ada = await signUp(server)
    const results = await Promise.allSettled(Array.from({ length: 22 }, () => makeWebhook(ada, receiver.url)))
    assert.equal(results.filter(({ status }) => status === 'fulfilled').length, 20)
    const refused = results.find((result) => result.status === 'rejected')
    assert.equal(refused?.reason.code, 'TOO_MANY_WEBHOOKS')
  })

  test('sign with two secrets for a day after a rotation', async () => {
    await using receiver = await startReceiver()
    await using server = await startServer({ ...(await place()), environment })
    const ada = await signUp(server)
    const { secret, webhook } = await makeWebhook(ada, receiver.url)
    const params = { id: webhook.id }
    const rotated = await ada.client.call('rotateWebhookSecret', { params })
    assert.notEqual(rotated.webhook.oldSecretUntil, null)
    await ada.client.call('testWebhook', { params })
    await typesOf(server, receiver, 1)
    server.clock.advance(25 * HOUR)
    await (await signIn(server, 'ada')).client.call('testWebhook', { params })
    await typesOf(server, receiver, 2)
    const signed = receiver.calls.map((call) => [isSigned(call, secret), isSigned(call, rotated.secret)])
    assert.deepEqual(signed, [
      [true, true],
      [false, true],
    ])
  })

  test('have their secret and address nowhere in plain, and show the secret once', async () => {
    await using receiver = await startReceiver()
    const at = await place()
    const lines: string[] = []
    await using server = await startServer({ ...at, environment, log: (line) => lines.push(line) })
    const ada = await signUp(server)
    const url = `${receiver.url}/T0KEN-of-the-receiver`
    const { secret, webhook } = await makeWebhook(ada, url, { names: true })
    await uploadAs(server, ada.token, 'Anamnese.pdf')
    await typesOf(server, receiver, 1)
    const { deliveries } = await settled(ada, webhook.id)
    assert.match(deliveries[0]?.body ?? '', /Anamnese/)
    assert.equal(deliveries[0]?.answer, 'seen')
    const seen = JSON.stringify([await ada.client.call('webhooks'), deliveries, lines])
    assert.ok(!seen.includes(secret.slice('whsec_'.length)))
    const kept = JSON.stringify([
      await server.services.database.selectFrom('webhooks').selectAll().execute(),
      await server.services.database.selectFrom('webhook_deliveries').selectAll().execute(),
    ])
    for (const word of [secret.slice('whsec_'.length), 'T0KEN', 'Anamnese'])
      assert.ok(!kept.includes(word), word)
  })
})
