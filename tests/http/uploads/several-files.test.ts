import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { forEachDatabase } from '#tests/support/databases/databases.ts'
import { startServer, type TestServer } from '#tests/support/server/server.ts'
import { eicar } from '#tests/support/services/eicar.ts'
import { readZip } from '#tests/support/transfers/read-zip.ts'
import { codeOf, sendForm } from '#tests/support/transfers/transfers.ts'

const text = Buffer.from('All work and no play makes Jack a dull boy. '.repeat(2000))

function files(...names: string[]) {
  return names.map((filename) => ({ name: 'files', bytes: Buffer.from(filename), filename }))
}

async function fetchZip(server: TestServer, id: string) {
  const { url } = await server.client.call('downloadTicket', { params: { id }, body: {} })
  const bytes = Buffer.from(await (await fetch(server.baseUrl + url)).arrayBuffer())
  return { bytes, members: readZip(bytes) }
}

async function leftovers({ services }: TestServer) {
  const blobs = await Array.fromAsync(services.blobs.default.list(Date.now() + 1_000_000))
  return blobs.length + (await services.database.selectFrom('files').selectAll().execute()).length
}

forEachDatabase('several files in one link', ({ place }) => {
  test('become a ZIP with their paths, the empty ones too', async () => {
    await using server = await startServer(await place())
    const noise = randomBytes(100_000)
    const response = await sendForm(server.baseUrl, [
      { name: 'folderPath_notes.txt', value: 'trip' },
      { name: 'files', bytes: text, filename: 'notes.txt' },
      { name: 'folderPath_notes.txt', value: 'trip/Tag zwei' },
      { name: 'files', bytes: Buffer.from('other'), filename: 'notes.txt' },
      { name: 'folderPath_b.jpg', value: 'trip/Tag zwei' },
      { name: 'files', bytes: noise, filename: 'b.jpg' },
      { name: 'folderPath_empty', value: 'trip' },
      { name: 'files', bytes: new Uint8Array(0), filename: 'empty' },
    ])
    const reply = JSON.parse(await response.text())
    assert.equal(response.status, 201, JSON.stringify(reply))
    assert.deepEqual([reply.uploaded, reply.compressed, reply.file.filename], [4, true, 'trip.zip'])
    const { bytes, members } = await fetchZip(server, reply.file.id)
    assert.deepEqual(
      members.map(({ path, content }) => [path, content.toString('base64')]),
      [
        ['trip/notes.txt', text.toString('base64')],
        ['trip/Tag zwei/notes.txt', Buffer.from('other').toString('base64')],
        ['trip/Tag zwei/b.jpg', noise.toString('base64')],
        ['trip/empty', ''],
      ],
    )
    assert.equal(reply.file.size, bytes.length)
    const original = text.length + 5 + noise.length
    assert.equal(reply.file.compressionRatio, bytes.length / original)
    // Text gains by compression, noise does not and is not tried.
    assert.ok(bytes.length < noise.length + text.length / 10 && bytes.length > noise.length)
  })

  test('one of them with a virus refuses all, and leaves nothing', async () => {
    await using server = await startServer(await place())
    const response = await sendForm(server.baseUrl, [
      ...files('fine.txt'),
      { name: 'files', bytes: Buffer.from(`xx${eicar()}`), filename: 'bad.txt' },
      ...files('fine too.txt'),
    ])
    assert.equal(await codeOf(response, 422), 'VIRUS_DETECTED')
    assert.equal(await leftovers(server), 0)
  })
})

test('folders that lead elsewhere, are too long or too deep are refused, and the file is named', async () => {
  await using server = await startServer()
  const long = 'the name of a folder/'.repeat(50)
  for (const path of ['../up', 'a/../../b', 'a/..', 'a/'.repeat(64), long]) {
    const response = await sendForm(server.baseUrl, [
      ...files('fine.txt'),
      { name: 'folderPath_a.txt', value: path },
      ...files('a.txt'),
      ...files('fine too.txt'),
    ])
    const { message } = JSON.parse(await response.clone().text())
    assert.equal(await codeOf(response, 400), 'VALIDATION_ERROR', JSON.stringify(path))
    assert.match(message, /^Invalid file\. .*a\.txt/, 'the file is named')
    assert.equal(await leftovers(server), 0)
  }
})

test('files of one name get numbers', async () => {
  await using server = await startServer()
  const response = await sendForm(server.baseUrl, files('a.txt', 'A.TXT', 'a.txt'))
  const { file } = JSON.parse(await response.text())
  const { members } = await fetchZip(server, file.id)
  assert.deepEqual(
    members.map(({ path }) => path),
    ['a.txt', 'A (2).TXT', 'a (3).txt'],
  )
  assert.match(file.filename, /^Restante \d{4}-\d\d-\d\d\.zip$/)
})

test('a folder path after its file, and two files in "file", are told apart from a good form', async () => {
  await using server = await startServer()
  const late = await sendForm(server.baseUrl, [
    ...files('a.txt'),
    { name: 'folderPath_a.txt', value: 'late' },
  ])
  assert.equal(await codeOf(late, 400), 'VALIDATION_ERROR')
  const file = { name: 'file', bytes: text, filename: 'a.txt' }
  assert.equal(await codeOf(await sendForm(server.baseUrl, [file, file]), 400), 'VALIDATION_ERROR')
  const mixed = await sendForm(server.baseUrl, [...files('b.txt'), file])
  assert.equal(await codeOf(mixed, 400), 'VALIDATION_ERROR')
  assert.equal(await leftovers(server), 0)
})

test('a program among the files refuses them all, whatever it is called', async () => {
  await using server = await startServer()
  const elf = Buffer.concat([Buffer.from('\x7fELF\x02\x01\x01', 'latin1'), Buffer.alloc(100)])
  for (const part of [
    { name: 'files', bytes: Buffer.from('MZ'), filename: 'invoice.pdf.exe' },
    { name: 'file', bytes: elf, filename: 'holiday.jpg' },
  ]) {
    assert.equal(await codeOf(await sendForm(server.baseUrl, [part]), 422), 'DANGEROUS_FILE_TYPE')
  }
  assert.equal(await leftovers(server), 0)
})
