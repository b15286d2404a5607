import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { Upload } from 'tus-js-client'
import { manageTokenHeader, requestTicketHeader } from '#contract/headers.ts'
import { visitorUploadReply } from '#contract/requests/requests.ts'
import { newId } from '#crypto/random-id.ts'
import { manageTokenOf } from '#server/transfers/resumable/finish-upload.ts'
import {
  type Person,
  sendJson,
  setActive,
  signIn,
  signUp,
  signUpAdmin,
} from '#tests/support/accounts/accounts.ts'
import { forEachDatabase } from '#tests/support/databases/databases.ts'
import {
  askRequestTicket,
  forNewAccounts,
  inboxOf,
  makeRequest,
  received,
  sendVisit,
  sentBy,
  visit,
} from '#tests/support/requests/visitors.ts'
import { eventsHandled } from '#tests/support/server/events-handled.ts'
import { startServer, type TestServer } from '#tests/support/server/server.ts'
import { eicar } from '#tests/support/services/eicar.ts'
import { readZip } from '#tests/support/transfers/read-zip.ts'
import {
  createUpload,
  patchUpload,
  resultOf,
  sendCreation,
} from '#tests/support/transfers/resumable-uploads.ts'
import { codeOf, until } from '#tests/support/transfers/transfers.ts'

const HOUR = 60 * 60_000
const run = promisify(execFile)

