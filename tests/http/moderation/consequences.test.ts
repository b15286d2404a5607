import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
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
import { startServer } from '#tests/support/server/server.ts'
import { sendTransfer } from '#tests/support/transfers/managed-transfers.ts'
import { byTerms, fromAnywhere, reportLink } from '#tests/support/transfers/reports.ts'
import { createUpload, patchUpload } from '#tests/support/transfers/resumable-uploads.ts'
import { codeOf, sendForm } from '#tests/support/transfers/transfers.ts'

function decide(admin: Person, number: string, action: DecisionAction, automated = false) {
  const body = { action, ground: byTerms, facts: 'Found.', automated }
  return admin.client.call('decideReport', { params: { n: number }, body })
}

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
    await using server = await startServer({ ...(await place()), environment: fromAnywhere })
    const [root, ada] = [await signUpAdmin(server), await signUp(server)]
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
    await root.client.call('unblockContent', { params: { sha256 } })
    for (const send of [alone, among]) assert.equal((await send()).status, 201)
  })
})

test('the transparency export counts what a ledger of 200 cases says', async () => {
  await using server = await startServer({ environment: { ...fromAnywhere, RATE_LIMITS: 'off' } })
  const root = await signUpAdmin(server)
  const actions = ['none', 'disable', 'end', 'end-and-suspend', 'police'] as const
  const ledger = new Map(
    reportReasons.map((reason) => [reason, { notices: 0, automated: 0, decided: new Map<string, number>() }]),
  )
  let link = ''
  for (let count = 0; count < 200; count += 1) {
    const reason = reportReasons[(count * 7 + Math.floor(count / 9)) % reportReasons.length] ?? 'terms'
    const own = ledger.get(reason)
    assert.ok(own)
    // What is decided can be reported again; what is open cannot, as a case of its own.
    const headers = { 'x-forwarded-for': `10.1.${count}.1` }
    if (count % 10 === 0)
      link = (await sendTransfer(server, Buffer.from('x'), { headers })).reply.file.downloadUrl
    const { number } = await reportLink(server, link, `10.0.${count}.1`, {
      reason,
      ...(reason === 'copyright' && { name: 'Jo', email: `jo${count}@rights.example` }),
    })
    own.notices += 1
    // Every tenth stays open.
    if (count % 10 === 9) continue
    const action = actions[(count * 3) % actions.length] ?? 'none'
    const automated = count % 4 === 0
    await decide(root, number, action, automated)
    own.decided.set(action, (own.decided.get(action) ?? 0) + 1)
    if (automated) own.automated += 1
  }
  const expected = reportReasons.map((reason) => {
    const { notices, automated, decided } = ledger.get(reason) ?? assert.fail(reason)
    const made = [...decided.values()].reduce((sum, number) => sum + number, 0)
    const byAction = actions.map((action) => decided.get(action) ?? 0)
    return [reason, notices, 0, 0, made, automated, ...byAction, 0, 0, made === 0 ? '' : 0].join(',')
  })
  const csv = await exported(server.baseUrl, root, 'csv')
  const columns =
    'reason,notices,confirmedNotices,disabledByRule,decisions,automatedDecisions,none,disable,end,endAndSuspend,police,objections,changedDecisions,medianMinutes'
  assert.deepEqual(csv.split('\r\n'), [columns, ...expected, ''])
  const { rows } = JSON.parse(await exported(server.baseUrl, root, 'json')) as { rows: { notices: number }[] }
  assert.equal(
    rows.reduce((sum, { notices }) => sum + notices, 0),
    200,
  )
})
