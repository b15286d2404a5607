import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { requestTicketHeader } from '#contract/headers.ts'
import { type DecisionAction, reportReasons } from '#contract/operations/report-reasons.ts'
import {
  type Person,
  sendFileAs,
  signIn,
  signUp,
  signUpAdmin,
  uploadAs,
} from '#tests/support/accounts/accounts.ts'
import { forEachDatabase } from '#tests/support/databases/databases.ts'
import { mailsTo } from '#tests/support/mail/mailbox.ts'
import {
  askRequestTicket,
  forNewAccounts,
  makeRequest,
  sendVisit,
  visit,
} from '#tests/support/requests/visitors.ts'
import { startServer } from '#tests/support/server/server.ts'
import { thorough } from '#tests/support/server/thoroughness.ts'
import { sendTransfer } from '#tests/support/transfers/managed-transfers.ts'
import { linkOf, sendTo, startMailingServer } from '#tests/support/transfers/recipients.ts'
import { byTerms, fromAnywhere, reportLink } from '#tests/support/transfers/reports.ts'
import { createUpload, patchUpload, sendCreation } from '#tests/support/transfers/resumable-uploads.ts'
import { openRights } from '#tests/support/transfers/rights.ts'
import { codeOf, sendForm, ticketUrl, until } from '#tests/support/transfers/transfers.ts'

const HOUR = 60 * 60_000

function decide(admin: Person, number: string, action: DecisionAction) {
  const body = { action, ground: byTerms, facts: 'Found.', automated: false }
  return admin.client.call('decideReport', { params: { n: number }, body })
}

/** Of the ledger. */
const cases = thorough ? 200 : 40

const period = { from: '2020-01-01T00:00:00.000Z', to: '2100-01-01T00:00:00.000Z' }

async function exported(baseUrl: string, { token }: Person, format: 'csv' | 'json') {
  const query = new URLSearchParams({ ...period, format })
  const answer = await fetch(`${baseUrl}/api/admin/transparency?${query}`, {
    headers: { authorization: `Bearer ${token}` },
  })
  assert.equal(answer.status, 200)
  return answer.text()
}