forEachDatabase('a file request', ({ place }) => {
  const environment = { ...forNewAccounts, RATE_LIMITS: 'off' }

  test('is shown to its visitors, who send with a form, curl and tus; its owner sees and opens what arrived', async () => {
    await using server = await startServer({ ...(await place()), environment })
    const ada = await signUp(server)
    const request = await makeRequest(server, ada, {
      instructions: 'As PDF\r\nor photo',
      checklist: ['Income statement', 'Donations'],
      asks: { name: true, email: false, code: false },
    })
    assert.equal(request.url, `${server.services.config.publicUrl}/r/${request.id}`)
    const page = await server.client.call('publicRequest', { params: { id: request.id } })
    assert.deepEqual(
      [page.request.title, page.request.instructions, page.request.requester, page.request.state],
      ['Tax documents', 'As PDF\nor photo', 'ada', 'open'],
    )
    // Visitors and the owner see the same line of time.
    assert.deepEqual([page.request.createdAt, page.request.until], [request.createdAt, request.until])
    assert.doesNotMatch(JSON.stringify(page), /example\.org/)

    assert.equal(await codeOf(await askRequestTicket(server, request.id), 400), 'REQUEST_NAME_REQUIRED')
    const clara = await visit(server, request.id, { name: 'Clara Vogt', email: 'not@asked.example' })
    const first = await received(server, clara, {
      fields: { title: 'Twelve', 'folderPath_b.txt': 'scans', checked: '["Donations"]' },
      files: { 'a.txt': Buffer.from('one'), 'b.txt': Buffer.from('three') },
    })
    assert.match(first.reference, /^[0-9A-Z]{4}-[0-9A-Z]{2}$/)
    assert.deepEqual(first.files, [
      { filename: 'a.txt', size: 3 },
      { filename: 'scans/b.txt', size: 5 },
    ])
    assert.equal(first.size, 8)

    const path = join(server.folder, 'letter.txt')
    await writeFile(path, 'by curl')
    const address = `${server.baseUrl}/api/files/upload`
    const { stdout } = await run('curl', [
      '-sS',
      '-F',
      `file=@${path}`,
      '-H',
      `${requestTicketHeader}: ${clara.ticket}`,
      address,
    ])
    const second = visitorUploadReply.parse(JSON.parse(stdout))

    const max = await visit(server, request.id, { name: 'Max' })
    const tusUrl = await sendByTus(server, max.ticket, Buffer.from('by tus'), {
      filename: 'tus.txt',
      checked: '["Income statement"]',
    })
    const outcome = await fetch(`${tusUrl}/file`)
    const text = await outcome.text()
    assert.doesNotMatch(text, /downloadUrl|manageUrl/)
    const third = visitorUploadReply.parse(JSON.parse(text))

    assert.deepEqual(
      (await sentBy(server, clara)).map(({ reference }) => reference).toSorted(),
      [first.reference, second.reference].toSorted(),
    )
    assert.deepEqual(
      (await sentBy(server, max)).map(({ reference, files }) => [reference, files]),
      [[third.reference, [{ filename: 'tus.txt', size: 6 }]]],
    )
    assert.deepEqual(await sentBy(server, { ...max, token: 'A'.repeat(43) }), [])

    const inbox = await inboxOf(ada, request.id)
    assert.deepEqual([inbox.arrived, inbox.files, inbox.bytes, inbox.unopened], [3, 4, 21, 3])
    assert.deepEqual(
      new Map(
        inbox.uploads.map(({ reference, name, email, checked, locked }) => [
          reference,
          { name, email, checked, locked },
        ]),
      ),
      new Map([
        [third.reference, { name: 'Max', email: null, checked: ['Income statement'], locked: false }],
        [second.reference, { name: 'Clara Vogt', email: null, checked: [], locked: false }],
        [first.reference, { name: 'Clara Vogt', email: null, checked: ['Donations'], locked: false }],
      ]),
    )
    const byTus = inbox.uploads.find(({ reference }) => reference === third.reference)
    assert.ok(byTus)
    // Of other uploads the manage token follows from their address.
    const token = manageTokenOf(tusUrl.split('/').at(-1) ?? '')
    const managing = fetch(`${server.baseUrl}/api/transfers/${byTus.ref}/manage`, {
      headers: { [manageTokenHeader]: token },
    })
    assert.equal(await codeOf(await managing, 403), 'INVALID_MANAGE_TOKEN')
    const { url } = await ada.client.call('downloadTicket', { params: { id: byTus.linkId }, body: {} })
    assert.equal(await (await fetch(server.baseUrl + url)).text(), 'by tus')
    const info = async () => (await ada.client.call('fileInfo', { params: { id: byTus.linkId } })).file
    await until(async () => (await info()).downloadCount === 1)
    assert.equal((await info()).uploadedBy, null, 'its owner did not upload it')
    await eventsHandled(server.services)
    const { notifications } = await ada.client.call('notifications', { query: {} })
    assert.deepEqual(
      notifications.map(({ kind }) => kind),
      ['received'],
      'nobody is told of their own downloads',
    )
    await ada.client.call('deleteTransfer', { params: { ref: byTus.ref } })
    const later = await inboxOf(ada, request.id)
    assert.deepEqual([later.arrived, later.total], [3, 2])
    assert.deepEqual(await sentBy(server, max), [])
  })

  test('takes no options, no types and no sizes but its own, nothing infected, and no other ticket', async () => {
    await using server = await startServer({ ...(await place()), environment })
    const ada = await signUp(server)
    const request = await makeRequest(server, ada, { types: ['txt'], largestUpload: 1000 })
    const visitor = await visit(server, request.id)
    const text = { 'a.txt': Buffer.from('hello') }
    for (const [name, value] of Object.entries({
      password: 'x',
      expiresIn: '1h',
      encryptionMethod: 'aes-256-gcm',
      emails: '[]',
      senderName: 'x',
      deleteAfterDownload: 'true',
      checked: 'no JSON',
    })) {
      const answer = await sendVisit(server, visitor, { fields: { [name]: value }, files: text })
      assert.equal(await codeOf(answer, 400), 'VALIDATION_ERROR', name)
    }
    const refused: [Record<string, Uint8Array>, number, string][] = [
      [{ 'a.pdf': Buffer.from('%PDF-1.7') }, 415, 'UNSUPPORTED_FILE_TYPE'],
      // By its bytes it is no text.
      [{ 'a.txt': Buffer.from('%PDF-1.7\n1 0 obj') }, 415, 'UNSUPPORTED_FILE_TYPE'],
      [{ 'a.txt': Buffer.alloc(1001, 'x') }, 413, 'FILE_TOO_LARGE'],
      [{ 'a.txt': eicar() }, 422, 'VIRUS_DETECTED'],
    ]
    for (const [files, status, code] of refused)
      assert.equal(await codeOf(await sendVisit(server, visitor, { files }), status), code)
    const { ticket } = visitor
    for (const other of ['x', `${ticket.slice(0, -4)}AAAA`, ticket.replace('.', '.A')])
      assert.equal(await codeOf(await sendVisit(server, { ticket: other }), 403), 'INVALID_REQUEST_TICKET')
    const creation = await sendCreation(
      server,
      5,
      { filename: 'a.pdf', password: 'x' },
      { [requestTicketHeader]: ticket },
    )
    assert.equal(await codeOf(creation, 400), 'VALIDATION_ERROR')
    assert.equal((await inboxOf(ada, request.id)).arrived, 0)
    assert.deepEqual(await server.services.database.selectFrom('upload_claims').selectAll().execute(), [])
  })

  test('ends by its deadline, by being closed and with its owner; who has begun may finish for six hours', async () => {
    await using server = await startServer({ ...(await place()), environment })
    const bob = await signUp(server, 'bob')
    const request = await makeRequest(server, bob, { keepFor: '3h' })
    const early = await visit(server, request.id)
    const tusUrl = await createUpload(
      server,
      2,
      { filename: 'b.txt' },
      { [requestTicketHeader]: early.ticket },
    )
    server.clock.advance(HOUR + 1)
    assert.equal(await codeOf(await askRequestTicket(server, request.id), 410), 'REQUEST_CLOSED')
    const { request: ended } = await server.client.call('publicRequest', { params: { id: request.id } })
    assert.deepEqual([ended.state, ended.endedAt], ['ended', request.until])
    await received(server, early)
    server.clock.advance(5 * HOUR)
    assert.equal(await codeOf(await sendVisit(server, early), 403), 'INVALID_REQUEST_TICKET')
    assert.equal(await codeOf(await patchUpload(tusUrl, 0, Buffer.from('no')), 410), 'REQUEST_CLOSED')

    const again = await signInAgain(server, bob)
    const until = new Date(server.clock.now() + HOUR).toISOString()
    const reopened = await again.client.call('updateRequest', { params: { id: request.id }, body: { until } })
    assert.equal(reopened.request.state, 'open')
    const guest = await visit(server, request.id)
    const closed = await again.client.call('closeRequest', { params: { id: request.id } })
    assert.equal(closed.request.state, 'ended')
    assert.equal(await codeOf(await askRequestTicket(server, request.id), 410), 'REQUEST_CLOSED')
    await received(server, guest)

    const root = await signUpAdmin(server)
    await setActive(root, 'bob', false)
    for (const answer of [
      await fetch(`${server.baseUrl}/api/requests/${request.id}/public`),
      await askRequestTicket(server, request.id),
      await sendVisit(server, guest),
    ])
      assert.equal(await codeOf(answer, 404), 'REQUEST_NOT_FOUND')
    await setActive(root, 'bob', true)
    const back = await signInAgain(server, bob)
    assert.equal((await inboxOf(back, request.id)).arrived, 2)
    await back.client.call('deleteRequest', { params: { id: request.id } })
    assert.equal(await codeOf(await sendVisit(server, guest), 404), 'REQUEST_NOT_FOUND')
    assert.equal((await back.client.call('ownFiles', { query: {} })).total, 1)
  })

  test('that is deleted says so to whoever asks what became of an upload under way', async () => {
    await using server = await startServer({ ...(await place()), environment })
    const ada = await signUp(server)
    const { id } = await makeRequest(server, ada)
    const { ticket } = await visit(server, id)
    const url = await createUpload(server, 200, { filename: 'a.txt' }, { [requestTicketHeader]: ticket })
    assert.equal((await patchUpload(url, 0, Buffer.alloc(100, 'a'))).status, 204)
    await assert.rejects(resultOf(server, url), { code: 'UPLOAD_NOT_FINISHED' })
    await ada.client.call('deleteRequest', { params: { id } })
    const rest = await patchUpload(url, 100, Buffer.alloc(100, 'a'))
    assert.equal(await codeOf(rest, 404), 'REQUEST_NOT_FOUND')
    await assert.rejects(resultOf(server, url), { code: 'REQUEST_NOT_FOUND' })
  })

  test('never takes more uploads or bytes than it allows, however many come at once, and looking uses nothing up', async () => {
    await using server = await startServer({ ...(await place()), environment })
    const eve = await signUp(server, 'eve')
    const counted = await makeRequest(server, eve, { uploadsLimit: 7 })
    const sized = await makeRequest(server, eve, { bytesLimit: 1000 })
    const tickets = await Promise.all(Array.from({ length: 100 }, () => visit(server, counted.id)))
    for (const call of ['public', 'mine'])
      for (let n = 0; n < 20; n += 1) await fetch(`${server.baseUrl}/api/requests/${counted.id}/${call}`)
    const answers = await Promise.all(tickets.map((visitor) => sendVisit(server, visitor)))
    const codes = await Promise.all(
      answers.map(async (answer) => (answer.status === 201 ? 'taken' : codeOf(answer, 409))),
    )
    assert.equal(codes.filter((code) => code === 'REQUEST_FULL').length, 93)
    const inbox = await inboxOf(eve, counted.id)
    assert.deepEqual([inbox.arrived, inbox.total, inbox.state], [7, 7, 'full'])
    assert.equal(await codeOf(await askRequestTicket(server, counted.id), 409), 'REQUEST_FULL')

    const visitor = await visit(server, sized.id)
    const files = { 'a.bin': Buffer.alloc(300, 7) }
    const sent = await Promise.all(Array.from({ length: 12 }, () => sendVisit(server, visitor, { files })))
    const taken = sent.filter(({ status }) => status === 201).length
    assert.ok(taken >= 1 && taken <= 3, String(taken))
    for (let n = taken; n < 3; n += 1) await received(server, visitor, { files })
    const over = await sendVisit(server, visitor, { files })
    assert.ok(['REQUEST_FULL', 'TRANSFER_TOO_LARGE'].includes(String(JSON.parse(await over.text()).code)))
    assert.equal((await inboxOf(eve, sized.id)).bytes, 900)
    await received(server, visitor, { files: { 'a.bin': Buffer.alloc(100) } })
    assert.equal((await inboxOf(eve, sized.id)).state, 'full')
  })

  test('takes a stream that does not say how long it is, up to what is left', async () => {
    await using server = await startServer({ ...(await place()), environment })
    const ada = await signUp(server)
    const request = await makeRequest(server, ada, { bytesLimit: 1000 })
    const { ticket } = await visit(server, request.id)
    function streamed(bytes: number) {
      const body = new Blob([new Uint8Array(bytes).fill(97)]).stream()
      const sent = { method: 'PUT', headers: { [requestTicketHeader]: ticket }, body, duplex: 'half' }
      return fetch(`${server.baseUrl}/api/put/a.txt`, sent)
    }
    // Less is free than the request would take.
    server.services.blobs.default.freeSpace = async () => server.services.config.FREE_SPACE_KEPT + 500
    for (const bytes of [600, 400]) {
      const sent = await streamed(bytes)
      assert.equal(sent.status, 201, await sent.text())
    }
    assert.equal(await codeOf(await streamed(1), 409), 'REQUEST_FULL')
    await ada.client.call('updateRequest', { params: { id: request.id }, body: { bytesLimit: 1010 } })
    assert.equal(await codeOf(await streamed(11), 413), 'TRANSFER_TOO_LARGE')
    await ada.client.call('updateRequest', { params: { id: request.id }, body: { bytesLimit: null } })
    assert.equal((await streamed(0)).status, 201)
    assert.equal((await streamed(11)).status, 201)
  })

  test('tells visitors what is left of its bytes, also while each upload may be larger', async () => {
    await using server = await startServer({ ...(await place()), environment })
    const ada = await signUp(server)
    const usual = await makeRequest(server, ada)
    const { id } = await makeRequest(server, ada, { bytesLimit: 1000, largestUpload: 2000 })
    const limitsOf = async (one: string) =>
      (await server.client.call('publicRequest', { params: { id: one } })).request.limits
    assert.equal((await limitsOf(usual.id)).upload, usual.bytesLimit)
    const visitor = await visit(server, id)
    for (const [bytes, left] of [
      [0, 1000],
      [700, 300],
      [300, 0],
    ] as const) {
      if (bytes > 0) await received(server, visitor, { files: { 'a.bin': Buffer.alloc(bytes, 1) } })
      const { upload, file } = await limitsOf(id)
      assert.deepEqual([upload, file], [left, left])
    }
    await ada.client.call('updateRequest', { params: { id }, body: { bytesLimit: null } })
    assert.equal((await limitsOf(id)).upload, 2000)
  })

  test('keeps the place of an upload that goes on arriving, however slowly', async () => {
    await using server = await startServer({ ...(await place()), environment })
    const ada = await signUp(server)
    const { id } = await makeRequest(server, ada, {
      uploadsLimit: 1,
      until: new Date(server.clock.now() + 5 * HOUR).toISOString(),
    })
    const [slow, other] = [await visit(server, id), await visit(server, id)]
    const headers = { [requestTicketHeader]: slow.ticket }
    const sending = request(`${server.baseUrl}/api/put/slow.bin`, { method: 'PUT', headers })
    const answered = once(sending, 'response')
    // More than connections keep: when it has gone out the server is taking bytes in.
    await new Promise((gone) => sending.write(Buffer.alloc(32 * 1024 * 1024, 1), gone))
    const claims = () => server.services.database.selectFrom('upload_claims').select('until').execute()
    await until(async () => (await claims()).length === 1)
    for (let minute = 0; minute < 60; minute += 1) {
      server.clock.advance(60_000)
      sending.write('more')
      // Renewed every five minutes, for thirty.
      await until(async () =>
        (await claims()).every((claim) => claim.until > server.clock.now() + 24 * 60_000),
      )
    }
    assert.equal(await codeOf(await sendVisit(server, other), 409), 'REQUEST_FULL')
    sending.end('the end')
    const [answer] = await answered
    assert.equal(answer.statusCode, 201)
  })

  test('gives as one archive also what lies in the deepest folders, and files of odd names', async () => {
    await using server = await startServer({ ...(await place()), environment })
    const ada = await signUp(server)
    const request = await makeRequest(server, ada)
    const visitor = await visit(server, request.id)
    const deep = Array.from({ length: 63 }, () => 'deep').join('/')
    const long = Array.from({ length: 5 }, () => 'x'.repeat(200)).join('/')
    const inFolders = await received(server, visitor, {
      fields: { 'folderPath_a.txt': deep, 'folderPath_b.txt': long },
      files: { 'a.txt': Buffer.from('a'), 'b.txt': Buffer.from('b') },
    })
    const odd = await received(server, visitor, { files: { '...': Buffer.from('c') } })
    const issued = await sendJson(server, 'POST', `/requests/${request.id}/archive`, {}, ada.token)
    const { url } = JSON.parse(await issued.text())
    const zip = await fetch(server.baseUrl + url)
    assert.equal(zip.status, 200)
    const members = readZip(Buffer.from(await zip.arrayBuffer()))
    assert.deepEqual(
      members.map(({ path }) => path),
      [`${inFolders.reference}/${deep}/a.txt`, `${inFolders.reference}/${long}/b.txt`, `${odd.reference}/_`],
    )
  })

  test('keeps what arrives as long as it says, and as its owner may let it by now', async () => {
    await using server = await startServer({ ...(await place()), environment })
    const { database } = server.services
    const ada = await signUp(server)
    const hoursKept = async (id: string) => {
      await received(server, await visit(server, id))
      const [arrived] = (await inboxOf(ada, id)).uploads
      assert.ok(arrived)
      await ada.client.call('deleteTransfer', { params: { ref: arrived.ref } })
      return (Date.parse(arrived.expiresAt) - Date.parse(arrived.receivedAt)) / HOUR
    }
    assert.equal((await makeRequest(server, ada)).keepFor, '12h', 'the longest choice up to 7 days')
    const free = await makeRequest(server, ada, { keepFor: '1d' })
    assert.equal(free.keepFor, '1d')
    assert.equal(await hoursKept(free.id), 24)
    await database.updateTable('users').set({ is_pro: 1 }).execute()
    assert.equal((await makeRequest(server, ada)).keepFor, '7d', 'unless its owner chooses')
    const pro = await makeRequest(server, ada, { keepFor: '30d' })
    assert.equal(await hoursKept(pro.id), 30 * 24)
    await database.updateTable('users').set({ is_pro: 0 }).execute()
    assert.equal(await hoursKept(pro.id), 24, 'the longest without Pro')
    // As if the service offered it no longer.
    await database.updateTable('requests').set({ keep_for: '5h' }).where('id', '=', free.id).execute()
    assert.equal(await hoursKept(free.id), 3, 'what is chosen at first')
  })

  test('counts against its owner, who alone is named when there is no room', async () => {
    await using server = await startServer({ ...(await place()), environment })
    const root = await signUpAdmin(server, 'root2')
    const mara = await signUp(server, 'mara')
    const { id, username, email, isPro } = { ...mara.user }
    const limits = server.services.config
    const request = await makeRequest(server, mara, { bytesLimit: null })
    const visitor = await visit(server, request.id)
    await received(server, visitor, { files: { 'a.bin': Buffer.alloc(1000, 1) } })
    assert.equal((await mara.client.call('profile')).user.storageUsed, 1000)
    const body = { username, email, isPro, isActive: true, storageLimit: limits.FREE_TRANSFER_SIZE }
    await root.client.call('updateUser', { params: { id }, body })
    await server.services.database
      .insertInto('upload_claims')
      .values({
        id: 'all',
        owner_id: id,
        request_id: null,
        network: '',
        bytes: limits.FREE_TRANSFER_SIZE,
        stored: 0,
        until: server.clock.now() + HOUR,
      })
      .execute()
    const answer = await sendVisit(server, visitor)
    assert.equal(answer.status, 413)
    const said = JSON.parse(await answer.text())
    assert.equal(said.code, 'REQUESTER_HAS_NO_ROOM')
    assert.equal(said.message, 'mara has no room left. Please tell them.')
    // There may be room again before the deadline.
    for (const left of [-1000, 0, 1000]) {
      const bytes = limits.FREE_TRANSFER_SIZE - 1000 - left
      await server.services.database.updateTable('upload_claims').set({ bytes }).execute()
      const { bytesLimit } = await makeRequest(server, mara)
      assert.equal(bytesLimit, limits.FREE_TRANSFER_SIZE / 2, `${left}`)
    }
    const later = await makeRequest(server, mara)
    await server.services.database.deleteFrom('upload_claims').execute()
    await received(server, await visit(server, later.id), { files: { 'a.bin': Buffer.alloc(100_000, 1) } })
  })
})

