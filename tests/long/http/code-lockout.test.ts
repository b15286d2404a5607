import assert from 'node:assert/strict'
import { test } from 'node:test'
import { forEachDatabase } from '#tests/support/databases/databases.ts'
import {
  linkOf,
  type MailingServer,
  mailsFor,
  sendTo,
  startMailingServer,
} from '#tests/support/transfers/recipients.ts'

const DAY = 24 * 60 * 60_000
const jonas = 'jonas@example.org'
const mara = 'mara@example.org'
const home = '203.0.113.7'
const environment = { TRUSTED_PROXIES: '127.0.0.1' }

/** An address in one of many networks. */
function network(number: number): string {
  return `198.51.${number}.7`
}

function post({ baseUrl }: MailingServer, path: string, body: object, from: string): Promise<Response> {
  return fetch(baseUrl + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': from },
    body: JSON.stringify(body),
  })
}

function askForLink(server: MailingServer, id: string, from: string): Promise<Response> {
  return post(server, `/api/download/${id}/code`, {}, from)
}

async function latestCode(server: MailingServer, email: string, count: number): Promise<string> {
  const mails = await mailsFor(server, email, count)
  return mails.flatMap(({ text = '' }) => /^\d{6}$/m.exec(text) ?? []).at(-1) ?? ''
}

/** Status and answer without the number of the request. */
async function answerOf(asked: Promise<Response>) {
  const answer = await asked
  return [answer.status, await answer.text(), answer.headers.get('retry-after')]
}

/** Strangers from many networks ask until nobody else is mailed a code for this address. */
async function useUp(server: MailingServer, email: string): Promise<string[]> {
  const ids: string[] = []
  for (let count = 0; count < 8; count += 1) ids.push(linkOf(await sendTo(server, [email])))
  let asked = 0
  for (const id of ids)
    for (let count = 0; count < 3; count += 1) {
      asked += 1
      await askForLink(server, id, network(asked))
    }
  return ids
}

forEachDatabase('codes that strangers ask for', ({ place }) => {
  test('leave an address its own: it is mailed a code where strangers have had all', async () => {
    await using server = await startMailingServer({ ...(await place()), environment })
    server.clock.freeze()
    const first = linkOf(await sendTo(server, [jonas]))
    assert.equal((await askForLink(server, first, home)).status, 200)
    const code = await latestCode(server, jonas, 2)
    assert.equal((await post(server, `/api/download/${first}/code`, { code }, home)).status, 200)
    const [id = ''] = await useUp(server, jonas)
    const [other = ''] = await useUp(server, mara)
    // Others learn nothing of what Jonas has confirmed.
    assert.equal((await askForLink(server, id, network(200))).status, 429)
    server.clock.advance(1000)
    const toMara = await answerOf(askForLink(server, other, network(200)))
    assert.deepEqual(await answerOf(askForLink(server, id, network(200))), toMara)
    assert.deepEqual(await answerOf(askForLink(server, other, home)), toMara)
    let own = ''
    for (let count = 1; count <= 5; count += 1) {
      assert.equal((await askForLink(server, id, home)).status, 200, `own ${count}`)
      // Mails of the same moment arrive in any order, so each is awaited.
      own = await latestCode(server, jonas, 1 + 8 + 20 + count)
    }
    assert.equal((await askForLink(server, id, home)).status, 429)
    assert.equal((await post(server, `/api/download/${id}/code`, { code: own }, home)).status, 200)
  })

  test('are no more than fifteen of one network: it is refused for itself', async () => {
    await using server = await startMailingServer({ ...(await place()), environment })
    server.clock.freeze()
    const ids: string[] = []
    for (let count = 0; count < 6; count += 1) ids.push(linkOf(await sendTo(server, [jonas])))
    const statuses: number[] = []
    for (const id of ids)
      for (let count = 0; count < 3; count += 1)
        statuses.push((await askForLink(server, id, network(1))).status)
    assert.deepEqual(statuses, [...Array(15).fill(200), 429, 429, 429])
    assert.equal((await askForLink(server, ids.at(-1) ?? '', home)).status, 200)
  })

  test('leave the owner of an address its rights, for thirty days', async () => {
    await using server = await startMailingServer({ ...(await place()), environment })
    server.clock.freeze()
    const ask = (from: string) => post(server, '/api/rights/code', { email: jonas }, from)
    assert.equal((await ask(home)).status, 200)
    const code = await latestCode(server, jonas, 1)
    assert.equal((await post(server, '/api/rights/session', { email: jonas, code }, home)).status, 201)
    for (let count = 0; count < 3; count += 1) await ask(network(count))
    assert.equal((await ask(network(9))).status, 429)
    assert.equal((await ask(home)).status, 200)
    server.clock.advance(30 * DAY)
    for (let count = 0; count < 3; count += 1) await ask(network(count))
    assert.equal((await ask(home)).status, 429)
    await server.sweep()
    assert.deepEqual(
      await server.services.database.selectFrom('confirmed_addresses').selectAll().execute(),
      [],
    )
  })

  test('leave nothing of an address that was erased', async () => {
    await using server = await startMailingServer({ ...(await place()), environment })
    await post(server, '/api/rights/code', { email: jonas }, home)
    const code = await latestCode(server, jonas, 1)
    const opened = await post(server, '/api/rights/session', { email: jonas, code }, home)
    const { session } = JSON.parse(await opened.text())
    const { database } = server.services
    const kept = () => database.selectFrom('confirmed_addresses').selectAll().execute()
    assert.equal((await kept()).length, 1)
    const erased = await fetch(`${server.baseUrl}/api/rights/erase`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-rights-session': session },
      body: JSON.stringify({ email: jonas }),
    })
    assert.equal(erased.status, 200)
    assert.deepEqual(await kept(), [])
  })
})
