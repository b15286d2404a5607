import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { maxTransferFiles } from '#contract/transfers/limits.ts'
import { signUp, signUpAdmin } from '#tests/support/accounts/accounts.ts'
import { forEachDatabase } from '#tests/support/databases/databases.ts'
import { fileRow } from '#tests/support/databases/transfer-rows.ts'
import { download } from '#tests/support/server/backups.ts'
import { keepInStore, startServer, type TestServer } from '#tests/support/server/server.ts'
import { eicar } from '#tests/support/services/eicar.ts'
import {
  anyone,
  managed,
  type SentTransfer,
  sendTransfer,
} from '#tests/support/transfers/managed-transfers.ts'
import { filePassword } from '#tests/support/transfers/quantum-files.ts'
import { readZip } from '#tests/support/transfers/read-zip.ts'
import {
  createUpload,
  metadata,
  patchUpload,
  resultOf,
  sendCreation,
  tus,
} from '#tests/support/transfers/resumable-uploads.ts'
import { codeOf, downloadCount, ticketUrl, until } from '#tests/support/transfers/transfers.ts'

const HOUR = 60 * 60_000
const hello = Buffer.from('hello')

type Adding = { fields?: Record<string, string>; files?: Record<string, Uint8Array>; field?: string }

/** Adds files to a transfer and gives the raw answer. */
function add(
  { baseUrl }: Pick<TestServer, 'baseUrl'>,
  { ref, headers }: Pick<SentTransfer, 'ref' | 'headers'>,
  { fields = {}, files = { 'second.txt': hello }, field = 'file' }: Adding = {},
): Promise<Response> {
  const body = new FormData()
  for (const [name, value] of Object.entries(fields)) body.append(name, value)
  for (const [name, bytes] of Object.entries(files))
    body.append(field, new Blob([new Uint8Array(bytes)]), name)
  return fetch(`${baseUrl}/api/transfers/${ref}/files`, { method: 'POST', body, headers })
}

async function assertAdded(...adding: Parameters<typeof add>): Promise<void> {
  const answer = await add(...adding)
  assert.equal(answer.status, 201, await answer.text())
}

/** Adds a file by an upload whose body is a whole form. */
async function addFormOverTus(
  server: TestServer,
  { ref, headers }: SentTransfer,
  name: string,
  text: string,
) {
  const form = new FormData()
  form.append('file', new Blob([text]), name)
  const request = new Request(server.baseUrl, { method: 'POST', body: form })
  const filetype = request.headers.get('content-type') ?? ''
  const body = Buffer.from(await request.arrayBuffer())
  const created = await fetch(`${server.baseUrl}/api/files/resumable`, {
    method: 'POST',
    headers: {
      ...tus,
      ...headers,
      'upload-length': String(body.length),
      'upload-metadata': metadata({ filetype, transfer: ref }),
    },
  })
  assert.equal(created.status, 201, await created.text())
  const url = `${server.baseUrl}${created.headers.get('location')}`
  await patchUpload(url, 0, body)
  assert.equal((await resultOf(server, url)).file.filename, name)
}

/** What a download of a link gives: names and contents of the members of its ZIP. */
async function membersOf(server: TestServer, id: string, password?: string) {
  const { file } = await anyone(server).call('fileInfo', { params: { id } })
  const answer = await fetch(await ticketUrl(server.baseUrl, id, password))
  assert.equal(answer.status, 200)
  const bytes = Buffer.from(await answer.arrayBuffer())
  assert.equal(bytes.length, file.size)
  assert.equal(answer.headers.get('content-length'), String(file.size))
  return readZip(bytes).map(({ path, content }) => [path, content] as const)
}

