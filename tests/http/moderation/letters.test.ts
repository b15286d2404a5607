import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { UpdateRequestRequest } from '#contract/requests/requests.ts'
import { type Person, signUp, signUpAdmin, uploadAs } from '#tests/support/accounts/accounts.ts'
import { forEachDatabase } from '#tests/support/databases/databases.ts'
import { mailsTo } from '#tests/support/mail/mailbox.ts'
import { forNewAccounts, makeRequest } from '#tests/support/requests/visitors.ts'
import { startServer, type TestServer } from '#tests/support/server/server.ts'
import { anyone, sendTransfer } from '#tests/support/transfers/managed-transfers.ts'
import { byTerms, fromAnywhere, reportLink } from '#tests/support/transfers/reports.ts'

const MINUTE = 60_000
const decisionLink = /\/decision\/([\w-]{22})#([\w-]{43})/

function decide({ client }: Person, number: string, action: 'none' | 'disable' | 'end'): Promise<unknown> {
  const body = { action, ground: byTerms, facts: 'We have read it.', automated: false }
  return client.call('decideReport', { params: { n: number }, body })
}

/** What someone has been mailed about their transfers, the subjects alone. */
async function subjects(server: TestServer, { user }: Person): Promise<string[]> {
  return (await mailsTo(server, user.email)).map(({ subject = '' }) => subject)
}

/** The call of a page with a decision, by its address. */
function readDecision(server: TestServer, address: string) {
  const [, id = '', token = ''] = decisionLink.exec(address) ?? []
  const headers = { 'x-follow-token': token }
  const asUploader = { params: { id }, headers }
  return {
    read: async () => (await anyone(server).call('decision', asUploader)).decision,
    object: () => anyone(server).call('appealDecision', { ...asUploader, body: { text: 'It is harmless.' } }),
  }
}

