import assert from 'node:assert/strict'
import { test } from 'node:test'
import { recordTransferEvents } from '#server/transfers/model/transfer-events.ts'
import { signUp } from '#tests/support/accounts/accounts.ts'
import { forEachDatabase } from '#tests/support/databases/databases.ts'
import { hideTable } from '#tests/support/databases/hide-table.ts'
import { tried, waiting } from '#tests/support/mail/link-mails.ts'
import { startServer } from '#tests/support/server/server.ts'
import { beginSlowDownload } from '#tests/support/services/slow-download.ts'
import { type SentTransfer, sendTransfer } from '#tests/support/transfers/managed-transfers.ts'
import { bytesAt, memberUrl } from '#tests/support/transfers/members.ts'
import {
  callerOf,
  linkOf,
  type MailingServer,
  mailsFor,
  prove,
  recipientLinks,
  sendTo,
  startMailingServer,
} from '#tests/support/transfers/recipients.ts'
import { codeOf, fetchOnce, sendForm, until } from '#tests/support/transfers/transfers.ts'

/** A receiver that takes 64 KiB every 16 ms needs ten seconds for it: far longer than a download outlives its link. */
const long = 40_000_000
const HOUR = 60 * 60_000
const jonas = 'jonas@example.org'
const mara = 'mara@example.org'

async function managed(server: MailingServer, { ref, headers }: SentTransfer) {
  const { transfer } = await callerOf(server).call('managedTransfer', { params: { ref }, headers })
  return transfer
}

function people(count: number, asked: { ownLink?: boolean; needsCode?: boolean }) {
  return Array.from({ length: count }, (_, number) => ({ email: `person-${number}@example.org`, ...asked }))
}