forEachDatabase('the files of a transfer', ({ place }) => {
  test('are added in rows of their own, and downloaded together as a ZIP whose size is known', async () => {
    await using server = await startServer(await place())
    const [first, second] = [randomBytes(70_000), randomBytes(32 * 1024 * 3)]
    const sent = await sendTransfer(server, first, { fields: { title: 'Plans' } })
    const answer = await add(server, sent, { files: { 'plan.txt': second } })
    const reply = JSON.parse(await answer.text())
    assert.partialDeepStrictEqual(reply, {
      transfer: { ref: sent.ref },
      file: { id: sent.linkId, filename: 'plan.txt', size: second.length },
    })
    assert.doesNotMatch(reply.manageUrl + reply.file.deletionUrl, /#/)
    await assertAdded(server, sent, { files: { 'empty.txt': Buffer.alloc(0) } })
    assert.deepEqual(await membersOf(server, sent.linkId), [
      ['plan.txt', first],
      ['plan (2).txt', second],
      ['empty.txt', Buffer.alloc(0)],
    ])
    const transfer = await managed(server, sent)
    assert.deepEqual(
      transfer.files.map(({ position, filename }) => [position, filename]),
      [
        [0, 'plan.txt'],
        [1, 'plan.txt'],
        [2, 'empty.txt'],
      ],
    )
    assert.equal(transfer.filename, 'Plans.zip')
    assert.equal(transfer.size, first.length + second.length)
    const { file } = await anyone(server).call('fileInfo', { params: { id: sent.linkId } })
    assert.partialDeepStrictEqual(file, { files: 3, filename: 'Plans.zip', mimeType: 'application/zip' })
    await until(async () => (await downloadCount(server.baseUrl, sent.linkId)) === 1)
    const head = await fetch(`${server.baseUrl}/api/download/${sent.linkId}/file`, {
      method: 'HEAD',
      headers: { range: 'bytes=0-9' },
    })
    assert.equal(head.headers.get('accept-ranges'), 'none')
    const part = await fetch(`${server.baseUrl}/api/download/${sent.linkId}/file`, {
      headers: { range: 'bytes=0-9' },
    })
    assert.equal(part.status, 200)
    assert.equal((await part.arrayBuffer()).byteLength, file.size)
  })

  test('have names in the ZIP that Windows can unpack, whatever they were sent by', async () => {
    await using server = await startServer(await place())
    const sent = await sendTransfer(server, hello, { filename: 'b: plan.txt' })
    await assertAdded(server, sent, { files: { '...': hello } })
    assert.deepEqual(await membersOf(server, sent.linkId), [
      ['b_ plan.txt', hello],
      ['_', hello],
    ])
  })

  test('are added as several, packed, over tus too, and through a form over tus', async () => {
    await using server = await startServer(await place())
    const sent = await sendTransfer(server, hello)
    await assertAdded(server, sent, { field: 'files', files: { 'a.txt': hello, 'b.txt': hello } })
    const bytes = randomBytes(3_000_000)
    const values = { filename: 'large.bin', transfer: sent.ref }
    await assert.rejects(createUpload(server, bytes.length, values), /401/)
    const url = await createUpload(server, bytes.length, values, sent.headers)
    await patchUpload(url, 0, bytes.subarray(0, 1_000_000))
    await patchUpload(url, 1_000_000, bytes.subarray(1_000_000))
    const result = await resultOf(server, url)
    assert.deepEqual([result.file.filename, result.transfer.ref], ['large.bin', sent.ref])
    await addFormOverTus(server, sent, 'form.txt', 'from a form')
    const members = await membersOf(server, sent.linkId)
    assert.deepEqual(
      members.map(([path]) => path.replace(/\d{4}-\d\d-\d\d/, 'DAY')),
      ['plan.txt', 'Restante DAY.zip', 'large.bin', 'form.txt'],
    )
    assert.deepEqual(members[2]?.[1], bytes)
    const { file } = await anyone(server).call('fileInfo', { params: { id: sent.linkId } })
    assert.equal(file.files, 5)
  })

  test('are not added for an administrator who has lost the rights since', async () => {
    await using server = await startServer(await place())
    const [root, other, ada] = [
      await signUpAdmin(server),
      await signUpAdmin(server, 'other'),
      await signUp(server),
    ]
    const sent = await sendTransfer(server, hello, { headers: { authorization: `Bearer ${ada.token}` } })
    const values = { filename: 'more.txt', transfer: sent.ref }
    const begin = () => createUpload(server, 5, values, { authorization: `Bearer ${other.token}` })
    const [early, late, latest] = [await begin(), await begin(), await begin()]
    assert.equal((await patchUpload(early, 0, hello)).status, 204)
    const { id, username, email, isPro } = other.user
    const change = (rights: { isAdmin: boolean; isActive: boolean }) =>
      root.client.call('updateUser', {
        params: { id },
        body: { username, email, isPro, storageLimit: 2 ** 31, ...rights },
      })
    await change({ isAdmin: false, isActive: true })
    assert.equal(await codeOf(await patchUpload(late, 0, hello), 404), 'FILE_NOT_FOUND')
    await change({ isAdmin: true, isActive: false })
    assert.equal(await codeOf(await patchUpload(latest, 0, hello), 401), 'INVALID_TOKEN')
    assert.equal((await managed(server, sent)).files.length, 2)
  })

  test('are not added while the account of the owner is disabled, which is what the answer says', async () => {
    await using server = await startServer(await place())
    const [root, ada] = [await signUpAdmin(server), await signUp(server)]
    const sent = await sendTransfer(server, hello, { headers: { authorization: `Bearer ${ada.token}` } })
    const values = { filename: 'more.txt', transfer: sent.ref }
    const begun = await createUpload(server, 5, values, sent.headers)
    const { id, username, email, isPro, isAdmin } = ada.user
    await root.client.call('updateUser', {
      params: { id },
      body: { username, email, isPro, isAdmin, storageLimit: 2 ** 31, isActive: false },
    })
    const form = new FormData()
    form.append('file', new Blob(['more']), 'more.txt')
    const add = await fetch(`${server.baseUrl}/api/transfers/${sent.ref}/files`, {
      method: 'POST',
      headers: sent.headers,
      body: form,
    })
    assert.equal(await codeOf(add, 451), 'TRANSFER_DISABLED')
    await assert.rejects(createUpload(server, 5, values, sent.headers), /451/)
    assert.equal(await codeOf(await patchUpload(begun, 0, hello), 451), 'TRANSFER_DISABLED')
  })

  test('are removed one by one, blobs and all; the last one ends the transfer', async () => {
    await using server = await startServer({ ...(await place()), environment: keepInStore })
    const sent = await sendTransfer(server, randomBytes(100_000), { filename: 'first.bin' })
    const { ref, headers, linkId } = sent
    await assertAdded(server, sent)
    await assertAdded(server, sent, { files: { 'third.txt': Buffer.from('third') } })
    const { blobs, database } = server.services
    const stored = () => Array.fromAsync(blobs.default.list(Date.now() + HOUR))
    assert.equal((await stored()).length, 3)
    const remove = (position: string) =>
      anyone(server).call('removeTransferFile', { params: { ref, position }, headers })
    const { transfer } = await remove('0')
    assert.deepEqual(
      transfer?.files.map(({ position, filename }) => [position, filename]),
      [
        [1, 'second.txt'],
        [2, 'third.txt'],
      ],
    )
    assert.equal(transfer?.size, 10)
    for (const position of ['0', '0x1', '1e0', '1.0', '+1', '-1', '%201', '99999999999'])
      await assert.rejects(remove(position), { code: 'FILE_NOT_FOUND' }, position)
    // Nothing is no number.
    const nothing = await fetch(`${server.baseUrl}/api/transfers/${ref}/files/`, {
      method: 'DELETE',
      headers,
    })
    assert.equal(nothing.status, 404)
    assert.deepEqual(await membersOf(server, linkId), [
      ['second.txt', hello],
      ['third.txt', Buffer.from('third')],
    ])
    assert.equal((await stored()).length, 2)
    await remove('1')
    const { file } = await anyone(server).call('fileInfo', { params: { id: linkId } })
    assert.partialDeepStrictEqual(file, { filename: 'third.txt', size: 5, files: 1 })
    assert.equal(await (await download(server, linkId)).text(), 'third')
    assert.deepEqual(await remove('2'), { success: true, transfer: null })
    assert.equal(await codeOf(await download(server, linkId), 410), 'FILE_DELETED')
    assert.deepEqual(await stored(), [])
    assert.deepEqual(await database.selectFrom('blobs').selectAll().execute(), [])
    assert.deepEqual(await database.selectFrom('alarms').selectAll().execute(), [])
  })

  test('are added to a locked transfer by those who can open it, before the file', async () => {
    await using server = await startServer(await place())
    const sent = await sendTransfer(server, hello, { fields: { password: filePassword } })
    assert.equal(await codeOf(await add(server, sent), 401), 'PASSWORD_REQUIRED')
    assert.equal(
      await codeOf(await add(server, sent, { fields: { password: 'wrong' } }), 403),
      'INVALID_FILE_PASSWORD',
    )
    // A file that cannot be taken is refused before anyone is asked for the password.
    const unsafe = await add(server, sent, { files: { 'run.exe': hello } })
    assert.equal(await codeOf(unsafe, 422), 'DANGEROUS_FILE_TYPE')
    const creation = { filename: 'large.bin', transfer: sent.ref }
    const tooLarge = await sendCreation(server, 2 ** 40, creation, sent.headers)
    assert.equal(await codeOf(tooLarge, 413), 'FILE_TOO_LARGE')
    await assertAdded(server, sent, { fields: { password: filePassword } })
    const values = { filename: 'large.bin', transfer: sent.ref, password: filePassword }
    const url = await createUpload(server, 5, values, sent.headers)
    await patchUpload(url, 0, hello)
    assert.deepEqual(
      (await membersOf(server, sent.linkId, filePassword)).map(([path]) => path),
      ['plan.txt', 'second.txt', 'large.bin'],
    )
  })

  test('are refused for others, as options, infected, too many, or of a transfer that has ended', async () => {
    await using server = await startServer({ ...(await place()), environment: { UPLOADS_PER_HOUR: '1000' } })
    const sent = await sendTransfer(server, hello)
    const { ref, headers } = sent
    assert.equal(await codeOf(await add(server, { ref, headers: {} }), 401), 'AUTHENTICATION_REQUIRED')
    const other = await sendTransfer(server, hello)
    assert.equal(
      await codeOf(await add(server, { ref, headers: other.headers }), 403),
      'INVALID_MANAGE_TOKEN',
    )
    assert.equal(await codeOf(await add(server, sent, { fields: { title: 'New' } }), 400), 'VALIDATION_ERROR')
    assert.equal(
      await codeOf(await add(server, sent, { files: { 'virus.txt': eicar() } }), 422),
      'VIRUS_DETECTED',
    )
    assert.equal(
      await codeOf(await add(server, sent, { files: { 'run.exe': hello } }), 422),
      'DANGEROUS_FILE_TYPE',
    )
    const url = await createUpload(server, 5, { filename: 'late.txt', transfer: ref }, headers)
    const { database } = server.services
    const transfer = await database
      .selectFrom('transfers')
      .selectAll()
      .where('id', '=', ref)
      .executeTakeFirstOrThrow()
    const rows = Array.from({ length: maxTransferFiles - 2 }, (_, at) =>
      fileRow(transfer, { position: at + 1 }),
    )
    await database.insertInto('files').values(rows).execute()
    await database
      .updateTable('transfers')
      .set({ next_position: rows.length + 1 })
      .where('id', '=', ref)
      .execute()
    await assertAdded(server, sent)
    assert.equal(await codeOf(await add(server, sent), 409), 'TOO_MANY_FILES')
    assert.equal(await codeOf(await patchUpload(url, 0, hello), 409), 'TOO_MANY_FILES')
    assert.equal((await managed(server, sent)).files.length, maxTransferFiles)
    await anyone(server).call('deleteTransfer', { params: { ref }, headers })
    assert.equal(await codeOf(await add(server, sent), 410), 'FILE_DELETED')
  })

  test('count against the storage of the owner', async () => {
    await using server = await startServer({
      ...(await place()),
      environment: { FREE_TRANSFER_SIZE: '1MB', FREE_FILE_SIZE: '1MB', UPLOADS_PER_HOUR: '1000' },
    })
    const ada = await signUp(server)
    await server.services.database
      .updateTable('users')
      .set({ storage_limit: 1024 * 1024 })
      .execute()
    const headers = { authorization: `Bearer ${ada.token}` }
    const sent = await sendTransfer(server, randomBytes(600_000), { headers })
    const mine = { ...sent, headers }
    assert.equal(
      await codeOf(await add(server, mine, { files: { 'b.bin': randomBytes(600_000) } }), 413),
      'TRANSFER_TOO_LARGE',
    )
    await sendTransfer(server, randomBytes(400_000), { headers })
    assert.equal(
      await codeOf(await add(server, mine, { files: { 'b.bin': randomBytes(100_000) } }), 413),
      'STORAGE_QUOTA_EXCEEDED',
    )
    await assertAdded(server, mine, { files: { 'b.bin': randomBytes(10_000) } })
    const { stats } = await ada.client.call('stats')
    assert.equal(stats.totalStorage, 1_010_000)
  })
})
