import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sha256 } from '#crypto/random-id.ts'
import { transact } from '#server/platform/database/transact.ts'
import { appendEvent } from '#server/platform/events/append-event.ts'
import { measuring } from '#tests/bench/bounds/at-most.ts'
import { goodPassword, signUp, signUpAdmin } from '#tests/support/accounts/accounts.ts'
import { forEachDatabase } from '#tests/support/databases/databases.ts'
import { meet } from '#tests/support/databases/meet.ts'
import { stealData } from '#tests/support/databases/stolen-data.ts'
import { tracesOf } from '#tests/support/databases/traces-of.ts'
import { sendLink, tried } from '#tests/support/mail/link-mails.ts'
import { writtenMails } from '#tests/support/mail/written-mails.ts'
import { forNewAccounts, inboxOf, makeRequest, received, visit } from '#tests/support/requests/visitors.ts'
import { eventsHandled } from '#tests/support/server/events-handled.ts'
import { startServer } from '#tests/support/server/server.ts'
import { thorough } from '#tests/support/server/thoroughness.ts'
import { sendTransfer } from '#tests/support/transfers/managed-transfers.ts'
import {
  callerOf,
  linkOf,
  type MailingServer,
  mailsFor,
  prove,
  sendTo,
  startMailingServer,
} from '#tests/support/transfers/recipients.ts'
import { createUpload, patchUpload, resultOf } from '#tests/support/transfers/resumable-uploads.ts'
import { mailedRightsCode, openRights } from '#tests/support/transfers/rights.ts'
import { codeOf, until } from '#tests/support/transfers/transfers.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const jonas = 'jonas@example.org'
const mara = 'mara@example.org'

/** Ada begins to send a file to Jonas and Mara: the address of the upload, and the bytes after the first five. */
async function beginSending(server: MailingServer) {
  const ada = await signUp(server)
  const emails = JSON.stringify([jonas, mara].map((email) => ({ email, ownLink: true })))
  const authorization = { authorization: `Bearer ${ada.token}` }
  const url = await createUpload(server, 10, { emails }, authorization)
  const answer = await patchUpload(url, 0, Buffer.from('hello'))
  assert.equal(answer.status, 204, await answer.text())
  return { url, ada, rest: Buffer.from('world') }
}

/** Whose addresses are kept of how often they were mailed files: as hashes. */
async function mailedTo({ services }: MailingServer): Promise<string[]> {
  const rows = await services.database
    .selectFrom('rate_limits')
    .select('key')
    .where('key', 'like', 'mail-to:%')
    .execute()
  const known = new Map([jonas, mara].map((one) => [`mail-to:${sha256(one).toString('base64url')}`, one]))
  return rows.map(({ key }) => known.get(key) ?? key)
}