forEachDatabase('a letter about a report', ({ place }) => {
  test('tells the operator whether a transfer or a file request was reported', async () => {
    await using server = await startServer({
      ...(await place()),
      environment: { ...fromAnywhere, ...forNewAccounts },
    })
    const ada = await signUp(server)
    const mailAbout = async (link: string, from: string) => {
      const { number } = await reportLink(server, link, from)
      const mails = await mailsTo(server, 'abuse@files.example')
      return mails.find(({ subject }) => subject?.includes(number))?.text ?? ''
    }
    const file = await uploadAs(server, ada.token, 'one.pdf', { bytes: 100 })
    const ofTransfer = await mailAbout(file.downloadUrl, '192.0.2.1')
    const ofRequest = await mailAbout((await makeRequest(server, ada)).url, '192.0.2.2')
    assert.match(ofTransfer, /^A transfer was reported:[\s\S]*Disable this transfer:/)
    assert.doesNotMatch(ofTransfer, /request/)
    assert.match(ofRequest, /^A file request was reported:[\s\S]*Close this file request:/)
    assert.doesNotMatch(ofRequest, /transfer/)
  })

  test('goes to a sender only if something was done to the transfer, and says what has become of it', async () => {
    await using server = await startServer({ ...(await place()), environment: fromAnywhere })
    const root = await signUpAdmin(server)
    const ada = await signUp(server)
    const upload = (name: string) => uploadAs(server, ada.token, name, { bytes: 100 })

    // Found harmless twice, and never touched: its sender learns nothing.
    const untouched = await reportLink(server, (await upload('one.pdf')).downloadUrl, '192.0.2.1')
    await decide(root, untouched.number, 'none')
    const { headers } = untouched
    const params = { number: untouched.number }
    await server.client.call('appealReport', { params, headers, body: { text: 'Look again.' } })
    const waiting = await server.client.call('report', { params, headers })
    assert.notEqual(waiting.report.appealedAt, null)
    await decide(root, untouched.number, 'none')
    assert.deepEqual(await subjects(server, ada), [])
    const answered = await server.client.call('report', { params, headers })
    assert.deepEqual([answered.report.state, answered.report.appealedAt], ['closed', null])

    // Disabled for a while, and restored before the decision: its sender learns why.
    const restored = await reportLink(server, (await upload('two.pdf')).downloadUrl, '192.0.2.1')
    await root.client.call('disableReported', { params: { n: restored.number } })
    await root.client.call('restoreReported', { params: { n: restored.number } })
    await decide(root, restored.number, 'none')
    assert.deepEqual(await subjects(server, ada), ['Your transfer is available again: “two.pdf”'])

    // Ended, and that was wrong: nothing is available again, and both addresses lead to the answer.
    const ended = await reportLink(server, (await upload('three.pdf')).downloadUrl, '192.0.2.1')
    await decide(root, ended.number, 'end')
    const mails = await mailsTo(server, ada.user.email)
    const first = readDecision(server, mails.find(({ subject = '' }) => /three/.test(subject))?.text ?? '')
    await first.object()
    assert.notEqual((await first.read()).appealedAt, null)
    await decide(root, ended.number, 'none')
    assert.partialDeepStrictEqual(await first.read(), {
      decision: { action: 'none', objectUntil: null },
      available: false,
      appealedAt: null,
    })
    assert.ok((await subjects(server, ada)).includes(`We found no violation: “${ended.number}”`))
    await assert.rejects(first.object(), { code: 'ALREADY_DECIDED' })
  })

  test('is owed to who reports what waits for the answer to an objection, within the time of the first', async () => {
    const environment = { ...fromAnywhere, ...forNewAccounts }
    await using server = await startServer({ ...(await place()), environment })
    const [root, ada] = [await signUpAdmin(server), await signUp(server)]
    // Urgent because of what it asks for.
    const { url } = await makeRequest(server, ada, { title: 'Your passport' })
    const [one, two] = [
      await reportLink(server, url, '192.0.2.1', { reason: 'terms' }),
      await reportLink(server, url, '192.0.2.2', { reason: 'terms' }),
    ]
    const object = ({ number, headers }: typeof one) => {
      const body = { text: 'Look again.' }
      return server.client.call('appealReport', { params: { number }, headers, body })
    }
    const read = async ({ number, headers }: typeof one) =>
      (await server.client.call('report', { params: { number }, headers })).report
    const minutesLeft = async () =>
      Math.round((Date.parse((await read(one)).dueAt) - server.clock.now()) / MINUTE)
    server.clock.advance(5000)
    await decide(root, one.number, 'none')
    server.clock.advance(5000)
    await object(one)
    assert.equal(await minutesLeft(), 240)
    server.clock.advance(10 * MINUTE)
    await object(two)
    assert.equal(await minutesLeft(), 230)

    const email = 'jo@rights.example'
    const late = await reportLink(server, url, '192.0.2.3', { reason: 'terms', email })
    const waits = await read(late)
    assert.partialDeepStrictEqual(waits, {
      state: 'received',
      decision: null,
      confirmAt: 'j…@rights.example',
    })
    await assert.rejects(object(late), { code: 'ALREADY_DECIDED' })
    assert.partialDeepStrictEqual(await read(one), { state: 'appealed', decision: { action: 'none' } })
    await decide(root, one.number, 'disable')
    assert.partialDeepStrictEqual(await read(late), { state: 'closed', decision: { action: 'disable' } })
  })

  test('is found with the manage link by a sender without an account: also the answer, and after another report', async () => {
    await using server = await startServer({ ...(await place()), environment: fromAnywhere })
    const root = await signUpAdmin(server)
    const sent = await sendTransfer(server, Buffer.from('x'))
    const link = sent.reply.file.downloadUrl
    const decisionPage = async () => {
      const managed = await fetch(`${server.baseUrl}/api/transfers/${sent.ref}/manage`, {
        headers: sent.headers,
      })
      const body = (await managed.json()) as { transfer: { decision: string | null } }
      return body.transfer.decision
    }
    const one = await reportLink(server, link, '192.0.2.1')
    await decide(root, one.number, 'disable')
    const other = await reportLink(server, link, '198.51.100.1')
    await decide(root, other.number, 'none')
    const page = readDecision(server, (await decisionPage()) ?? '')
    assert.partialDeepStrictEqual(await page.read(), { number: one.number, decision: { action: 'disable' } })
    await page.object()
    await decide(root, one.number, 'none')
    for (const asked of [page, readDecision(server, (await decisionPage()) ?? '')])
      assert.partialDeepStrictEqual(await asked.read(), {
        decision: { action: 'none', objectUntil: null },
        available: true,
        appealedAt: null,
      })
  })

  test('is not promised to an address that wants no mails', async () => {
    await using server = await startServer({ ...(await place()), environment: fromAnywhere })
    const { reply } = await sendTransfer(server, Buffer.from('x'))
    const report = () =>
      reportLink(server, reply.file.downloadUrl, '192.0.2.1', { email: 'jo@rights.example' })
    assert.equal((await report()).codeSent, true)
    const [mail] = await mailsTo(server, 'jo@rights.example')
    const [, token = ''] = /\/stop-mails#([\w-]+)/.exec(mail?.text ?? '') ?? []
    await anyone(server).call('stopMails', { params: { token } })
    assert.equal((await report()).codeSent, false)
  })

  test('about a file request speaks of one, which its owner can neither reword nor delete meanwhile', async () => {
    const environment = { ...fromAnywhere, ...forNewAccounts }
    await using server = await startServer({ ...(await place()), environment })
    const root = await signUpAdmin(server)
    const ada = await signUp(server)
    const { id, url } = await makeRequest(server, ada, { title: 'Bank papers' })
    const { number, headers } = await reportLink(server, url, '192.0.2.1')
    // Before anyone looks its owner may close it, and neither reword nor delete what was reported.
    const change = (body: UpdateRequestRequest) =>
      ada.client.call('updateRequest', { params: { id }, body: { title: 'Bank papers', ...body } })
    for (const texts of [{ title: 'Photos' }, { instructions: 'Of the party.' }, { checklist: ['Cake'] }])
      await assert.rejects(change(texts), { code: 'REQUEST_UNDER_REVIEW' })
    await assert.rejects(ada.client.call('deleteRequest', { params: { id } }), {
      code: 'REQUEST_UNDER_REVIEW',
    })
    assert.equal(
      (await change({ instructions: null, checklist: [], uploadsLimit: 5 })).request.uploadsLimit,
      5,
    )
    assert.equal((await ada.client.call('closeRequest', { params: { id } })).request.state, 'ended')
    const later = new Date(server.clock.now() + 60 * MINUTE).toISOString()
    assert.equal((await change({ until: later })).request.state, 'open')
    await root.client.call('disableReported', { params: { n: number } })
    const remove = () => ada.client.call('deleteRequest', { params: { id } })
    await assert.rejects(remove(), { code: 'TRANSFER_DISABLED' })
    const { case: shown } = await root.client.call('adminReport', { params: { n: number } })
    assert.equal(shown.request?.title, 'Bank papers')
    await decide(root, number, 'disable')
    const letter = (await mailsTo(server, ada.user.email)).find(({ subject = '' }) => /Bank/.test(subject))
    assert.equal(letter?.subject, 'We closed your file request: “Bank papers”')
    assert.doesNotMatch(letter.text ?? '', /transfer/)
    const theirs = readDecision(server, letter.text ?? '')
    assert.partialDeepStrictEqual(await theirs.read(), { isRequest: true, available: false })
    const { report } = await server.client.call('report', { params: { number }, headers })
    assert.equal(report.isRequest, true)
    await theirs.object()
    await decide(root, number, 'none')
    assert.ok((await subjects(server, ada)).includes('Your file request is open again: “Bank papers”'))
    assert.partialDeepStrictEqual(await theirs.read(), { available: true })
    await remove()
    await assert.rejects(remove(), { code: 'REQUEST_NOT_FOUND' })
  })

  test('does not say that a file request is open while another decision keeps it closed', async () => {
    const environment = { ...fromAnywhere, ...forNewAccounts }
    await using server = await startServer({ ...(await place()), environment })
    const root = await signUpAdmin(server)
    const ada = await signUp(server)
    const { url } = await makeRequest(server, ada, { title: 'Bank papers' })
    const open = async () => (await ada.client.call('requests', { query: {} })).requests[0]?.closedAt === null
    let reporters = 0
    const report = async () => {
      reporters += 1
      return (await reportLink(server, url, `192.0.2.${reporters}`)).number
    }
    /** Decides, and gives what the owner does about it. */
    const close = async (action: 'disable' | 'end') => {
      const number = await report()
      await decide(root, number, action)
      const letters = await mailsTo(server, ada.user.email)
      const [page = ''] = letters.flatMap(({ text = '' }) =>
        text.includes(number) ? [decisionLink.exec(text)?.[0] ?? ''] : [],
      )
      return {
        overturn: async () => {
          await readDecision(server, page).object()
          await decide(root, number, 'none')
        },
      }
    }
    const [first, second] = [await close('disable'), await close('disable')]
    await first.overturn()
    assert.equal(await open(), false)
    await second.overturn()
    assert.equal(await open(), true)

    const ended = await close('end')
    // Of another report nothing comes, and it opens nothing.
    await decide(root, await report(), 'none')
    assert.equal(await open(), false)
    const disabled = await close('disable')
    const isOpenAgain = async () =>
      (await subjects(server, ada)).filter((subject) => subject.startsWith('Your file request is open again'))
        .length
    assert.equal(await isOpenAgain(), 1)
    await disabled.overturn()
    assert.equal(await open(), false)
    assert.equal(await isOpenAgain(), 1)
    await ended.overturn()
    assert.equal(await open(), true)
    assert.equal(await isOpenAgain(), 2)
  })
})