forEachDatabase('after decisions', ({ place }) => {
  test('three against an uploader propose to suspend, which stops their uploads for 30 days; five unfounded reports come last', async () => {
    const environment = { ...fromAnywhere, ...forNewAccounts }
    await using server = await startServer({ ...(await place()), environment })
    const [root, ada] = [await signUpAdmin(server), await signUp(server)]
    const auth = { authorization: `Bearer ${ada.token}` }
    const kept = await sendTransfer(server, Buffer.from('kept'), { headers: auth })
    const begun = await createUpload(server, 3, { filename: 'begun.txt' }, auth)
    const adding = await createUpload(server, 3, { filename: 'added.txt', transfer: kept.ref }, auth)
    const asked = await makeRequest(server, ada)
    const visitor = await visit(server, asked.id)
    const proposals: boolean[] = []
    for (const action of ['end', 'disable', 'end-and-suspend'] as const) {
      const file = await uploadAs(server, ada.token, 'spam.txt')
      const { number } = await reportLink(server, file.downloadUrl, '192.0.2.1', { reason: 'terms' })
      const { case: open } = await root.client.call('adminReport', { params: { n: number } })
      proposals.push(open.suspensionProposed)
      await decide(root, number, action)
    }
    assert.deepEqual(proposals, [false, false, true])
    const refused = await sendFileAs(server, ada.token, 'more.txt')
    assert.equal(await codeOf(refused, 403), 'UPLOADS_SUSPENDED')
    const resumable = await fetch(`${server.baseUrl}/api/files/resumable`, {
      method: 'POST',
      headers: {
        'tus-resumable': '1.0.0',
        'upload-length': '4',
        'upload-metadata': `filename ${btoa('a.txt')}`,
        authorization: `Bearer ${ada.token}`,
      },
    })
    assert.equal(await codeOf(resumable, 403), 'UPLOADS_SUSPENDED')
    // Nor does what had begun before, alone or for a transfer that goes on.
    for (const url of [begun, adding])
      assert.equal(await codeOf(await patchUpload(url, 0, Buffer.from('abc')), 403), 'UPLOADS_SUSPENDED')
    const { files: left } = await ada.client.call('ownFiles', { query: {} })
    assert.ok(!left.some(({ filename }) => filename === 'begun.txt'))
    const { transfer: unchanged } = await ada.client.call('managedTransfer', { params: { ref: kept.ref } })
    assert.equal(unchanged.files.length, 1)
    // Who visits a request of theirs learns that it has ended, and nothing of why.
    const headers = { [requestTicketHeader]: visitor.ticket }
    for (const answer of [await sendVisit(server, visitor), await sendCreation(server, 3, {}, headers)]) {
      const text = await answer.text()
      assert.equal(answer.status, 410, text)
      assert.match(text, /REQUEST_CLOSED/)
      assert.doesNotMatch(text, /details|suspended/i)
    }
    assert.equal((await askRequestTicket(server, asked.id)).status, 410)
    const { request } = await server.client.call('publicRequest', { params: { id: asked.id } })
    assert.equal(request.state, 'ended')
    const bob = await signUp(server, 'bob')
    await uploadAs(server, bob.token, 'fine.txt')

    // Guests are known by their network, as long as it is: others send on.
    const sent = await sendTransfer(server, Buffer.from('x'), {
      headers: { 'x-forwarded-for': '198.51.100.7' },
    })
    const guest = await reportLink(server, sent.reply.file.downloadUrl, '192.0.2.1')
    await decide(root, guest.number, 'end-and-suspend')
    const fromNetwork = (from: string) =>
      fetch(`${server.baseUrl}/api/put/x.txt`, {
        method: 'PUT',
        headers: { 'x-forwarded-for': from },
        body: 'x',
      })
    assert.equal(await codeOf(await fromNetwork('198.51.100.200'), 403), 'UPLOADS_SUSPENDED')
    assert.equal((await fromNetwork('203.0.113.1')).status, 201)

    // Five unfounded reports of a network: the sixth comes last, though it is more severe.
    const files = await Promise.all(
      Array.from({ length: 7 }, (_, index) => uploadAs(server, bob.token, `file ${index}.txt`)),
    )
    for (const [index, { downloadUrl }] of files.slice(0, 5).entries()) {
      const { number } = await reportLink(server, downloadUrl, `203.0.113.${index}`)
      await decide(root, number, 'none')
    }
    server.clock.advance(15 * 60_000)
    const [usual, worse] = files.slice(5)
    assert.ok(usual && worse)
    const last = await reportLink(server, worse.downloadUrl, '203.0.113.9', { reason: 'fraud' })
    const first = await reportLink(server, usual.downloadUrl, '198.51.100.1', { reason: 'terms' })
    const [late, owner] = [await signIn(server, 'root'), await signIn(server, 'ada')]
    const { cases, counts } = await late.client.call('adminReports', { query: {} })
    assert.deepEqual(
      cases.map(({ number, oftenUnfounded }) => [number, oftenUnfounded]),
      [
        [first.number, false],
        [last.number, true],
      ],
    )
    assert.partialDeepStrictEqual(counts, { open: 2, appealed: 0, decided: 9 })
    const named = await late.client.call('adminReports', { query: { filter: 'all', search: 'file 5' } })
    assert.deepEqual(
      named.cases.map(({ number }) => number),
      [first.number],
    )
    // An account that is erased takes its name along, and leaves the decisions.
    await owner.client.call('eraseAccount', { body: { password: ada.password } })
    const { cases: decided } = await late.client.call('adminReports', { query: { filter: 'decided' } })
    assert.equal(decided.length, 9)
    const rows = JSON.stringify([
      await server.services.database.selectFrom('cases').selectAll().execute(),
      await server.services.database.selectFrom('strikes').selectAll().execute(),
    ])
    assert.ok(!rows.includes(ada.user.id))
  })

  test('a decision takes the sender’s other transfers with the same content along, and an objection sets them free', async () => {
    await using server = await startServer({ ...(await place()), environment: fromAnywhere })
    const [root, ada, bob] = [await signUpAdmin(server), await signUp(server), await signUp(server, 'bob')]
    const sendAs = ({ token }: Person, filename: string, content: string) =>
      sendTransfer(server, Buffer.from(content), { filename, headers: { authorization: `Bearer ${token}` } })
    const bad = await sendAs(ada, 'a.bin', 'the bad bytes')
    const renamed = await sendAs(ada, 'harmless.txt', 'the bad bytes')
    const another = await sendAs(ada, 'b.bin', 'another bytes')
    const others = await sendAs(bob, 'a.bin', 'the bad bytes')
    const all = [bad, renamed, another, others]
    const statesOf = () =>
      Promise.all(
        all.map(async ({ linkId }) => (await fetch(`${server.baseUrl}/api/files/info/${linkId}`)).status),
      )
    const { number } = await reportLink(server, bad.reply.file.downloadUrl, '192.0.2.1')
    const params = { n: number }
    const read = async () => (await root.client.call('adminReport', { params })).case
    assert.equal((await read()).sameContent, 0)
    const found = async (search: string) =>
      (await root.client.call('adminReports', { query: { filter: 'all', search } })).cases.length
    await root.client.call('disableReported', { params })
    await until(async () => (await read()).sameContent === 1)
    assert.deepEqual(await statesOf(), [451, 200, 200, 200])
    const [hash] = (await read()).hashes
    assert.ok(hash)
    assert.deepEqual(
      [await found(hash.sha256.slice(0, 9).toUpperCase()), await found('xyz'), await found('a.b')],
      [1, 0, 1],
    )
    const body = { action: 'disable', ground: byTerms, facts: 'Found.', automated: false } as const
    const { letters } = await root.client.call('previewLetters', {
      params,
      body: { ...body, sameContent: true },
    })
    const says = letters.map(({ to, text }) => [to, /another transfer of yours/.test(text)])
    assert.deepEqual(says, [
      ['reporter', false],
      ['uploader', true],
    ])
    await root.client.call('decideReport', { params, body: { ...body, sameContent: true } })
    assert.deepEqual(await statesOf(), [451, 451, 200, 200])
    const decided = await read()
    assert.deepEqual(
      decided.decisions.map((decision) => decision.others),
      [1],
    )
    const { entries } = await root.client.call('auditLog', { query: { filter: 'report' } })
    assert.deepEqual(entries[0]?.details, { action: 'disable', final: false, others: 1 })

    const mails = await mailsTo(server, ada.user.email)
    const [, id = '', token = ''] =
      mails
        .map(({ text = '' }) => /\/decision\/([\w-]{22})#([\w-]{43})/.exec(text) ?? [])
        .find(({ length }) => length > 0) ?? []
    const own = { params: { id }, headers: { 'x-follow-token': token } }
    assert.equal((await server.client.call('decision', own)).decision.decision.others, 1)
    await server.client.call('appealDecision', { ...own, body: { text: 'It is harmless.' } })
    // What a case of its own keeps disabled stays so.
    const itsOwn = await reportLink(server, renamed.reply.file.downloadUrl, '198.51.100.1')
    await root.client.call('disableReported', { params: { n: itsOwn.number } })
    await root.client.call('decideReport', { params, body: { ...body, action: 'none' } })
    assert.deepEqual(await statesOf(), [200, 451, 200, 200])
    await root.client.call('restoreReported', { params: { n: itsOwn.number } })
    assert.deepEqual(await statesOf(), [200, 200, 200, 200])

    // And without one, all of it is free again.
    const again = await reportLink(server, bad.reply.file.downloadUrl, '198.51.100.2')
    const next = { n: again.number }
    await root.client.call('disableReported', { params: next })
    await until(async () => {
      const { case: found } = await root.client.call('adminReport', { params: next })
      return found.sameContent === 1
    })
    await root.client.call('decideReport', { params: next, body: { ...body, sameContent: true } })
    assert.deepEqual(await statesOf(), [451, 451, 200, 200])
    const { report } = await server.client.call('report', {
      params: { number: again.number },
      headers: again.headers,
    })
    assert.equal(report.decision?.others, 0, 'reporters do not learn what else the sender has')
    await server.client.call('appealReport', {
      params: { number: again.number },
      headers: again.headers,
      body: { text: 'It was a mistake.' },
    })
    await root.client.call('decideReport', { params: next, body: { ...body, action: 'none' } })
    assert.deepEqual(await statesOf(), [200, 200, 200, 200])

    // What a decision on another case has taken along is not set free by an objection to one that has not.
    const copy = await sendAs(ada, 'copy.bin', 'the bad bytes')
    const alone = await reportLink(server, copy.reply.file.downloadUrl, '198.51.100.3')
    const wide = await reportLink(server, bad.reply.file.downloadUrl, '198.51.100.4')
    for (const [{ number: n }, others] of [
      [alone, 2],
      [wide, 1],
    ] as const) {
      await root.client.call('disableReported', { params: { n } })
      await until(async () => {
        const { case: found } = await root.client.call('adminReport', { params: { n } })
        return found.hashes.length === 1 && found.sameContent >= others
      })
    }
    await root.client.call('decideReport', {
      params: { n: wide.number },
      body: { ...body, sameContent: true },
    })
    await root.client.call('decideReport', { params: { n: alone.number }, body })
    await server.client.call('appealReport', {
      params: { number: alone.number },
      headers: alone.headers,
      body: { text: 'It was a mistake.' },
    })
    await root.client.call('decideReport', { params: { n: alone.number }, body: { ...body, action: 'none' } })
    all.push(copy)
    assert.deepEqual(await statesOf(), [451, 451, 200, 200, 200])
  })

  test('what is kept for the police outlasts later reports, its recipient and its sender, and nobody learns of the police', async () => {
    await using server = await startMailingServer({ ...(await place()), environment: fromAnywhere })
    const [root, ada] = [await signUpAdmin(server), await signUp(server)]
    const headers = { authorization: `Bearer ${ada.token}` }
    const fields = { deleteAfterDownload: 'true' }
    const to = [{ email: 'me@example.org', ownLink: true, needsCode: false }]
    const sent = await sendTo(server, to, { fields, headers })
    await (await fetch(await ticketUrl(server.baseUrl, sent.linkId))).arrayBuffer()
    const link = `${server.baseUrl}/download/${linkOf(sent)}`
    const row = () =>
      server.services.database
        .selectFrom('transfers')
        .select(['state', 'held_until', 'owner_id', 'downloads'])
        .where('id', '=', sent.ref)
        .executeTakeFirstOrThrow()
    await until(async () => (await row()).downloads === 1)
    const first = await reportLink(server, link, '192.0.2.1')
    await decide(root, first.number, 'police')
    const { held_until } = await row()
    assert.ok((held_until ?? 0) > server.clock.now() + 89 * 24 * HOUR)
    await until(async () => {
      const { case: found } = await root.client.call('adminReport', { params: { n: first.number } })
      return found.hashes.length === 1
    })

    const { report } = await server.client.call('report', {
      params: { number: first.number },
      headers: first.headers,
    })
    assert.equal(report.decision?.action, 'disable')
    const { transfer } = await ada.client.call('managedTransfer', { params: { ref: sent.ref } })
    const [, id = '', token = ''] =
      /^\/decision\/([\w-]{22})#([\w-]{43})$/.exec(transfer.decision ?? '') ?? []
    const own = { params: { id }, headers: { 'x-follow-token': token } }
    assert.equal((await server.client.call('decision', own)).decision.decision.action, 'disable')
    const saved = await (await fetch(`${server.baseUrl}/api/users/export`, { headers })).text()
    assert.match(saved, /"action":\s*"disable"/)
    assert.doesNotMatch(saved, /police/)

    // Neither a rule nor what becomes of another case changes it.
    const second = await reportLink(server, link, '198.51.100.1', { reason: 'terrorism' })
    await reportLink(server, link, '203.0.113.1', { reason: 'terrorism' })
    const { case: open } = await root.client.call('adminReport', { params: { n: second.number } })
    assert.equal(open.disabledBy, null)
    await root.client.call('disableReported', { params: { n: second.number } })
    const sooner = new Date(server.clock.now() + 3 * 24 * HOUR).toISOString()
    const shorten = root.client.call('holdReported', {
      params: { n: second.number },
      body: { until: sooner, reason: 'Until Friday.' },
    })
    await assert.rejects(shorten, { code: 'BAD_REQUEST' })
    await root.client.call('restoreReported', { params: { n: second.number } })
    await decide(root, second.number, 'none')
    const third = await reportLink(server, link, '198.51.100.2')
    await decide(root, third.number, 'disable')
    assert.partialDeepStrictEqual(await row(), { state: 'disabled', held_until })

    // Nor can those end it whose data is in it.
    const rights = await openRights(server, 'me@example.org')
    await rights.client.call('eraseAddress', { headers: rights.headers, body: { email: 'me@example.org' } })
    await ada.client.call('eraseAccount', { body: { password: ada.password } })
    server.clock.advance(25 * HOUR)
    await server.sweep()
    assert.deepEqual(await row(), { state: 'disabled', held_until, owner_id: null, downloads: 1 })
    server.clock.advance(90 * 24 * HOUR)
    await server.sweep()
    assert.equal((await row()).state, 'ended')
  })

  test('no legal hold is shortened, and an objection that is turned down makes nothing worse', async () => {
    await using server = await startServer({ ...(await place()), environment: fromAnywhere })
    const [root, ada] = [await signUpAdmin(server), await signUp(server)]
    const caseOf = async (n: string) => (await root.client.call('adminReport', { params: { n } })).case
    async function reportNew() {
      const { downloadUrl } = await uploadAs(server, ada.token, 'spam.txt')
      return reportLink(server, downloadUrl, '192.0.2.1')
    }
    const object = ({ number, headers }: Awaited<ReturnType<typeof reportNew>>) =>
      server.client.call('appealReport', { params: { number }, headers, body: { text: 'Look again.' } })

    const first = await reportNew()
    const params = { n: first.number }
    await root.client.call('disableReported', { params })
    const held = new Date(server.clock.now() + 100 * 24 * HOUR).toISOString()
    await root.client.call('holdReported', { params, body: { until: held, reason: 'For the court.' } })
    const sooner = new Date(server.clock.now() + 3 * 24 * HOUR).toISOString()
    const shorten = root.client.call('holdReported', { params, body: { until: sooner, reason: 'Friday.' } })
    await assert.rejects(shorten, { code: 'BAD_REQUEST' })
    assert.equal((await caseOf(first.number)).transfer?.heldUntil, held)
    for (const action of ['disable', 'police'] as const) {
      await decide(root, first.number, action)
      assert.equal((await caseOf(first.number)).transfer?.heldUntil, held, action)
      if (action === 'disable') await object(first)
    }

    // The first decision of this case counts once.
    const second = await reportNew()
    await decide(root, second.number, 'end')
    await object(second)
    assert.deepEqual(
      [(await caseOf(second.number)).uploader?.upheld, (await caseOf(second.number)).suspensionProposed],
      [2, false],
    )
    await decide(root, second.number, 'none')
    const third = await reportNew()
    await decide(root, third.number, 'end-and-suspend')
    const until = (await caseOf(third.number)).uploader?.suspendedUntil
    assert.ok(until)
    server.clock.advance(10 * 60_000)
    await object(third)
    await decide(root, third.number, 'end-and-suspend')
    assert.equal((await caseOf(third.number)).uploader?.suspendedUntil, until)
  })

  test('a case of very many reports is listed, shown and decided', async () => {
    await using server = await startServer({ ...(await place()), environment: fromAnywhere })
    const root = await signUpAdmin(server)
    const sent = await sendTransfer(server, Buffer.from('x'))
    const { number } = await reportLink(server, sent.reply.file.downloadUrl, '192.0.2.1')
    const { database } = server.services
    const one = await database.selectFrom('reports').selectAll().executeTakeFirstOrThrow()
    const letters = 'ABCDEFGHJK'
    const copy = (index: number) => ({
      ...one,
      id: randomBytes(16).toString('base64url'),
      number: `R-${String(index)
        .padStart(8, '0')
        .replace(/\d/g, (digit) => letters[Number(digit)] ?? '')}`,
      network_hash: randomBytes(32),
      received_at: one.received_at + 1,
    })
    // Of a statement SQLite takes 32 766 values, PostgreSQL 65 535.
    const copies = thorough ? 66_000 : 1000
    for (let from = 0; from < copies; from += 1000) {
      const rows = Array.from({ length: 1000 }, (_, index) => copy(from + index))
      await database.insertInto('reports').values(rows).execute()
    }
    const { cases } = await root.client.call('adminReports', { query: {} })
    assert.deepEqual(
      cases.map(({ reports, networks }) => [reports, networks]),
      [[copies + 1, copies + 1]],
    )
    const { case: shown } = await root.client.call('adminReport', { params: { n: number } })
    assert.deepEqual([shown.received.length, shown.received[0]?.number], [200, number])
    await decide(root, number, 'none')
  })

  test('what is on the block list is refused, alone, among others and resumed', async () => {
    await using server = await startServer({ ...(await place()) })
    const root = await signUpAdmin(server)
    const bad = Buffer.from('the same bytes, wherever they come from')
    const sha256 = createHash('sha256').update(bad).digest('hex')
    const good = { name: 'files', bytes: Buffer.from('good'), filename: 'good.txt' } as const
    const alone = () => sendForm(server.baseUrl, [{ name: 'file', bytes: bad, filename: 'a.bin' }])
    const among = () => sendForm(server.baseUrl, [good, { name: 'files', bytes: bad, filename: 'b.bin' }])
    assert.equal((await alone()).status, 201)
    const lines = `# from elsewhere\n${sha256.toUpperCase()}  a.bin\n${'0'.repeat(64)}\n\n`
    const body = { lines, reason: 'malware' } as const
    assert.partialDeepStrictEqual(await root.client.call('blockContent', { body }), { added: 2, known: 0 })
    assert.partialDeepStrictEqual(await root.client.call('blockContent', { body }), { added: 0, known: 2 })
    await assert.rejects(root.client.call('blockContent', { body: { ...body, lines: `${lines}a line` } }), {
      code: 'BAD_REQUEST',
    })
    for (const send of [alone, among]) assert.equal(await codeOf(await send(), 422), 'CONTENT_BLOCKED')
    assert.equal((await sendForm(server.baseUrl, [good])).status, 201)
    for (const parts of [[bad], [bad.subarray(0, 10), bad.subarray(10)]]) {
      const url = await createUpload(server, bad.length, { filename: 'c.bin' })
      let offset = 0
      let answer: Response | undefined
      for (const part of parts) {
        answer = await patchUpload(url, offset, part)
        offset += part.length
      }
      assert.ok(answer)
      assert.equal(await codeOf(answer, 422), 'CONTENT_BLOCKED')
    }
    const { blocked, total } = await root.client.call('blockList', { query: { search: sha256.slice(0, 8) } })
    assert.deepEqual([total, blocked[0]?.sha256, blocked[0]?.addedBy], [1, sha256, 'root'])
    assert.equal((await root.client.call('blockList', { query: { search: 'zz' } })).total, 0)
    await root.client.call('unblockContent', { params: { sha256 } })
    for (const send of [alone, among]) assert.equal((await send()).status, 201)
  })
})

test(`the transparency export counts what a ledger of ${cases} cases says, in the columns of the template`, async () => {
  await using server = await startServer({ environment: { ...fromAnywhere, RATE_LIMITS: 'off' } })
  const root = await signUpAdmin(server)
  const actions = ['none', 'disable', 'end', 'end-and-suspend', 'police'] as const
  type Decided = { action: string; automated: boolean; byLaw: boolean; seconds: number }
  const ledger = reportReasons.map((reason) => ({ reason, notices: 0, decided: [] as Decided[] }))
  let link = ''
  let admin = root
  for (let count = 0; count < cases; count += 1) {
    const own = ledger[(count * 7 + Math.floor(count / 9)) % ledger.length]
    assert.ok(own)
    const { reason } = own
    // What is decided can be reported again; what is open cannot, as a case of its own.
    const headers = { 'x-forwarded-for': `10.1.${count}.1` }
    if (count % 10 === 0) {
      link = (await sendTransfer(server, Buffer.from('x'), { headers })).reply.file.downloadUrl
      admin = await signIn(server, 'root')
    }
    const { number } = await reportLink(server, link, `10.0.${count}.1`, {
      reason,
      ...(reason === 'copyright' && { name: 'Jo', email: `jo${count}@rights.example` }),
    })
    own.notices += 1
    // Every tenth stays open.
    if (count % 10 === 9) continue
    const [automated, byLaw, seconds] = [count % 4 === 0, count % 3 === 0, 36 * (count % 5)]
    server.clock.advance(seconds * 1000)
    const action = actions[(count * 3) % actions.length] ?? 'none'
    const ground = byLaw ? ({ kind: 'law', country: 'DE', reference: 'StGB' } as const) : byTerms
    const body = { action, ground, facts: 'Found.', automated }
    await admin.client.call('decideReport', { params: { n: number }, body })
    own.decided.push({ action, automated, byLaw, seconds })
  }
  const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0)
  assert.deepEqual(
    [sum(ledger.map(({ notices }) => notices)), sum(ledger.map(({ decided }) => decided.length))],
    [cases, cases * 0.9],
  )
  const middle = (numbers: number[]) => {
    const sorted = numbers.toSorted((a, b) => a - b)
    const half = sorted.length / 2
    return ((sorted[Math.ceil(half) - 1] ?? 0) + (sorted[Math.floor(half)] ?? 0)) / 2
  }

  const { rows } = JSON.parse(await exported(server.baseUrl, admin, 'json')) as { rows: unknown[] }
  const expected = ledger.map(({ reason, notices, decided }) => {
    const count = (...wanted: string[]) => decided.filter(({ action }) => wanted.includes(action)).length
    const acted = decided.filter(({ action }) => action !== 'none')
    return {
      reason,
      notices,
      confirmedNotices: 0,
      disabledByRule: 0,
      decisions: decided.length,
      automatedDecisions: decided.filter(({ automated }) => automated).length,
      none: count('none'),
      disable: count('disable'),
      end: count('end'),
      endAndSuspend: count('end-and-suspend'),
      police: count('police'),
      actionsByLaw: acted.filter(({ byLaw }) => byLaw).length,
      actionsByTerms: acted.filter(({ byLaw }) => !byLaw).length,
      objections: 0,
      changedDecisions: 0,
      medianMinutes: Math.round(middle(decided.map(({ seconds }) => Math.round(seconds / 60)))),
    }
  })
  assert.deepEqual(rows, expected)

  const template = await readFile(new URL('notices-template.csv', import.meta.url), 'utf8')
  const [header, ...lines] = (await exported(server.baseUrl, admin, 'csv')).split('\r\n')
  assert.equal(header, template.trimEnd())
  const illegal = reportReasons.filter((reason) => reason !== 'terms')
  const categories: [category: string, reasons: readonly string[]][] = [
    ['TOTAL', illegal],
    ['STATEMENT_CATEGORY_DATA_PROTECTION_AND_PRIVACY_VIOLATIONS', ['personal-data']],
    ['STATEMENT_CATEGORY_INTELLECTUAL_PROPERTY_INFRINGEMENTS', ['copyright']],
    ['STATEMENT_CATEGORY_PROTECTION_OF_MINORS', ['child-abuse']],
    ['KEYWORD_CHILD_SEXUAL_ABUSE_MATERIAL', ['child-abuse']],
    ['STATEMENT_CATEGORY_RISK_FOR_PUBLIC_SECURITY', ['terrorism']],
    ['KEYWORD_TERRORIST_CONTENT', ['terrorism']],
    ['STATEMENT_CATEGORY_SCAMS_AND_FRAUD', ['malware', 'fraud']],
    ['STATEMENT_CATEGORY_NOT_SPECIFIED_NOTICE', ['illegal']],
  ]
  const service = new URL(server.services.config.publicUrl).host
  const sheet = categories.map(([category, reasons]) => {
    const own = ledger.filter(({ reason }) => reasons.includes(reason))
    const notices = sum(own.map((one) => one.notices))
    const acted = own.flatMap(({ decided }) => decided.filter(({ action }) => action !== 'none'))
    const byLaw = acted.filter((one) => one.byLaw).length
    const hours = (middle(acted.map(({ seconds }) => seconds)) / 3600).toFixed(2)
    const counts = [notices, '', notices, '', hours, '', byLaw, '', acted.length - byLaw, '']
    const forHosts = '"Only for providers of hosting services, including online platforms"'
    return [forHosts, service, '2020-01-01/2099-12-31', category, '', ...counts, ...Array(10).fill('')].join()
  })
  assert.deepEqual(lines, [...sheet, ''])
})