forEachDatabase('the rights of people without an account', ({ place, engine }) => {
  test('someone reads all that is held about their address, and erases it everywhere', async () => {
    const lines: string[] = []
    await using server = await startMailingServer({ ...(await place()), log: (line) => lines.push(line) })
    const { services } = server
    const ada = await signUp(server)
    const authorization = { authorization: `Bearer ${ada.token}` }
    await ada.client.call('addContact', { body: { name: 'Jonas Weber', email: 'Jonas@Example.org' } })
    const emails = [
      { email: 'Jonas@example.org', ownLink: true, needsCode: true, senderName: 'Ines' },
      { email: mara, ownLink: true },
    ]
    const sent = await sendTo(server, emails, { headers: authorization, fields: { title: 'Plans' } })
    const linkId = linkOf(sent, 'Jonas@example.org')
    await mailsFor(server, 'Jonas@example.org', 1)
    const proof = await prove(server, linkId, 'Jonas@example.org')
    await callerOf(server).call('fileInfo', { params: { id: linkId }, headers: proof })
    const own = { params: { ref: sent.ref, id: linkId }, body: { label: 'Jonas W.' } }
    await ada.client.call('updateLink', own)
    const link = { recipientEmail: jonas, downloadLink: sent.reply.file.downloadUrl, senderName: 'Zoe' }
    assert.equal((await sendLink(server, link)).status, 200)
    await mailsFor(server, jonas, 1)
    const { formToken } = await callerOf(server).call('reportForm', { query: { link: sent.linkId } })
    const report = {
      link: sent.linkId,
      reason: 'fraud',
      explanation: 'It is not what it says.',
      name: 'Jonas Weber',
      email: 'Jonas@example.org',
      goodFaith: true,
      formToken,
    } as const
    const { number } = await callerOf(server).call('createReport', { body: report })
    const { client, headers } = await openRights(server, jonas)

    const held = await client.call('exportRights', { headers })
    assert.partialDeepStrictEqual(held, {
      address: jonas,
      hasAccount: false,
      blockedSince: null,
      names: ['Jonas W.', 'Jonas Weber'],
    })
    await until(async () => (await client.call('exportRights', { headers })).data.mails.length === 5)
    const { data } = await client.call('exportRights', { headers })
    assert.deepEqual(
      data.mails.map(({ kind, sender, ref, title, waiting }) => ({ kind, sender, ref, title, waiting })),
      [
        { kind: 'code', sender: null, ref: null, title: null, waiting: false },
        { kind: 'code', sender: null, ref: null, title: null, waiting: false },
        { kind: 'file-shared', sender: 'Zoe', ref: sent.ref, title: 'Plans', waiting: false },
        { kind: 'code', sender: null, ref: sent.ref, title: 'Plans', waiting: false },
        { kind: 'recipient-link', sender: 'Ines', ref: sent.ref, title: 'Plans', waiting: false },
      ],
    )
    assert.partialDeepStrictEqual(data.links, [
      { ref: sent.ref, title: 'Plans', name: 'Jonas W.', downloads: 0, revokedAt: null },
    ])
    assert.ok(data.links[0]?.openedAt)
    assert.equal(data.addressBooks.length, 1)
    assert.partialDeepStrictEqual(data.reports, [{ number, name: 'Jonas Weber', decided: false }])
    const words = JSON.stringify(held)
    for (const id of [sent.linkId, linkId, sent.token, 'ada']) assert.ok(!words.includes(id), id)

    await client.call('correctName', { headers, body: { name: 'Jona Weber' } })
    assert.deepEqual((await client.call('exportRights', { headers })).names, ['Jona Weber'])

    // What waits: a mail that the mail server does not take now, and an event for two of which one is theirs.
    server.mailServer.state.refusal = { to: 'greeting', code: 554 }
    await sendLink(server, link)
    await tried(server, 1)
    const { database } = services
    await transact(database, (transaction) =>
      appendEvent(transaction, services, {
        kind: 'link.sent',
        transferId: sent.ref,
        linkId: sent.linkId,
        payload: {
          transfer: {
            title: 'Plans',
            filename: 'plan.txt',
            fileCount: 1,
            size: 5,
            expiresAt: server.clock.now() + HOUR,
            passwordProtected: false,
            deleteAfterDownload: false,
            ownerOnly: false,
          },
          announcements: [{ email: 'JONAS@example.org' }, { email: mara }],
        },
      }),
    )
    const before = tracesOf(await stealData(server), 'jonas@example.org')
    assert.deepEqual(
      ['contacts', 'links', 'sealed in mail_outbox'].filter((one) => !before.includes(one)),
      [],
    )
    await assert.rejects(client.call('eraseAddress', { headers, body: { email: mara } }), {
      code: 'VALIDATION_ERROR',
    })
    await client.call('eraseAddress', { headers, body: { email: 'Jonas@Example.org' } })

    const stolen = await stealData(server)
    for (const text of ['jonas@example.org', 'Jona Weber', 'Jonas Weber'])
      assert.deepEqual(tracesOf(stolen, text), [], text)
    assert.equal(stolen.rows.filter(({ table }) => table === 'stopped_addresses').length, 1)
    assert.ok(lines.length > 10)
    assert.doesNotMatch(lines.join(''), /jonas|weber/i)

    // Nobody is mailed who was not to be, and nobody else is missed out.
    server.mailServer.state.refusal = undefined
    const received = (email: string) => server.mailServer.mails.filter(({ to }) => to.includes(email)).length
    const [toJonas, toMara] = [received(jonas) + received('Jonas@example.org'), received(mara)]
    services.dispatcher.wake()
    await eventsHandled(services)
    server.clock.advance(2 * MINUTE)
    await server.deliverMail()
    await mailsFor(server, mara, toMara + 1)
    assert.equal(received(jonas) + received('Jonas@example.org'), toJonas)
    assert.equal((await sendLink(server, link)).status, 409)

    // The sender learns that a recipient asked for it, and nothing else; the other link is as it was.
    const { transfer } = await ada.client.call('managedTransfer', { params: { ref: sent.ref } })
    const theirs = transfer.links.find(({ id }) => id === linkId)
    assert.partialDeepStrictEqual(theirs, { recipient: null, label: null })
    assert.ok(theirs?.revokedAt)
    assert.ok(transfer.links.some(({ recipient, revokedAt }) => recipient === mara && revokedAt === null))
    const [latest] = transfer.events
    assert.partialDeepStrictEqual(latest, { kind: 'recipient-forgotten', linkId: null, network: null })
    const answer = await fetch(`${server.baseUrl}/api/files/info/${linkId}`)
    assert.equal(await codeOf(answer, 404), 'FILE_NOT_FOUND')
    const after = await client.call('exportRights', { headers })
    assert.deepEqual([after.data.mails, after.data.links, after.data.addressBooks], [[], [], []])
    assert.ok(after.blockedSince)
  })

  test('an address that others wrote is taken out of their texts, and a reporter reads their own', async () => {
    await using server = await startMailingServer({ ...(await place()), environment: forNewAccounts })
    const [ada, admin] = [await signUp(server), await signUpAdmin(server)]
    const authorization = { authorization: `Bearer ${ada.token}` }
    const kept = 'jonas@xn--gre-6ka8i.example'
    const says = `Ask Jonas@GRÖßE.example or ${kept}`
    const rest = 'Ask […] or […]'
    const fields = { title: says, description: says, senderName: says }
    const sent = await sendTo(server, [{ email: mara, ownLink: true }], { headers: authorization, fields })
    const label = { params: { ref: sent.ref, id: linkOf(sent, mara) }, body: { label: says } }
    await ada.client.call('updateLink', label)
    await ada.client.call('addContact', { body: { name: says, company: says, email: mara } })
    await makeRequest(server, ada, { title: says, instructions: says, checklist: [says] })
    const guest = callerOf(server)
    const { formToken } = await guest.call('reportForm', { query: { link: sent.linkId } })
    const body = {
      link: sent.linkId,
      reason: 'fraud',
      explanation: says,
      name: 'Jonas',
      goodFaith: true,
      formToken,
    } as const
    const report = await guest.call('createReport', { body: { ...body, email: 'Jonas@größe.example' } })
    const [first] = (await admin.client.call('adminReports', { query: {} })).cases
    const params = { n: first?.number ?? '' }
    await admin.client.call('noteReport', { params, body: { text: says } })

    const { client, headers } = await openRights(server, 'jonas@größe.example')
    const [held] = (await client.call('exportRights', { headers })).data.reports
    assert.partialDeepStrictEqual(held, { number: report.number, explanation: says, objection: null })
    await client.call('eraseAddress', { headers, body: { email: kept } })
    await eventsHandled(server.services)
    const stolen = await stealData(server)
    for (const text of ['jonas@größe.example', kept]) assert.deepEqual(tracesOf(stolen, text), [], text)
    const { transfer } = await ada.client.call('managedTransfer', { params: { ref: sent.ref } })
    assert.partialDeepStrictEqual(transfer, { title: rest, description: rest, senderName: rest })
    assert.equal((await ada.client.call('contacts', { query: { search: 'ask' } })).contacts[0]?.name, rest)
  })

  test('an account that is erased takes its address out of what others wrote', async () => {
    await using server = await startMailingServer(await place())
    const [ada, ben] = [await signUp(server), await signUp(server, 'ben')]
    const { email } = (await ben.client.call('profile')).user
    const authorization = { authorization: `Bearer ${ada.token}` }
    const fields = { description: `Ask ${email.toUpperCase()}.` }
    const sent = await sendTo(server, [{ email: mara, ownLink: true }], { headers: authorization, fields })
    await ben.client.call('eraseAccount', { body: { password: goodPassword } })
    const { transfer } = await ada.client.call('managedTransfer', { params: { ref: sent.ref } })
    assert.equal(transfer.description, 'Ask […].')
  })

  test('someone who is erased while files for them are still sent gets neither link nor mail, and the others theirs', async () => {
    await using server = await startMailingServer(await place())
    const { url, ada, rest } = await beginSending(server)
    const { client, headers } = await openRights(server, jonas)
    const mailsBefore = (await mailsFor(server, jonas, 1)).length
    await client.call('eraseAddress', { headers, body: { email: jonas } })
    const answer = await patchUpload(url, 5, rest)
    assert.equal(answer.status, 204, await answer.text())
    assert.deepEqual(await mailedTo(server), [mara])
    assert.deepEqual(tracesOf(await stealData(server), jonas), [])
    await mailsFor(server, mara, 1)
    assert.equal((await mailsFor(server, jonas, 1)).length, mailsBefore)
    const { ref } = (await resultOf(server, url)).transfer
    const { links, events } = (await ada.client.call('managedTransfer', { params: { ref } })).transfer
    assert.deepEqual(
      links.map(({ kind, recipient }) => [kind, recipient]),
      [
        ['main', null],
        ['recipient', mara],
      ],
    )
    assert.partialDeepStrictEqual(events[0], { kind: 'recipient-forgotten', linkId: null, network: null })
  })

  if (engine === 'postgres') {
    test('someone who is erased at the moment when files for them arrive is written down nowhere after it', async () => {
      const at = await place()
      await using server = await startMailingServer(at)
      const { url, rest } = await beginSending(server)
      const { client, headers } = await openRights(server, jonas)
      const codes = await meet(
        at,
        'transfers',
        async () => assert.equal((await patchUpload(url, 5, rest)).status, 204),
        () => [client.call('eraseAddress', { headers, body: { email: jonas } })],
      )
      assert.deepEqual(codes, ['none'])
      assert.deepEqual(await mailedTo(server), [mara])
      assert.deepEqual(tracesOf(await stealData(server), jonas), [])
    })

    for (const first of ['erased', 'added'] as const) {
      test(`of an address that is erased and added as a recipient at one moment, first ${first}, nothing stays`, async () => {
        const at = await place()
        await using server = await startMailingServer(at)
        await sendTo(server, [jonas])
        const { ref, headers: own } = await sendTransfer(server, Buffer.from('hello'))
        const { client, headers } = await openRights(server, jonas)
        const erase = () => client.call('eraseAddress', { headers, body: { email: jonas } })
        const add = () =>
          client.call('addRecipient', { params: { ref }, headers: own, body: { email: jonas } })
        const codes =
          first === 'erased'
            ? await meet(at, 'transfers', erase, () => [add()])
            : await meet(at, 'transfers', add, () => [erase()])
        assert.deepEqual(codes, [first === 'erased' ? 'MAIL_STOPPED' : 'none'])
        assert.deepEqual(tracesOf(await stealData(server), jonas), [])
      })
    }
  }

  test('someone who has sent to a file request is forgotten as its sender; what they sent stays', async () => {
    await using server = await startMailingServer({ ...(await place()), environment: forNewAccounts })
    const ada = await signUp(server)
    const { id } = await makeRequest(server, ada, { asks: { name: true, email: true, code: false } })
    const { reference } = await received(server, await visit(server, id, { name: 'Jonas', email: jonas }))
    const { client, headers } = await openRights(server, 'Jonas@example.org')
    const { data, names } = await client.call('exportRights', { headers })
    assert.deepEqual(names, ['Jonas'])
    assert.deepEqual(
      data.uploads.map(({ title, name }) => [title, name]),
      [['a.txt', 'Jonas']],
    )
    await client.call('eraseAddress', { headers, body: { email: jonas } })
    const [upload] = (await inboxOf(ada, id)).uploads
    assert.partialDeepStrictEqual(upload, { reference, name: null, email: null })
    const params = { ref: upload?.ref ?? '' }
    const { events } = (await ada.client.call('managedTransfer', { params })).transfer
    assert.deepEqual(
      events.map(({ kind, network }) => [kind, network]),
      [['created', null]],
    )
  })

  test('mails that were stopped are allowed again by whoever reads them, and stopped once more', async () => {
    await using server = await startMailingServer(await place())
    await sendTo(server, [jonas])
    const { client, headers } = await openRights(server, jonas)
    await client.call('blockMails', { headers })
    await assert.rejects(sendTo(server, [jonas]), /MAIL_STOPPED/)
    await client.call('allowMails', { headers })
    const allowed = await client.call('exportRights', { headers })
    assert.equal(allowed.blockedSince, null)
    const [line] = allowed.data.consents
    assert.partialDeepStrictEqual(line, { purpose: 'stop-list', how: 'rights' })
    assert.ok(line?.withdrawnAt)
    await sendTo(server, [jonas])
    // Allowed once more, nothing changes; stopped once more, there is another line.
    await client.call('allowMails', { headers })
    await client.call('blockMails', { headers })
    const stopped = await client.call('exportRights', { headers })
    assert.ok(stopped.blockedSince)
    assert.deepEqual(stopped.data.consents.map(({ withdrawnAt }) => withdrawnAt === null).toSorted(), [
      false,
      true,
    ])
    await assert.rejects(client.call('allowMails'), { code: 'INVALID_RIGHTS_SESSION' })
  })

  test('a code is mailed to every address, also one that wants no mails, three times in ten minutes and twenty a day', async () => {
    await using server = await startMailingServer({
      ...(await place()),
      environment: { TRUSTED_PROXIES: '127.0.0.1' },
    })
    const caller = callerOf(server)
    await sendTo(server, [jonas])
    const known = await caller.call('rightsCode', { body: { email: jonas } })
    const unknown = await caller.call('rightsCode', { body: { email: mara } })
    assert.deepEqual(known, unknown)
    await mailsFor(server, jonas, 2)
    const code = await mailedRightsCode(server, jonas)
    const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0')
    await assert.rejects(caller.call('openRights', { body: { email: jonas, code: wrong } }), {
      code: 'INVALID_CODE',
      attemptsLeft: 4,
    })
    await assert.rejects(caller.call('openRights', { body: { email: mara, code } }), { code: 'INVALID_CODE' })
    const { session } = await caller.call('openRights', { body: { email: 'JONAS@example.org', code } })
    await assert.rejects(caller.call('openRights', { body: { email: jonas, code } }), {
      code: 'INVALID_CODE',
    })
    const headers = { 'x-rights-session': session }
    await caller.call('blockMails', { headers })
    const blocked = await caller.call('exportRights', { headers })
    assert.ok(blocked.blockedSince)
    assert.partialDeepStrictEqual(blocked.data.consents, [{ purpose: 'stop-list', how: 'rights' }])
    await mailedRightsCode(server, jonas)
    // From elsewhere: where the address was confirmed, it has some beside these.
    const elsewhere = (number: number) => ({ 'x-forwarded-for': `198.51.${number}.7` })
    await assert.rejects(caller.call('rightsCode', { body: { email: jonas }, headers: elsewhere(200) }), {
      code: 'RATE_LIMITED',
    })
    // A session ends by itself, and is nobody's who has made one up.
    for (const other of [undefined, 'x', `${session.slice(0, -4)}AAAA`])
      await assert.rejects(
        caller.call('exportRights', other === undefined ? {} : { headers: { 'x-rights-session': other } }),
        { code: 'INVALID_RIGHTS_SESSION' },
      )
    server.clock.advance(30 * MINUTE)
    await assert.rejects(caller.call('exportRights', { headers }), { code: 'INVALID_RIGHTS_SESSION' })
    let asked = 3
    for (let tries = 0; tries < 100; tries++) {
      server.clock.advance(6 * MINUTE)
      const { status } = await fetch(`${server.baseUrl}/api/rights/code`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...elsewhere(tries) },
        body: JSON.stringify({ email: jonas }),
      })
      if (status === 200) asked += 1
      else assert.equal(status, 429)
    }
    // Twenty at once, and what comes back in the ten and a half hours that this took.
    assert.ok(asked >= 20 && asked <= 29, `${asked} codes`)
  })

  test('an account with the address stays, and what others hold about it goes', async () => {
    await using server = await startMailingServer(await place())
    const ada = await signUp(server)
    await sendTo(server, ['ada@example.org'])
    const { client, headers } = await openRights(server, 'ada@example.org')
    const { hasAccount, data } = await client.call('exportRights', { headers })
    assert.deepEqual([hasAccount, data.links.length], [true, 1])
    await client.call('eraseAddress', { headers, body: { email: 'ada@example.org' } })
    const traces = tracesOf(await stealData(server), 'ada@example.org')
    assert.ok(
      traces.every((trace) => trace.startsWith('users')),
      traces.join(),
    )
    assert.equal((await ada.client.call('profile')).user.email, 'ada@example.org')
  })

  test('what waits to be mailed to an address that an account only wants goes with the address', async () => {
    const environment = { EMAIL_VERIFICATION: 'on' }
    await using server = await startMailingServer({ ...(await place()), environment })
    const ada = await signUpAdmin(server, 'ada')
    const { client, headers } = await openRights(server, jonas)
    server.mailServer.state.refusal = { to: 'greeting', code: 421 }
    const change = { username: 'ada', email: jonas, currentPassword: goodPassword }
    await ada.client.call('updateProfile', { body: change })
    await tried(server, 1)
    const waits = async () => tracesOf(await stealData(server), jonas).includes('sealed in mail_outbox')
    assert.ok(await waits())
    await client.call('eraseAddress', { headers, body: { email: jonas } })
    assert.ok(!(await waits()))
  })
})

