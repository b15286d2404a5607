import assert from 'node:assert/strict'
import { test } from 'node:test'
import { callOnce } from '#tests/support/calls/many-calls.ts'
import { forEachDatabase } from '#tests/support/databases/databases.ts'
import { download } from '#tests/support/server/backups.ts'
import { startServer } from '#tests/support/server/server.ts'
import { thorough } from '#tests/support/server/thoroughness.ts'
import {
  callerOf,
  linkOf,
  type MailingServer,
  mailsFor,
  prove,
  requestCode,
  sendTo,
  startMailingServer,
} from '#tests/support/transfers/recipients.ts'
import { askTicket, codeOf } from '#tests/support/transfers/transfers.ts'

const MINUTE = 60_000
const jonas = 'jonas@example.org'
const mara = 'mara@example.org'

function infoOf({ baseUrl }: MailingServer, id: string, headers: Record<string, string> = {}) {
  return fetch(`${baseUrl}/api/files/info/${id}`, { headers })
}

function postCode(
  { baseUrl }: MailingServer,
  id: string,
  body: object,
  headers: Record<string, string> = {},
) {
  return fetch(`${baseUrl}/api/download/${id}/code`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
}

/** Few where there is no time: it is blocked after the fifth. */
const guesses = thorough ? 10_000 : 1_000

/** A code that is not the given one. */
function otherThan(code: string): string {
  return String((Number(code) + 1) % 1_000_000).padStart(6, '0')
}

forEachDatabase('a link that needs a code', ({ place }) => {
  test('shows the masked address and nothing else, and opens with the code of its mail', async () => {
    await using server = await startMailingServer(await place())
    const sent = await sendTo(server, [jonas], { fields: { title: 'Secret plans', description: 'Look!' } })
    const id = linkOf(sent)
    const closed = await infoOf(server, id)
    assert.equal(closed.status, 401)
    assert.deepEqual(JSON.parse(await closed.text()), {
      success: false,
      error: 'Code required',
      message: 'This link opens with a code that we send to its recipient.',
      code: 'CODE_REQUIRED',
      sentTo: 'j…@example.org',
    })
    assert.equal(await codeOf(await askTicket(server.baseUrl, id), 401), 'CODE_REQUIRED')
    assert.equal(await codeOf(await download(server, id), 401), 'CODE_REQUIRED')
    const asked = JSON.parse(await (await postCode(server, id, {})).text())
    assert.deepEqual(asked, { success: true, sentTo: 'j…@example.org', retryAfter: 30 })
    const [first, second] = await mailsFor(server, jonas, 2)
    const brought = first?.text?.includes(`/download/${id}`) ? first : second
    assert.doesNotMatch(`${brought?.subject}${brought?.text}${brought?.html}`, /Secret|plans|Look!|plan\.txt/)
    const code = await requestCode(server, id, jonas)
    const proved = JSON.parse(await (await postCode(server, id, { code })).text())
    assert.equal(await codeOf(await postCode(server, id, { code }), 403), 'INVALID_CODE')
    const headers = { 'x-link-proof': proved.proof }
    const { file } = JSON.parse(await (await infoOf(server, id, headers)).text())
    assert.deepEqual([file.title, file.description], ['Secret plans', 'Look!'])
    const ticket = await askTicket(server.baseUrl, id, undefined, headers)
    assert.equal(ticket.status, 201)
    const { url } = JSON.parse(await ticket.text())
    assert.equal(await (await fetch(server.baseUrl + url)).text(), 'hello')
  })

  test('takes a code with the ticket, too', async () => {
    await using server = await startMailingServer(await place())
    const id = linkOf(await sendTo(server, [jonas]))
    const code = await requestCode(server, id, jonas)
    const caller = callerOf(server)
    await assert.rejects(caller.call('downloadTicket', { params: { id }, body: { code: otherThan(code) } }), {
      code: 'INVALID_CODE',
      attemptsLeft: 4,
    })
    const { url } = await caller.call('downloadTicket', { params: { id }, body: { code } })
    assert.equal(await (await fetch(server.baseUrl + url)).text(), 'hello')
    assert.equal(await (await fetch(server.baseUrl + url)).text(), 'hello', 'a ticket goes on')
  })

  test('is not opened by the code or the proof of another link', async () => {
    await using server = await startMailingServer(await place())
    const sent = await sendTo(server, [jonas, mara])
    const [own, other] = [linkOf(sent, jonas), linkOf(sent, mara)]
    const code = await requestCode(server, own, jonas)
    await requestCode(server, other, mara)
    assert.equal(await codeOf(await postCode(server, other, { code }), 403), 'INVALID_CODE')
    const headers = await prove(server, own, jonas)
    assert.equal((await infoOf(server, own, headers)).status, 200)
    assert.equal(await codeOf(await infoOf(server, other, headers), 401), 'CODE_REQUIRED')
    assert.equal(
      await codeOf(await askTicket(server.baseUrl, other, undefined, headers), 401),
      'CODE_REQUIRED',
    )
    const altered = { 'x-link-proof': `${headers['x-link-proof']?.slice(0, -4)}AAAA` }
    assert.equal(await codeOf(await infoOf(server, own, altered), 401), 'CODE_REQUIRED')
  })

  test('takes five tries at a code, a new one then, and each code for ten minutes', async () => {
    await using server = await startMailingServer(await place())
    server.clock.freeze()
    const id = linkOf(await sendTo(server, [jonas]))
    const code = await requestCode(server, id, jonas)
    for (const left of [4, 3, 2, 1, 0, 0]) {
      const answer = await postCode(server, id, { code: otherThan(code) })
      const words = await answer.clone().text()
      assert.equal(await codeOf(answer, 403), 'INVALID_CODE')
      assert.equal(JSON.parse(words).attemptsLeft, left)
    }
    assert.equal(await codeOf(await postCode(server, id, { code }), 403), 'INVALID_CODE', 'used up')
    const second = await requestCode(server, id, jonas)
    server.clock.advance(10 * MINUTE)
    assert.equal(await codeOf(await postCode(server, id, { code: second }), 403), 'INVALID_CODE', 'over')
    const third = await requestCode(server, id, jonas)
    server.clock.advance(10 * MINUTE - 1)
    assert.equal((await postCode(server, id, { code: third })).status, 200)
    await server.sweep()
    assert.deepEqual(await server.services.database.selectFrom('mail_codes').selectAll().execute(), [])
  })

  test('opens for half an hour with a proof', async () => {
    await using server = await startMailingServer(await place())
    const id = linkOf(await sendTo(server, [jonas]))
    const headers = await prove(server, id, jonas)
    server.clock.advance(29 * MINUTE)
    assert.equal((await infoOf(server, id, headers)).status, 200)
    server.clock.advance(2 * MINUTE)
    assert.equal(await codeOf(await infoOf(server, id, headers), 401), 'CODE_REQUIRED')
  })

  test('sends three codes in ten minutes, and twenty a day to one address for all transfers', async () => {
    await using server = await startMailingServer({
      ...(await place()),
      environment: { TRUSTED_PROXIES: '127.0.0.1' },
    })
    server.clock.freeze()
    let asked = 0
    // Each from another network.
    const ask = (id: string) => {
      asked += 1
      const headers = { 'x-forwarded-for': `198.51.${asked}.7` }
      return callerOf(server).call('downloadCode', { params: { id }, body: {}, headers })
    }
    const ids: string[] = []
    for (let count = 0; count < 7; count += 1) ids.push(linkOf(await sendTo(server, [jonas])))
    const [first = '', ...others] = ids
    assert.deepEqual(
      [await ask(first), await ask(first), await ask(first)].map(
        (reply) => 'retryAfter' in reply && reply.retryAfter,
      ),
      [30, 30, 199],
    )
    await assert.rejects(ask(first), { code: 'RATE_LIMITED', retryAfter: 199 })
    for (const id of others.slice(0, 5)) for (let count = 0; count < 3; count += 1) await ask(id)
    const [last = ''] = others.slice(5)
    await ask(last)
    await ask(last)
    await assert.rejects(ask(last), { code: 'RATE_LIMITED' })
    // What the link may still have is not lost by that.
    server.clock.advance(73 * MINUTE)
    await ask(last)
    await assert.rejects(ask(last), { code: 'RATE_LIMITED' })
  })

  test(`is not guessed with ${guesses} tries, while others go on`, async () => {
    await using server = await startMailingServer({
      ...(await place()),
      environment: { TRUSTED_PROXIES: '127.0.0.1' },
    })
    const sent = await sendTo(server, [jonas, mara])
    const id = linkOf(sent, jonas)
    const code = await requestCode(server, id, jonas)
    const answers = new Map<number, number>()
    async function guess(from: number) {
      for (let number = from; number < guesses; number += 16) {
        const guessed = String(number).padStart(6, '0')
        if (guessed === code) continue
        const attacker = { 'x-forwarded-for': `198.51.${number % 100}.7` }
        const answer = await callOnce(`${server.baseUrl}/api/download/${id}/code`, {
          method: 'POST',
          headers: attacker,
          json: { code: guessed },
        })
        answers.set(answer.status, (answers.get(answer.status) ?? 0) + 1)
        assert.notEqual(answer.status, 200)
      }
    }
    await Promise.all(Array.from({ length: 16 }, (_, from) => guess(from)))
    assert.equal(
      await codeOf(await postCode(server, id, { code }), 403),
      'INVALID_CODE',
      'not even the right one',
    )
    const other = linkOf(sent, mara)
    assert.equal((await infoOf(server, other, await prove(server, other, mara))).status, 200)
    assert.equal((await infoOf(server, id, await prove(server, id, jonas))).status, 200, 'a new code')
  })

  test('answers like one that never was when it is revoked, used up or over, but to those with a proof', async () => {
    await using server = await startMailingServer(await place())
    const { database, clock } = server.services
    const unknown = 'A'.repeat(22)
    async function answersOf(id: string, headers: Record<string, string> = {}) {
      const calls = [
        await infoOf(server, id, headers),
        await askTicket(server.baseUrl, id, undefined, headers),
        await askTicket(server.baseUrl, id, 'a password', headers),
        await download(server, id),
        await postCode(server, id, {}),
        await postCode(server, id, { code: '123456' }),
        await fetch(`${server.baseUrl}/api/files/${id}`, { method: 'DELETE' }),
        await fetch(`${server.baseUrl}/api/files/send-email`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({
            recipientEmail: mara,
            downloadLink: `${server.services.config.publicUrl}/download/${id}`,
          }),
        }),
      ]
      return Promise.all(
        calls.map(async (answer) => [
          answer.status,
          await answer.text(),
          [...answer.headers].filter(([name]) => !['date', 'x-request-id'].includes(name)),
        ]),
      )
    }
    const expected = await answersOf(unknown)
    assert.ok(expected.every(([status]) => status === 404))
    const ways = {
      LINK_REVOKED: { revoked_at: clock.now() },
      LINK_USED_UP: { download_limit: 1, downloads: 1 },
      FILE_EXPIRED: { expires_at: clock.now() - 1 },
    }
    for (const [code, columns] of Object.entries(ways)) {
      const id = linkOf(await sendTo(server, [jonas]))
      const headers = await prove(server, id, jonas)
      const sentCode = await requestCode(server, id, jonas)
      await database.updateTable('links').set(columns).where('id', '=', id).execute()
      assert.deepEqual(await answersOf(id), expected, code)
      assert.equal(await codeOf(await postCode(server, id, { code: sentCode }), 404), 'FILE_NOT_FOUND')
      assert.equal(await codeOf(await infoOf(server, id, headers), 410), code)
      assert.equal(await codeOf(await askTicket(server.baseUrl, id, undefined, headers), 410), code)
    }
    // That it is disabled is told with any link, but not of one that is over.
    const disabled = await sendTo(server, [jonas])
    const id = linkOf(disabled)
    const held = { state: 'disabled', held_until: clock.now() + MINUTE } as const
    await database.updateTable('transfers').set(held).where('id', '=', disabled.ref).execute()
    for (const ask of [infoOf(server, id), askTicket(server.baseUrl, id), postCode(server, id, {})])
      assert.equal(await codeOf(await ask, 451), 'TRANSFER_DISABLED')
    await database.updateTable('links').set(ways.LINK_REVOKED).where('id', '=', id).execute()
    assert.deepEqual(await answersOf(id), expected, 'disabled and revoked')
    const ended = await sendTo(server, [jonas])
    await callerOf(server).call('deleteTransfer', { params: { ref: ended.ref }, headers: ended.headers })
    assert.deepEqual(await answersOf(linkOf(ended)), expected, 'deleted')
  })
})

test('without a mail server there are neither codes nor own links, and the service says so', async () => {
  await using server = await startServer()
  const { limits, mailServer } = await callerOf(server).call('config')
  assert.deepEqual([limits.recipients, limits.ownLinks, mailServer], [20, 0, false])
})
