import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { followTokenHeader, requestTicketHeader } from '#contract/headers.ts'
import { type Person, signIn, signUp, signUpAdmin, uploadAs } from '#tests/support/accounts/accounts.ts'
import { forEachDatabase } from '#tests/support/databases/databases.ts'
import { hideTable } from '#tests/support/databases/hide-table.ts'
import { transferOf } from '#tests/support/databases/transfer-rows.ts'
import { mailsTo } from '#tests/support/mail/mailbox.ts'
import {
  askRequestTicket,
  forNewAccounts,
  makeRequest,
  sendVisit,
  visit,
} from '#tests/support/requests/visitors.ts'
import { startServer, type TestServer } from '#tests/support/server/server.ts'
import { beginSlowDownload } from '#tests/support/services/slow-download.ts'
import { anyone, type SentTransfer, sendTransfer } from '#tests/support/transfers/managed-transfers.ts'
import { byTerms, fromAnywhere, reportLink } from '#tests/support/transfers/reports.ts'
import {
  createUpload,
  patchUpload,
  sendCreation,
  uploadInSegments,
} from '#tests/support/transfers/resumable-uploads.ts'
import { codeOf, downloadCount, ticketUrl, until } from '#tests/support/transfers/transfers.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const unavailable = 'This transfer is unavailable while we review a report.'

async function codeIn(server: TestServer, address: string): Promise<string> {
  const mails = await mailsTo(server, address)
  const found = mails.map(({ text = '' }) => /^(\d{6})$/m.exec(text)?.[1]).find(Boolean)
  assert.ok(found, `a code for ${address}`)
  return found
}