test('without a mail server the mails in the folder are erased, and those of others stay', async () => {
  await using server = await startServer()
  const sent = await sendTransfer(server, Buffer.from('hello'))
  for (const recipientEmail of [jonas, mara])
    await sendLink(server, { recipientEmail, downloadLink: sent.reply.file.downloadUrl })
  for (const address of [jonas, mara])
    await until(async () => (await writtenMails(server.folder, address)).length === 1)
  const { client, headers } = await openRights(server, jonas)
  await client.call('eraseAddress', { headers, body: { email: jonas } })
  assert.deepEqual(tracesOf(await stealData(server), jonas), [])
  assert.equal((await writtenMails(server.folder, mara)).length, 1)
})

test('known and unknown addresses are answered alike, in the same time', async () => {
  await using server = await startMailingServer({ environment: { RATE_LIMITS: 'off' } })
  const known = Array.from({ length: 50 }, (_, number) => `known-${number}@example.org`)
  for (let from = 0; from < known.length; from += 5) await sendTo(server, known.slice(from, from + 5))
  const times = { known: [] as number[], unknown: [] as number[] }
  const answers = new Set<string>()
  for (let turn = 0; turn < (thorough ? 500 : 10); turn++) {
    for (const kind of ['known', 'unknown'] as const) {
      const began = performance.now()
      const body = { email: `${kind}-${turn % 50}@example.org` }
      answers.add(JSON.stringify(await callerOf(server).call('rightsCode', { body })))
      times[kind].push(performance.now() - began)
    }
  }
  assert.equal(answers.size, 1)
  if (!measuring) return
  const median = (all: number[]) => all.toSorted((a, b) => a - b)[all.length / 2] ?? 0
  const [one, other] = [median(times.known), median(times.unknown)]
  assert.ok(Math.abs(one - other) < 0.2 * Math.max(one, other), `${one} and ${other} ms`)
})