forEachDatabase('recipients of a transfer', ({ place }) => {
  test('get a link of their own in their language, and the sender sees who has it', async () => {
    await using server = await startMailingServer(await place())
    const ada = await signUp(server)
    const sent = await sendTo(
      server,
      [
        { email: jonas, ownLink: true, needsCode: true, language: 'de', senderName: 'Ines' },
        { email: mara, ownLink: true, language: 'fr', message: 'Voilà' },
        { email: 'zoe@example.org' },
      ],
      { headers: { authorization: `Bearer ${ada.token}` }, fields: { title: 'Plans' } },
    )
    const [toJonas] = await mailsFor(server, jonas, 1)
    assert.equal(toJonas?.subject, '„Ines“ hat Ihnen Dateien gesendet')
    assert.match(toJonas?.text ?? '', /sechsstelligen Code/)
    assert.ok(toJonas?.text?.includes(`/download/${linkOf(sent, jonas)}`))
    const [toMara] = await mailsFor(server, mara, 1)
    assert.match(toMara?.text ?? '', /Voilà[\s\S]*Ce lien est personnel\./)
    assert.ok(toMara?.text?.includes(`/download/${linkOf(sent, mara)}`))
    const [toZoe] = await mailsFor(server, 'zoe@example.org', 1)
    assert.ok(toZoe?.text?.includes(`/download/${sent.linkId}`))
    const caller = callerOf(server)
    await caller.call('fileInfo', { params: { id: linkOf(sent, mara) } })
    const headers = await prove(server, linkOf(sent, jonas), jonas)
    await caller.call('fileInfo', { params: { id: linkOf(sent, jonas) }, headers })
    const { url } = await caller.call('downloadTicket', {
      params: { id: linkOf(sent, jonas) },
      body: {},
      headers,
    })
    assert.equal(await (await fetch(server.baseUrl + url)).text(), 'hello')
    await until(async () => (await managed(server, sent)).downloads === 1)
    const receipt = await fetch(`${server.baseUrl}/api/transfers/${sent.ref}/receipt?language=de`, {
      headers: sent.headers,
    })
    assert.equal(receipt.headers.get('content-type'), 'text/plain; charset=utf-8')
    const words = await receipt.text()
    assert.match(words, /^Nachweis: Plans\n1 Datei, 5\u00a0B\n- plan\.txt, 5\u00a0B\nGesendet: /)
    assert.match(
      words,
      /\njonas@example\.org\nE-Mail: vom Mailserver angenommen\nGeöffnet: .*\nHeruntergeladen: .* UTC\n/,
    )
    assert.match(words, /\nmara@example\.org\n.*\nGeöffnet: .*\nNicht heruntergeladen\n/)
    for (const id of [sent.linkId, ...sent.links.values()]) assert.ok(!words.includes(id))
    const { links } = await managed(server, sent)
    const seen = links
      .filter(({ kind }) => kind === 'recipient')
      .map(({ recipient, mailed, needsCode, downloads, openedAt }) => ({
        recipient,
        mailed,
        needsCode,
        downloads,
        opened: openedAt !== null,
      }))
    // The main link first, then people by their addresses.
    assert.equal(links[0]?.kind, 'main')
    assert.deepEqual(seen, [
      { recipient: jonas, mailed: 'accepted', needsCode: true, downloads: 1, opened: true },
      { recipient: mara, mailed: 'accepted', needsCode: false, downloads: 0, opened: true },
    ])
  })

  test('are on the receipt with what they took, however long ago, and be it single files', async () => {
    await using server = await startMailingServer(await place())
    const ada = await signUp(server)
    const people = [jonas, mara].map((email) => ({ email, ownLink: true, needsCode: false }))
    const sent = await sendTo(server, people, { headers: { authorization: `Bearer ${ada.token}` } })
    const { ref, headers } = sent
    assert.equal(await fetchOnce(server, linkOf(sent, jonas)), 'complete')
    assert.equal(String(await bytesAt(memberUrl(server, linkOf(sent, mara), 0))), 'hello')
    await until(async () => (await managed(server, sent)).downloads === 1)
    const at = server.clock.now() + 1000
    await recordTransferEvents(
      server.services.database,
      Array.from({ length: 500 }, () => ({ transferId: ref, at, kind: 'message-changed' as const })),
    )
    const receipt = await fetch(`${server.baseUrl}/api/transfers/${ref}/receipt?language=en`, { headers })
    const words = await receipt.text()
    assert.match(words, /\njonas@example\.org\n.*\n.*\nDownloaded: .* UTC\n/)
    assert.match(
      words,
      /\nmara@example\.org\n.*\n.*\nViewed the file list: .* UTC\nNot downloaded as a whole\n/,
    )
    assert.match(words, /\nMain link\nNot opened\nNot downloaded\n/)
    for (let more = 0; more < 2; more += 1)
      assert.equal(await fetchOnce(server, linkOf(sent, jonas)), 'complete')
    await until(async () => (await managed(server, sent)).downloads === 3)
    const later = await fetch(`${server.baseUrl}/api/transfers/${ref}/receipt?language=en`, { headers })
    assert.match(await later.text(), /\nDownloaded 3 times: first .* UTC, last .* UTC\n/)
  })

  test('are at most 20 for senders without an account, 5 of them with a link of their own and always a code', async () => {
    await using server = await startMailingServer(await place())
    const send = (emails: readonly object[]) =>
      sendForm(server.baseUrl, [
        { name: 'emails', value: JSON.stringify(emails) },
        { name: 'file', bytes: Buffer.from('hello'), filename: 'plan.txt' },
      ])
    for (const emails of [
      people(21, {}),
      people(6, { ownLink: true }),
      people(1, { needsCode: true }),
      people(51, { ownLink: true }),
    ])
      assert.equal(await codeOf(await send(emails), 400), 'VALIDATION_ERROR')
    const sent = await sendTo(server, people(5, { ownLink: true, needsCode: false }))
    const info = await fetch(`${server.baseUrl}/api/files/info/${linkOf(sent, 'person-0@example.org')}`)
    assert.equal(await codeOf(info, 401), 'CODE_REQUIRED')
    const caller = callerOf(server)
    const params = { ref: sent.ref }
    await assert.rejects(
      caller.call('addRecipient', { params, headers: sent.headers, body: { email: jonas } }),
      { code: 'TOO_MANY_RECIPIENTS' },
    )
    const ada = await signUp(server)
    const guests = await caller.call('config')
    const hers = await ada.client.call('config')
    assert.deepEqual(
      [guests, hers].map(({ limits, mailServer }) => [limits.recipients, limits.ownLinks, mailServer]),
      [
        [20, 5, true],
        [50, 50, true],
      ],
    )
    const fifty = await sendTo(server, people(50, { ownLink: true }), {
      headers: { authorization: `Bearer ${ada.token}` },
    })
    assert.equal(fifty.links.size, 50)
  })

  test('are added, reminded and revoked after sending', async () => {
    await using server = await startMailingServer(await place())
    const caller = callerOf(server)
    const sent = await sendTo(server, [jonas], { fields: { senderName: 'Ines', downloadLimit: '3' } })
    const { headers } = sent
    const params = { ref: sent.ref }
    const { link } = await caller.call('addRecipient', {
      params,
      headers,
      body: { email: mara, language: 'de' },
    })
    assert.partialDeepStrictEqual(link, {
      kind: 'recipient',
      recipient: mara,
      needsCode: true,
      mailed: 'queued',
      downloadLimit: 3,
    })
    const [first] = await mailsFor(server, mara, 1)
    assert.equal(first?.subject, '„Ines“ hat Ihnen Dateien gesendet')
    await assert.rejects(
      caller.call('addRecipient', { params, headers, body: { email: 'MARA@example.org' } }),
      {
        code: 'RECIPIENT_EXISTS',
      },
    )
    const remind = (linkId: string) =>
      caller.call('remindRecipient', { params: { ...params, linkId }, headers })
    await remind(link.id)
    const [, again] = await mailsFor(server, mara, 2)
    assert.equal(again?.subject, 'Erinnerung: „Ines“ hat Ihnen Dateien gesendet')
    assert.match(again?.text ?? '', /schon einmal erhalten/)
    await remind(link.id)
    await remind(link.id)
    await assert.rejects(remind(link.id), { code: 'RATE_LIMITED' })
    await assert.rejects(remind(sent.linkId), { code: 'LINK_NOT_FOUND' })
    const proof = await prove(server, link.id, mara)
    await caller.call('revokeLink', { params: { ...params, id: link.id }, headers })
    await assert.rejects(remind(link.id), { code: 'LINK_REVOKED' })
    const info = (extra: Record<string, string>) =>
      fetch(`${server.baseUrl}/api/files/info/${link.id}`, { headers: extra })
    assert.equal(await codeOf(await info({}), 404), 'FILE_NOT_FOUND')
    assert.equal(await codeOf(await info(proof), 410), 'LINK_REVOKED')
    await caller.call('addRecipient', { params, headers, body: { email: mara } })
    const { events } = await managed(server, sent)
    assert.deepEqual(
      events.map(({ kind }) => kind).filter((kind) => kind.startsWith('link-')),
      ['link-added', 'link-revoked', 'link-sent', 'link-sent', 'link-sent', 'link-added'],
    )
  })

  test('are said to have bounced when the mail server refuses them', async () => {
    await using server = await startMailingServer(await place())
    server.mailServer.state.refusal = { to: 'recipient', code: 550 }
    const sent = await sendTo(server, [jonas])
    await until(async () => (await managed(server, sent)).links.some(({ mailed }) => mailed === 'bounced'))
    server.mailServer.state.refusal = undefined
    const params = { ref: sent.ref, linkId: linkOf(sent) }
    await callerOf(server).call('remindRecipient', { params, headers: sent.headers })
    await until(async () => (await managed(server, sent)).links.some(({ mailed }) => mailed === 'accepted'))
  })

  test('are told the end of their link where it comes before that of the transfer, and mailed no more after it', async () => {
    await using server = await startMailingServer(await place())
    const sent = await sendTo(server, [jonas])
    const end = new Date(server.clock.now() + HOUR).toISOString()
    const id = linkOf(sent)
    const caller = callerOf(server)
    const { headers } = sent
    await caller.call('updateLink', { params: { ref: sent.ref, id }, headers, body: { expiresAt: end } })
    const remind = () => caller.call('remindRecipient', { params: { ref: sent.ref, linkId: id }, headers })
    await remind()
    const mails = await mailsFor(server, jonas, 2)
    const told = mails.map(({ text = '' }) => text.includes(end.slice(11, 16)))
    assert.deepEqual(told, [false, true])
    server.clock.advance(HOUR + 1)
    await assert.rejects(remind(), { code: 'LINK_EXPIRED' })
    assert.equal((await managed(server, sent)).links.length, 2)
  })

  test('have the state of their latest mail, whatever becomes of those before it', async () => {
    await using server = await startMailingServer(await place())
    const { state } = server.mailServer
    state.refusal = { to: 'greeting', code: 421 }
    const sent = await sendTo(server, [jonas])
    await tried(server, 1)
    state.refusal = undefined
    const params = { ref: sent.ref, linkId: linkOf(sent) }
    await callerOf(server).call('remindRecipient', { params, headers: sent.headers })
    const [mail] = await mailsFor(server, jonas, 1)
    assert.match(mail?.subject ?? '', /^Reminder/)
    const mailed = async () => (await managed(server, sent)).links.find(({ recipient }) => recipient)?.mailed
    await until(async () => (await mailed()) === 'accepted')
    state.refusal = { to: 'recipient', code: 550 }
    server.clock.advance(HOUR)
    await server.deliverMail()
    assert.deepEqual(await waiting(server), [])
    assert.equal(await mailed(), 'accepted')
  })

  test('have the state of their latest mail, also where one before it is just leaving', async () => {
    await using server = await startMailingServer(await place())
    const { state } = server.mailServer
    state.refusal = { to: 'greeting', code: 421 }
    const sent = await sendTo(server, [jonas])
    await tried(server, 1)
    const mailed = async () => (await managed(server, sent)).links.find(({ recipient }) => recipient)?.mailed
    state.refusal = undefined
    state.meanwhile = async () => {
      state.refusal = { to: 'recipient', code: 550 }
      const params = { ref: sent.ref, linkId: linkOf(sent) }
      await callerOf(server).call('remindRecipient', { params, headers: sent.headers })
      await server.deliverMail()
      await until(async () => (await mailed()) === 'bounced')
    }
    server.clock.advance(HOUR)
    await server.deliverMail()
    await until(async () => (await waiting(server)).length === 0)
    assert.deepEqual([server.mailServer.mails.length, await mailed()], [1, 'bounced'])
  })

  test('are said to have bounced once their mail is given up, also where that fails at first', async () => {
    await using server = await startMailingServer({
      ...(await place()),
      environment: { EXPIRY_OPTIONS: '3h,7d' },
    })
    server.mailServer.state.refusal = { to: 'greeting', code: 421 }
    const sent = await sendTo(server, [jonas, mara], { fields: { expiresIn: '7d' } })
    await tried(server, 1)
    server.clock.advance(24 * HOUR)
    const bringBack = await hideTable(server.services.database, 'links')
    await assert.rejects(server.deliverMail())
    await bringBack()
    await server.deliverMail()
    assert.deepEqual(await waiting(server), [])
    const { links } = await managed(server, sent)
    assert.deepEqual(
      links.map(({ recipient, mailed }) => [recipient, mailed]),
      [
        [null, null],
        [jonas, 'bounced'],
        [mara, 'bounced'],
      ],
    )
  })

  test('get no mail with a link that was revoked before it left, and the others theirs', async () => {
    await using server = await startMailingServer(await place())
    server.mailServer.state.refusal = { to: 'greeting', code: 421 }
    const sent = await sendTo(server, [jonas, mara])
    const { ref, headers } = sent
    const { link } = await callerOf(server).call('addLink', { params: { ref }, headers, body: {} })
    const downloadLink = sent.reply.file.downloadUrl.replace(sent.linkId, link.id)
    await callerOf(server).call('sendEmail', { body: { recipientEmail: 'zoe@example.org', downloadLink } })
    await tried(server, 1)
    for (const id of [linkOf(sent, jonas), link.id])
      await callerOf(server).call('revokeLink', { params: { ref, id }, headers })
    server.mailServer.state.refusal = undefined
    server.clock.advance(31_000)
    await server.deliverMail()
    await until(async () => (await waiting(server)).length === 0)
    assert.deepEqual(
      server.mailServer.mails.map(({ to }) => to),
      [[mara]],
    )
    const { links } = await managed(server, sent)
    assert.equal(links.find(({ recipient }) => recipient === jonas)?.mailed, 'bounced')
  })

  test('neither manage nor delete with their link, and are forgotten with the transfer', async () => {
    await using server = await startMailingServer(await place())
    const sent = await sendTo(server, [jonas])
    const id = linkOf(sent)
    const caller = callerOf(server)
    await assert.rejects(caller.call('manageSession', { body: { id, token: sent.token } }), {
      code: 'FILE_NOT_FOUND',
    })
    const deletion = new URL(sent.reply.file.deletionUrl).hash.slice(1)
    await assert.rejects(
      caller.call('deleteFile', { params: { id }, headers: { 'x-deletion-token': deletion } }),
      { code: 'FILE_NOT_FOUND' },
    )
    await caller.call('deleteTransfer', { params: { ref: sent.ref }, headers: sent.headers })
    const rows = await server.services.database.selectFrom('links').select('recipient').execute()
    assert.deepEqual(rows, [{ recipient: null }, { recipient: null }])
  })

  test('have their running downloads cut when their link is revoked, and the others theirs not', async () => {
    await using server = await startMailingServer(await place())
    const caller = callerOf(server)
    const emails = JSON.stringify([jonas, mara].map((email) => ({ email, ownLink: true, needsCode: true })))
    const sent = await sendTransfer(server, Buffer.alloc(long), { fields: { emails } })
    const links = await recipientLinks(server, sent)
    async function begin(email: string) {
      const id = links.get(email) ?? ''
      const headers = await prove(server, id, email)
      const { url } = await caller.call('downloadTicket', { params: { id }, body: {}, headers })
      return beginSlowDownload(server.baseUrl + url)
    }
    const [revoked, other] = [await begin(jonas), await begin(mara)]
    const params = { ref: sent.ref, id: links.get(jonas) ?? '' }
    await caller.call('revokeLink', { params, headers: sent.headers })
    const cut = await revoked.goOn()
    assert.ok(cut.body.length < long, `${cut.body.length} bytes came`)
    const whole = await other.goOn({ fast: true })
    assert.equal(whole.body.length, long)
  })

  test('the manage link is mailed to an address after the code that went there, and to one’s own at once', async () => {
    await using server = await startMailingServer(await place())
    const caller = callerOf(server)
    const sent = await sendTransfer(server, Buffer.from('hello'))
    const params = { ref: sent.ref }
    const ask = (body: { email: string; code?: string }) =>
      caller.call('mailManageLink', { params, headers: sent.headers, body })
    assert.deepEqual(await ask({ email: jonas }), {
      success: true,
      sent: false,
      sentTo: 'j…@example.org',
      retryAfter: 30,
    })
    const [mail] = await mailsFor(server, jonas, 1)
    const [code = ''] = /^\d{6}$/m.exec(mail?.text ?? '') ?? []
    assert.ok(!mail?.text?.includes(sent.token))
    await assert.rejects(ask({ email: mara, code }), { code: 'INVALID_CODE' })
    // A code is not used up by a mail that may not be sent now.
    const limit = { key: 'mail:127.0.0.1', free_at: server.clock.now() + HOUR }
    const { database } = server.services
    await database.updateTable('rate_limits').set(limit).where('key', '=', limit.key).execute()
    await assert.rejects(ask({ email: jonas, code }), { code: 'RATE_LIMITED' })
    await database.deleteFrom('rate_limits').where('key', '=', limit.key).execute()
    assert.equal((await ask({ email: jonas, code })).sent, true)
    const [, second] = await mailsFor(server, jonas, 2)
    assert.ok(second?.text?.includes(sent.reply.manageUrl))
    const ada = await signUp(server)
    const own = await sendTransfer(server, Buffer.from('hello'), {
      headers: { authorization: `Bearer ${ada.token}` },
    })
    const body = { email: 'ada@example.org' }
    await assert.rejects(ada.client.call('mailManageLink', { params: { ref: own.ref }, body }), {
      code: 'INVALID_MANAGE_TOKEN',
    })
    const reply = await ada.client.call('mailManageLink', {
      params: { ref: own.ref },
      headers: own.headers,
      body,
    })
    assert.equal(reply.sent, true)
  })
})

test('without a mail server own links, codes and reminders are refused, and an upload as before', async () => {
  await using server = await startServer()
  const send = (emails: readonly object[]) =>
    sendForm(server.baseUrl, [
      { name: 'emails', value: JSON.stringify(emails) },
      { name: 'file', bytes: Buffer.from('hello'), filename: 'plan.txt' },
    ])
  assert.equal(await codeOf(await send(people(1, { ownLink: true })), 409), 'NO_MAIL_SERVER')
  assert.equal((await send(people(1, {}))).status, 201)
  const { ref, headers } = await sendTransfer(server, Buffer.from('hello'))
  await assert.rejects(
    callerOf(server).call('addRecipient', { params: { ref }, headers, body: { email: jonas } }),
    { code: 'NO_MAIL_SERVER' },
  )
})