/** The token of the button in the latest mail to the operator. */
async function buttonIn(server: TestServer): Promise<string> {
  const mails = await mailsTo(server, 'abuse@files.example')
  const tokens = mails.map(({ text = '' }) => /\/moderate#([\w-]+)/.exec(text)?.[1]).filter(Boolean)
  const token = tokens.at(-1)
  assert.ok(token)
  return token
}

function press({ baseUrl }: TestServer, token: string, method = 'POST'): Promise<Response> {
  return fetch(`${baseUrl}/api/moderate/${token}`, { method, redirect: 'manual' })
}

function stateOf({ baseUrl }: TestServer, id: string): Promise<Response> {
  return fetch(`${baseUrl}/api/files/info/${id}`)
}

async function entriesOf(admin: Person, number: string) {
  const { case: found } = await admin.client.call('adminReport', { params: { n: number } })
  return found.timeline.map(({ kind }) => kind)
}

forEachDatabase('a report', ({ place }) => {
  test('goes from a stranger to the operator’s button, a decision, both letters, an objection and a final decision', async () => {
    const lines: string[] = []
    await using server = await startServer({
      ...(await place()),
      environment: fromAnywhere,
      log: (line) => lines.push(line),
    })
    const { client } = server
    const [root, noor] = [await signUpAdmin(server), await signUpAdmin(server, 'noor')]
    const ada = await signUp(server)
    const file = await uploadAs(server, ada.token, 'invoice.pdf', { bytes: 1000 })
    const link = file.downloadUrl
    const { id: ref } = await transferOf(server.services.database, file.id)

    // The form: bound to its link, and honest about links.
    const form = (about: string) => client.call('reportForm', { query: { link: about } })
    assert.equal((await form(link)).known, 'live')
    assert.equal((await form(`https://elsewhere.example/download/${'A'.repeat(22)}`)).known, 'no')
    const { formToken } = await form('https://elsewhere.example/')
    const said = { reason: 'malware', explanation: 'A trojan.', goodFaith: true } as const
    await assert.rejects(client.call('createReport', { body: { ...said, link, formToken } }), {
      code: 'FORM_EXPIRED',
    })
    await assert.rejects(
      client.call('createReport', { body: { ...said, link: 'https://elsewhere.example/', formToken } }),
      { code: 'NOT_OUR_LINK' },
    )
    await assert.rejects(reportLink(server, link, '192.0.2.1', { reason: 'copyright' }), {
      code: 'BAD_REQUEST',
    })

    // The report, and its page.
    const email = 'jo@rights.example'
    const report = await reportLink(server, link, '192.0.2.1', { email, name: 'Jo de Wit' })
    assert.deepEqual([report.gone, report.codeSent], [false, true])
    const params = { number: report.number }
    const headers = report.headers
    const { report: own } = await client.call('report', { params, headers })
    assert.partialDeepStrictEqual(own, { state: 'received', confirmed: false, decision: null })
    for (const wrong of [{}, { ...headers, 'x-follow-token': 'A'.repeat(43) }])
      await assert.rejects(client.call('report', { params, headers: wrong }), { code: 'REPORT_NOT_FOUND' })
    await assert.rejects(client.call('report', { params: { number: 'R-2222' }, headers }), {
      code: 'REPORT_NOT_FOUND',
    })
    await assert.rejects(client.call('confirmReport', { params, headers, body: { code: '000000' } }), {
      code: 'INVALID_CODE',
    })
    const code = await codeIn(server, email)
    const confirmed = await client.call('confirmReport', { params, headers, body: { code } })
    assert.equal(confirmed.report.confirmed, true)

    // The button of the mail only disables, and only once.
    const token = await buttonIn(server)
    const looked = await press(server, token, 'GET')
    assert.deepEqual([looked.status, looked.headers.get('location')], [303, `/moderate#${token}`])
    assert.equal((await stateOf(server, file.id)).status, 200)
    const forged = `${token.slice(0, 22)}${'A'.repeat(43)}`
    assert.equal(await codeOf(await press(server, forged), 404), 'REPORT_NOT_FOUND')
    assert.equal((await press(server, token)).status, 200)
    assert.equal(await codeOf(await press(server, token), 409), 'ALREADY_DECIDED')
    const refused = await stateOf(server, file.id)
    assert.equal(refused.status, 451)
    const { message } = (await refused.json()) as { message: string }
    assert.equal(message, unavailable)
    assert.equal((await client.call('report', { params, headers })).report.state, 'disabled')

    // It is evidence: neither its owner nor time ends it, and what is held can be prolonged.
    await assert.rejects(ada.client.call('deleteTransfer', { params: { ref } }), {
      code: 'TRANSFER_DISABLED',
    })
    server.clock.advance(2 * DAY)
    await server.sweep()
    const admins = await Promise.all(['root', 'noor'].map((name) => signIn(server, name)))
    const [first, second] = admins
    assert.ok(first && second && root && noor)
    const n = { n: report.number }
    assert.equal((await first.client.call('adminReport', { params: n })).case.transfer?.state, 'disabled')

    // One works on it at a time, and looking consumes nothing.
    await first.client.call('assignReport', { params: n, body: {} })
    await assert.rejects(second.client.call('assignReport', { params: n, body: {} }), { code: 'CASE_TAKEN' })
    await first.client.call('noteReport', { params: n, body: { text: 'Two scanners agree.' } })
    const content = await fetch(
      `${server.baseUrl}/api/admin/reports/${report.number}/content?reason=to+decide`,
      { headers: { authorization: `Bearer ${first.token}` } },
    )
    assert.equal((await content.arrayBuffer()).byteLength, 1000)
    assert.match(content.headers.get('content-disposition') ?? '', /invoice\.pdf/)
    // Its files are hashed a moment after it was reported.
    const reported = async () => (await first.client.call('adminReport', { params: n })).case
    await until(async () => (await reported()).hashes.length === 1)
    const seen = await reported()
    assert.equal(seen.transfer?.downloads, 0)
    assert.equal(seen.hashes[0]?.sha256.length, 64)
    assert.deepEqual(
      [seen.assignee, seen.received[0]?.email, seen.uploader?.username],
      ['root', email, 'ada'],
    )

    // The decision, its letters as they were shown before, and what the other side does not learn.
    const decision = {
      action: 'end',
      ground: { kind: 'law', country: 'DE', reference: 'StGB § 303a' },
      facts: 'invoice.pdf is a program.',
      automated: false,
    } as const
    await assert.rejects(second.client.call('decideReport', { params: n, body: decision }), {
      code: 'CASE_TAKEN',
    })
    const { letters } = await first.client.call('previewLetters', { params: n, body: decision })
    for (const { text } of letters) assert.doesNotMatch(text, /#[\w-]{43}/)
    await first.client.call('decideReport', { params: n, body: decision })
    await assert.rejects(first.client.call('decideReport', { params: n, body: decision }), {
      code: 'ALREADY_DECIDED',
    })
    for (const [to, address] of [
      ['reporter', email],
      ['uploader', ada.user.email],
    ] as const) {
      const shown = letters.find((letter) => letter.to === to)
      assert.ok(shown, to)
      const mail = (await mailsTo(server, address)).find(({ subject }) => subject === shown.subject)
      assert.ok(mail, to)
      assert.equal(shown.address, address)
      for (const part of ['Germany, StGB § 303a', 'free of charge within six months'])
        assert.deepEqual(
          [mail.text?.includes(part), shown.text.includes(part)],
          [true, true],
          `${to}: ${part}`,
        )
      if (to === 'uploader') assert.doesNotMatch(mail.text ?? '', /Jo de Wit|rights\.example|trojan/)
    }
    assert.equal((await stateOf(server, file.id)).status, 410)

    // The page of the uploader, an objection, and the end of it.
    const statement = (await mailsTo(server, ada.user.email)).map(
      ({ text = '' }) => /\/decision\/([\w-]{22})#([\w-]{43})/.exec(text) ?? [],
    )
    const [, id = '', followToken = ''] = statement.find(({ length }) => length > 0) ?? []
    const asUploader = { params: { id }, headers: { 'x-follow-token': followToken } }
    const { decision: theirs } = await client.call('decision', asUploader)
    assert.partialDeepStrictEqual(theirs, { ref, reporter: null, decision: { action: 'end' } })
    await assert.rejects(client.call('decision', { params: { id }, headers }), { code: 'REPORT_NOT_FOUND' })
    await client.call('appealDecision', { ...asUploader, body: { text: 'It is only a PDF.' } })
    await assert.rejects(client.call('appealDecision', { ...asUploader, body: { text: 'Again.' } }), {
      code: 'ALREADY_DECIDED',
    })
    const { cases } = await first.client.call('adminReports', { query: { filter: 'appealed' } })
    assert.deepEqual(
      cases.map(({ number, assignee }) => [number, assignee]),
      [[report.number, null]],
    )
    await second.client.call('decideReport', { params: n, body: { ...decision, action: 'none' } })
    const { report: closed } = await client.call('report', { params, headers })
    assert.partialDeepStrictEqual(closed, {
      state: 'closed',
      decision: { action: 'none', objectUntil: null },
    })
    await assert.rejects(client.call('appealReport', { params, headers, body: { text: 'No.' } }), {
      code: 'ALREADY_DECIDED',
    })
    assert.deepEqual(await entriesOf(first, report.number), [
      'reported',
      'confirmed',
      'disabled-by-mail',
      'assigned',
      'noted',
      'opened',
      'decided',
      'appealed-by-sender',
      'decided',
    ])
    const { entries } = await first.client.call('auditLog', { query: { filter: 'report' } })
    assert.deepEqual(entries.map(({ act }) => act).toReversed(), [
      'report.received',
      'report.disabled',
      'report.assigned',
      'report.noted',
      'report.opened',
      'report.decided',
      'report.decided',
    ])
    assert.doesNotMatch(JSON.stringify(entries), /rights\.example|trojan|Jo de Wit/)
    assert.ok(lines.length > 0)
    assert.doesNotMatch(lines.join(''), /rights\.example|trojan|Jo de Wit|only a PDF|Two scanners/)
    assert.ok(!lines.join('').includes(token) && !lines.join('').includes(followToken))
  })

  test('cuts ten running downloads within a second on both instances, and lets them begin again once restored', async () => {
    const at = await place()
    await using one = await startServer({ ...at, environment: fromAnywhere })
    await using other = await startServer({ ...at, environment: fromAnywhere })
    const admin = await signUpAdmin(one)
    const bytes = randomBytes(40_000_000)
    const { id } = await uploadInSegments(one, bytes, 10_000_000)
    const report = await reportLink(one, `${one.baseUrl}/download/${id}`, '192.0.2.1')
    const downloads = await Promise.all(
      [one, other].flatMap(({ baseUrl }) =>
        Array.from({ length: 5 }, async () => beginSlowDownload(await ticketUrl(baseUrl, id))),
      ),
    )
    const params = { n: report.number }
    await admin.client.call('disableReported', { params })
    // A second brings 4 MB at most, and what lay between the two ends already; all of it would take ten.
    for (const { body } of await Promise.all(downloads.map(({ goOn }) => goOn())))
      assert.ok(body.length < 12_000_000, `${body.length} bytes came`)
    assert.equal(await codeOf(await stateOf(other, id), 451), 'TRANSFER_DISABLED')
    await admin.client.call('restoreReported', { params })
    const whole = await (await fetch(await ticketUrl(other.baseUrl, id))).arrayBuffer()
    assert.equal(whole.byteLength, bytes.length)
    await until(async () => (await downloadCount(one.baseUrl, id)) === 1)
  })

  test('of the worst kind disables by rule, until someone looks or a day has passed, and opens for nobody', async () => {
    await using server = await startServer({ ...(await place()), environment: fromAnywhere })
    const admin = await signUpAdmin(server)
    const bytes = Buffer.from('x')
    const [one, two, three] = await Promise.all([1, 2, 3].map(() => sendTransfer(server, bytes)))
    assert.ok(one && two && three)
    const linkOf = ({ reply }: typeof one) => reply.file.downloadUrl
    const isDown = async (sent: typeof one) => (await stateOf(server, sent.linkId)).status === 451
    // One network alone, or a lesser reason from two, disables nothing.
    const first = await reportLink(server, linkOf(one), '192.0.2.1', { reason: 'terrorism' })
    await reportLink(server, linkOf(one), '192.0.2.77', { reason: 'terrorism' })
    for (const from of ['192.0.2.1', '198.51.100.1', '203.0.113.1'])
      await reportLink(server, linkOf(three), from)
    assert.deepEqual([await isDown(one), await isDown(three)], [false, false])
    await reportLink(server, linkOf(one), '198.51.100.1', { reason: 'child-abuse' })
    assert.equal(await isDown(one), true)
    const { cases } = await admin.client.call('adminReports', { query: {} })
    assert.partialDeepStrictEqual(cases[0], {
      number: first.number,
      reason: 'terrorism',
      severity: 1,
      reports: 3,
      networks: 2,
      disabledBy: 'rule',
    })
    // Nobody looks for a day: it is back, and the rule does not come again.
    server.clock.advance(25 * HOUR)
    await server.sweep()
    const root = await signIn(server, 'root')
    const again = { n: first.number }
    const { case: restored } = await root.client.call('adminReport', { params: again })
    assert.ok(restored.timeline.some(({ kind }) => kind === 'restored-by-rule'))
    // A confirmed address is enough; someone works on it, and it stays.
    const fresh = await sendTransfer(server, bytes)
    const email = 'jo@hotline.example'
    const report = await reportLink(server, linkOf(fresh), '192.0.2.1', { reason: 'child-abuse', email })
    assert.equal(await isDown(fresh), false)
    const code = await codeIn(server, email)
    const { number } = report
    await server.client.call('confirmReport', { params: { number }, headers: report.headers, body: { code } })
    assert.equal(await isDown(fresh), true)
    await root.client.call('noteReport', { params: { n: number }, body: { text: 'To be seen by noor.' } })
    server.clock.advance(25 * HOUR)
    await server.sweep()
    const late = await signIn(server, 'root')
    const { case: kept } = await late.client.call('adminReport', { params: { n: number } })
    assert.partialDeepStrictEqual(kept, { disabledBy: 'person', transfer: { state: 'disabled' } })
    const opened = await fetch(`${server.baseUrl}/api/admin/reports/${number}/content`, {
      headers: { authorization: `Bearer ${late.token}` },
    })
    assert.equal(await codeOf(opened, 403), 'CONTENT_NOT_ALLOWED')
    // Thirty days without a decision, unless an administrator holds it for longer.
    const until = new Date(server.clock.now() + 40 * DAY).toISOString()
    await late.client.call('holdReported', {
      params: { n: number },
      body: { until, reason: 'For the court.' },
    })
    server.clock.advance(31 * DAY)
    await server.sweep()
    const ended = async () =>
      (
        await server.services.database
          .selectFrom('transfers')
          .select('ended_as')
          .where('id', '=', fresh.ref)
          .executeTakeFirst()
      )?.ended_as
    assert.equal(await ended(), null)
    server.clock.advance(10 * DAY)
    await server.sweep()
    assert.equal(await ended(), 'expired')
    // What is gone can still be reported.
    const gone = await reportLink(server, linkOf(fresh), '192.0.2.1')
    assert.deepEqual([gone.gone, gone.codeSent], [true, false])
  })

  test('of the worst kind disables nothing again that was restored in another case, and also while an objection waits', async () => {
    await using server = await startServer({ ...(await place()), environment: fromAnywhere })
    const admin = await signUpAdmin(server)
    const [restored, objected] = await Promise.all([1, 2].map(() => sendTransfer(server, Buffer.from('x'))))
    assert.ok(restored && objected)
    const clear = (number: string) =>
      admin.client.call('decideReport', {
        params: { n: number },
        body: { action: 'none', ground: byTerms, facts: 'Nothing found.', automated: false },
      })
    async function reportTwice({ reply, linkId }: SentTransfer, networks: readonly string[]) {
      const numbers: string[] = []
      for (const from of networks) {
        const { number } = await reportLink(server, reply.file.downloadUrl, from, { reason: 'terrorism' })
        numbers.push(number)
      }
      return { status: (await stateOf(server, linkId)).status, number: numbers[0] ?? '' }
    }
    const first = await reportTwice(restored, ['192.0.2.1', '198.51.100.1'])
    assert.equal(first.status, 451)
    await clear(first.number)
    assert.equal((await reportTwice(restored, ['203.0.113.1', '198.18.1.1'])).status, 200)

    const report = await reportLink(server, objected.reply.file.downloadUrl, '192.0.2.1', { reason: 'terms' })
    await clear(report.number)
    await server.client.call('appealReport', {
      params: { number: report.number },
      headers: report.headers,
      body: { text: 'Look again.' },
    })
    assert.equal((await reportTwice(objected, ['203.0.113.1', '198.18.1.1'])).status, 451)
    // Nobody looks for a day: the objection waits on.
    server.clock.advance(25 * HOUR)
    await server.sweep()
    const late = await signIn(server, 'root')
    const { case: found } = await late.client.call('adminReport', { params: { n: report.number } })
    assert.deepEqual([found.timeline.at(-1)?.kind, found.state], ['restored-by-rule', 'appealed'])
  })

  test('of child abuse keeps the content closed in every later case as well, unless the operator allows it', async () => {
    const at = await place()
    const environment = { ...fromAnywhere }
    const decide = { action: 'none', ground: byTerms, facts: 'Nothing found.', automated: false } as const
    async function openLater(server: TestServer, root: Person, n: string) {
      const { case: found } = await root.client.call('adminReport', { params: { n } })
      const answer = await fetch(`${server.baseUrl}/api/admin/reports/${n}/content?reason=to+decide`, {
        headers: { authorization: `Bearer ${root.token}` },
      })
      await answer.arrayBuffer()
      return [found.transfer?.locked, answer.status]
    }
    let later = ''
    {
      await using server = await startServer({ ...at, environment })
      const root = await signUpAdmin(server)
      const { reply } = await sendTransfer(server, Buffer.from('x'))
      const link = reply.file.downloadUrl
      const first = await reportLink(server, link, '192.0.2.1', { reason: 'child-abuse' })
      await root.client.call('decideReport', { params: { n: first.number }, body: decide })
      later = (await reportLink(server, link, '192.0.2.2', { reason: 'illegal' })).number
      assert.deepEqual(await openLater(server, root, later), ['not-allowed', 403])
    }
    await using server = await startServer({
      ...at,
      environment: { ...environment, REPORT_OPEN_CHILD_ABUSE: 'on' },
    })
    assert.deepEqual(await openLater(server, await signIn(server, 'root'), later), [null, 200])
  })

  test('is confirmed by the same code after a confirmation that failed', async () => {
    await using server = await startServer({ ...(await place()), environment: fromAnywhere })
    const { reply } = await sendTransfer(server, Buffer.from('x'))
    const email = 'jo@rights.example'
    const { number, headers } = await reportLink(server, reply.file.downloadUrl, '192.0.2.1', { email })
    const body = { code: await codeIn(server, email) }
    const confirm = () => server.client.call('confirmReport', { params: { number }, headers, body })
    const show = await hideTable(server.services.database, 'case_entries')
    await assert.rejects(confirm())
    await show()
    assert.equal((await confirm()).report.confirmed, true)
  })

  test('is confirmed by another code when the first is out of time, which whoever follows it has sent', async () => {
    await using server = await startServer({ ...(await place()), environment: fromAnywhere })
    const { reply } = await sendTransfer(server, Buffer.from('x'))
    const [link, email] = [reply.file.downloadUrl, 'jo@rights.example']
    const { number, headers } = await reportLink(server, link, '192.0.2.1', { email })
    const params = { number }
    const first = await codeIn(server, email)
    server.clock.advance(11 * MINUTE)
    const confirm = (code: string) => server.client.call('confirmReport', { params, headers, body: { code } })
    await assert.rejects(confirm(first), { code: 'INVALID_CODE', attemptsLeft: 0 })
    const send = (own: Record<string, string>) => server.client.call('reportCode', { params, headers: own })
    const wrong = { ...headers, [followTokenHeader]: 'A'.repeat(43) }
    for (const foreign of [{}, wrong]) await assert.rejects(send(foreign), { code: 'REPORT_NOT_FOUND' })
    assert.equal((await send(headers)).sentTo, 'j…@rights.example')
    const codes = async () =>
      (await mailsTo(server, email)).flatMap(({ text = '' }) => /^(\d{6})$/m.exec(text)?.[1] ?? [])
    await until(async () => (await codes()).length === 2)
    const second = (await codes()).find((code) => code !== first) ?? first
    assert.equal((await confirm(second)).report.confirmed, true)
    await assert.rejects(send(headers), { code: 'ALREADY_DECIDED' })

    const other = await reportLink(server, link, '192.0.2.2', { email: 'kim@rights.example' })
    const more = () =>
      server.client.call('reportCode', { params: { number: other.number }, headers: other.headers })
    for (const _ of [2, 3]) await more()
    await assert.rejects(more(), { code: 'RATE_LIMITED' })
    const nameless = await reportLink(server, link, '192.0.2.3')
    const none = { params: { number: nameless.number }, headers: nameless.headers }
    await assert.rejects(server.client.call('reportCode', none), { code: 'ALREADY_DECIDED' })
  })

  test('is limited to five a network and hour, and may be about a file request, which it closes', async () => {
    const environment = { ...fromAnywhere, ...forNewAccounts }
    await using server = await startServer({ ...(await place()), environment })
    const sent = await sendTransfer(server, Buffer.from('x'))
    const link = sent.reply.file.downloadUrl
    for (let count = 0; count < 5; count += 1) await reportLink(server, link, `192.0.2.${count + 1}`)
    await assert.rejects(reportLink(server, link, '192.0.2.9'), { code: 'RATE_LIMITED' })
    await reportLink(server, link, '198.51.100.1')
    // Who sent it, without an account, reads the reasons with the manage link: what is theirs, and no letter goes anywhere.
    const root = await signUpAdmin(server)
    const { cases } = await root.client.call('adminReports', { query: {} })
    const n = { n: cases[0]?.number ?? '' }
    await root.client.call('decideReport', {
      params: n,
      body: { action: 'end', ground: byTerms, facts: 'Spam.', automated: false },
    })
    const { baseUrl } = server
    const managed = await fetch(`${baseUrl}/api/transfers/${sent.ref}/manage`, { headers: sent.headers })
    const { decision } = (await managed.json()) as { decision: string }
    const [, id = '', token = ''] = /^\/decision\/([\w-]{22})#([\w-]{43})$/.exec(decision) ?? []
    const theirs = await anyone(server).call('decision', {
      params: { id },
      headers: { 'x-follow-token': token },
    })
    assert.equal(theirs.decision.decision.facts, 'Spam.')
    const ada = await signUp(server)
    const { id: requestId } = await makeRequest(server, ada)
    const about = await reportLink(server, `${baseUrl}/r/${requestId}`, '203.0.113.1', { reason: 'fraud' })
    const params = { n: about.number }
    const visitor = await visit(server, requestId)
    const headers = { [requestTicketHeader]: visitor.ticket }
    const begun = await createUpload(server, 3, {}, headers)
    const askVisit = async () => (await askRequestTicket(server, requestId)).status
    assert.equal(await askVisit(), 201)
    const { case: closed } = await root.client.call('disableReported', { params })
    assert.deepEqual([closed.state, closed.uploader?.username], ['disabled', 'ada'])
    assert.equal(await askVisit(), 410)
    // Not even its owner opens it, and who has begun cannot finish.
    const later = { until: new Date(server.clock.now() + 5 * HOUR).toISOString() }
    const reopen = () => ada.client.call('updateRequest', { params: { id: requestId }, body: later })
    await assert.rejects(reopen(), { code: 'TRANSFER_DISABLED' })
    // Nor is it closed by them, for it would be open again when that is undone.
    const close = ada.client.call('closeRequest', { params: { id: requestId } })
    await assert.rejects(close, { code: 'TRANSFER_DISABLED' })
    const { request } = await ada.client.call('request', { params: { id: requestId }, query: {} })
    assert.deepEqual([request.state, request.isDisabled], ['ended', true])
    assert.equal(await codeOf(await sendVisit(server, visitor), 410), 'REQUEST_CLOSED')
    assert.equal(await codeOf(await sendCreation(server, 3, {}, headers), 410), 'REQUEST_CLOSED')
    assert.equal(await codeOf(await patchUpload(begun, 0, Buffer.from('abc')), 410), 'REQUEST_CLOSED')
    await root.client.call('restoreReported', { params })
    assert.equal(await askVisit(), 201)
    assert.equal((await patchUpload(begun, 0, Buffer.from('abc'))).status, 204)
    assert.equal((await reopen()).request.isDisabled, false)

    // What asks for what phishing asks for comes earlier, and says why.
    const mara = await signUp(server, 'mara')
    const asking = { title: 'Ihr Reise\u00adpass', instructions: 'And your credit-card, please.' }
    const phishing = await makeRequest(server, mara, asking)
    const harmless = await makeRequest(server, mara, { title: 'Passing shots of Tanja, by pinhole' })
    const reported = []
    for (const [request, network, reason] of [
      [harmless, '203.0.113.2', 'fraud'],
      [phishing, '203.0.113.3', 'terms'],
    ] as const)
      reported.push((await reportLink(server, request.url, network, { reason })).number)
    const described = await Promise.all(
      reported.map(async (n) => (await root.client.call('adminReport', { params: { n } })).case),
    )
    assert.deepEqual(
      described.map(({ request, severity, openedAt, dueAt }) => [
        request?.words,
        severity,
        (Date.parse(dueAt) - Date.parse(openedAt)) / HOUR,
      ]),
      [
        [[], 2, 24],
        [['credit card', 'reisepass'], 2, 4],
      ],
    )
    assert.deepEqual([described[1]?.filename, described[1]?.request?.state], [asking.title, 'open'])
    const { cases: queue } = await root.client.call('adminReports', { query: {} })
    const places = reported.map((number) => queue.findIndex((one) => one.number === number))
    assert.ok((places[1] ?? 0) < (places[0] ?? 0))
  })

  test('of a file request that asks for a card, in any language of the service, come earlier', async () => {
    const environment = { ...fromAnywhere, ...forNewAccounts }
    await using server = await startServer({ ...(await place()), environment })
    const [root, ada] = [await signUpAdmin(server), await signUp(server)]
    const asked: [title: string, words: string[]][] = [
      ['Photo of both sides of your card', ['card']],
      ['Your cards, and your credit card', ['credit card']],
      ['Beide Seiten Ihrer Karte', ['karte']],
      ['Fotos Ihrer Karten', ['karten']],
      ['Recto et verso de votre carte', ['carte']],
      ['Ambos lados de su tarjeta', ['tarjeta']],
      ['Numero della Sua carta di credito', ['carta di credito']],
      ['Uw wachtwoord, alstublieft', ['wachtwoord']],
      ['Podaj hasło i PESEL', ['haslo', 'pesel']],
      ['Frente e verso do cartão de cidadão', ['cartao de cidadao']],
      ['Fotos vom Kassenhaus in Haslach', []],
      ['Postcards, a discarded box, Speisekarten, écarter', []],
    ]
    for (const [index, [title, words]] of asked.entries()) {
      const { url } = await makeRequest(server, ada, { title })
      const { number } = await reportLink(server, url, `203.0.${index}.1`, { reason: 'terms' })
      const { case: found } = await root.client.call('adminReport', { params: { n: number } })
      const hours = (Date.parse(found.dueAt) - Date.parse(found.openedAt)) / HOUR
      assert.deepEqual([found.request?.words, hours], [words, words.length > 0 ? 4 : 72], title)
    }
  })

  test('of a file request are one case, also when several come at once, and the rule sees all of them', async () => {
    await using server = await startServer({
      ...(await place()),
      environment: { ...fromAnywhere, ...forNewAccounts },
    })
    const ada = await signUp(server)
    for (const round of [1, 2, 3]) {
      const { id, url } = await makeRequest(server, ada)
      const networks = [1, 2, 3].map((network) => `198.${round}.${network}.1`)
      await Promise.all(networks.map((from) => reportLink(server, url, from, { reason: 'terrorism' })))
      const cases = await server.services.database
        .selectFrom('cases')
        .select(['state', 'disabled_by'])
        .where('transfer_id', '=', id)
        .execute()
      assert.deepEqual(cases, [{ state: 'disabled', disabled_by: 'rule' }])
    }
  })
})