forEachDatabase('who may request files', ({ place }) => {
  test('needs an account of a day, or an administrator’s permission; has twenty open, and is heard', async () => {
    await using server = await startServer(await place())
    const ada = await signUp(server)
    const root = await signUpAdmin(server)
    const until = new Date(server.clock.now() + 48 * HOUR).toISOString()
    const create = () => sendJson(server, 'POST', '/requests', { title: 'Plans', until }, ada.token)
    const { requests: none } = await server.client.call('config')
    assert.equal(none, null)
    const young = (await ada.client.call('config')).requests
    assert.ok(young?.allowedFrom && Date.parse(young.allowedFrom) > server.clock.now() + 23 * HOUR)
    assert.equal(await codeOf(await create(), 403), 'REQUESTS_NOT_YET_ALLOWED')
    const { id, username, email, isPro } = ada.user
    await root.client.call('updateUser', {
      params: { id },
      body: { username, email, isPro, isActive: true, storageLimit: 2 ** 31, requestsAllowed: true },
    })
    assert.equal((await ada.client.call('config')).requests?.allowedFrom, null)
    for (let n = 0; n < 20; n += 1) assert.equal((await create()).status, 201)
    assert.equal(await codeOf(await create(), 409), 'TOO_MANY_OPEN_REQUESTS')
    const { requests, open, total } = await ada.client.call('requests', { query: { filter: 'open' } })
    assert.deepEqual([requests.length, open, total], [20, 20, 20])
    // Half of the account's storage.
    assert.equal(requests[0]?.bytesLimit, 2 ** 30)
    const closing = requests[0]?.id ?? ''
    await ada.client.call('closeRequest', { params: { id: closing } })
    assert.equal((await create()).status, 201)
    const reopening = await sendJson(server, 'PUT', `/requests/${closing}`, { until }, ada.token)
    assert.equal(await codeOf(reopening, 409), 'TOO_MANY_OPEN_REQUESTS')
    await ada.client.call('closeRequest', { params: { id: requests[1]?.id ?? '' } })
    // As if she had made and closed them one by one.
    const { database } = server.services
    const made = await database.selectFrom('requests').selectAll().where('id', '=', closing).execute()
    const kept = await database
      .selectFrom('requests')
      .select('id')
      .where('owner_id', '=', ada.user.id)
      .execute()
    const more = made.flatMap((row) =>
      Array.from({ length: 999 - kept.length }, () => ({ ...row, id: newId() })),
    )
    for (let from = 0; from < more.length; from += 200)
      await database
        .insertInto('requests')
        .values(more.slice(from, from + 200))
        .execute()
    assert.equal((await create()).status, 201)
    await ada.client.call('closeRequest', { params: { id: requests[2]?.id ?? '' } })
    assert.equal(await codeOf(await create(), 409), 'TOO_MANY_KEPT_REQUESTS')
    await ada.client.call('deleteRequest', { params: { id: closing } })
    assert.equal((await create()).status, 201)
    const { entries } = await root.client.call('auditLog', { query: { filter: 'file' } })
    const acts = new Set(entries.map(({ act }) => act))
    for (const act of ['file.request-created', 'file.request-closed'] as const) assert.ok(acts.has(act))
    for (const body of [
      { title: '', until },
      { title: 'x', until: new Date(server.clock.now() - 1).toISOString() },
      { title: 'x', until: new Date(server.clock.now() + 400 * 24 * HOUR).toISOString() },
      { title: 'x', until, checklist: ['a', 'a'] },
      { title: 'x', until, more: 1 },
    ])
      assert.equal((await sendJson(server, 'POST', '/requests', body, ada.token)).status, 400)
  })

  test('changes, closes and packs them so often, and not any number of times', async () => {
    await using server = await startServer({ ...(await place()), environment: forNewAccounts })
    const ada = await signUp(server)
    const { id } = await makeRequest(server, ada)
    const usedUp = { key: `request-change:${ada.user.id}`, free_at: server.clock.now() + HOUR }
    await server.services.database.insertInto('rate_limits').values(usedUp).execute()
    // A call does not wait for a database that takes its time; the next one knows.
    for (const [method, path] of [
      ['PUT', ''],
      ['POST', '/close'],
      ['POST', '/archive'],
    ] as const)
      await until(async () => {
        const { status } = await sendJson(server, method, `/requests/${id}${path}`, {}, ada.token)
        return status === 429
      })
  })

  test('get so many new passwords of one person, and other changes go on', async () => {
    await using server = await startServer({ ...(await place()), environment: forNewAccounts })
    const ada = await signUp(server)
    const { id } = await makeRequest(server, ada)
    const change = (body: object) => sendJson(server, 'PUT', `/requests/${id}`, body, ada.token)
    for (let n = 0; n < 10; n += 1) assert.equal((await change({ password: `sesame ${n}` })).status, 200)
    assert.equal(await codeOf(await change({ password: 'sesame' }), 429), 'RATE_LIMITED')
    assert.equal((await change({ password: null, title: 'Plans' })).status, 200)
  })

  test('can ask for a password and a confirmed address', async () => {
    await using server = await startServer({ ...(await place()), environment: forNewAccounts })
    const ada = await signUp(server)
    const request = await makeRequest(server, ada, { password: 'open sesame' })
    assert.equal(await codeOf(await askRequestTicket(server, request.id), 401), 'REQUEST_PASSWORD_REQUIRED')
    const wrong = () => askRequestTicket(server, request.id, { password: 'wrong' })
    for (let n = 0; n < 5; n += 1) assert.equal(await codeOf(await wrong(), 403), 'INVALID_REQUEST_PASSWORD')
    assert.equal(await codeOf(await wrong(), 429), 'RATE_LIMITED')
    server.clock.advance(HOUR / 2)
    await visit(server, request.id, { password: 'open sesame' })
    const code = { title: 'x', until: request.until, asks: { name: false, email: false, code: true } }
    const { token } = await signInAgain(server, ada)
    const answer = await sendJson(server, 'POST', '/requests', code, token)
    assert.equal(await codeOf(answer, 409), 'NO_MAIL_SERVER')
  })
})

/** Sends a file by tus-js-client, three bytes at a time, and gives the address of the upload. */
function sendByTus(
  { baseUrl }: TestServer,
  ticket: string,
  bytes: Buffer,
  metadata: Record<string, string>,
): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const upload = new Upload(bytes, {
    endpoint: `${baseUrl}/api/files/resumable`,
    headers: { [requestTicketHeader]: ticket },
    uploadSize: bytes.length,
    chunkSize: 3,
    metadata,
    retryDelays: null,
    onError: reject,
    onSuccess: () => resolve(upload.url ?? ''),
  })
  upload.start()
  return promise
}

function signInAgain(server: TestServer, { user }: Person): Promise<Person> {
  return signIn(server, user.username)
}
