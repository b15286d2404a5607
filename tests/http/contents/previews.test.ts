import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startServer } from '#tests/support/server/server.ts'
import { listMembers, memberUrl, sendSeveral } from '#tests/support/transfers/members.ts'
import { codeOf, downloadCount } from '#tests/support/transfers/transfers.ts'

const bytesOf = (...parts: (string | readonly number[])[]) =>
  Buffer.concat(
    parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part))),
  )
const script = '<script>document.title="owned"</script>'

/** The beginnings of formats that are shown, with what a polyglot hides in them. */
const shown = [
  ['a.png', 'image/png', bytesOf('\x89PNG\r\n\x1a\n', script)],
  ['a.jpg', 'image/jpeg', bytesOf('\xff\xd8\xff\xe0', script)],
  ['a.gif', 'image/gif', bytesOf('GIF89a', '/*', script, '*/=1')],
  ['a.webp', 'image/webp', bytesOf('RIFF', [0, 0, 0, 0], 'WEBP', script)],
  ['a.avif', 'image/avif', bytesOf([0, 0, 0, 32], 'ftypavif', script)],
  ['a.mp4', 'video/mp4', bytesOf([0, 0, 0, 32], 'ftypisom', script)],
  ['of a Sony camera.mp4', 'video/mp4', bytesOf([0, 0, 0, 32], 'ftypXAVC', script)],
  ['of a stream.mp4', 'video/mp4', bytesOf([0, 0, 0, 32], 'ftypiso9', script)],
  ['a.m4a', 'audio/mp4', bytesOf([0, 0, 0, 32], 'ftypM4A ', script)],
  ['a.webm', 'video/webm', bytesOf([0x1a, 0x45, 0xdf, 0xa3], '\x9f\x42\x82\x84webm', script)],
  ['a.mp3', 'audio/mpeg', bytesOf('ID3\x04\x00', script)],
  ['a.ogg', 'audio/ogg', bytesOf('OggS\0', script)],
  ['a.wav', 'audio/wav', bytesOf('RIFF', [0, 0, 0, 0], 'WAVE', script)],
  ['a.flac', 'audio/flac', bytesOf('fLaC', script)],
  ['a.txt', 'text/plain', Buffer.from(`Grüße ${script}`)],
  ['no name for a picture.txt', 'image/png', bytesOf('\x89PNG\r\n\x1a\n', script)],
] as const

/** What a browser could run or lay out, and what only pretends. */
const hidden = [
  ['a.html', Buffer.from(`<!doctype html>${script}`)],
  ['page.txt', Buffer.from(`\n <html>${script}`)],
  ['text.html', Buffer.from('plain words')],
  ['a.svg', Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg">${script}</svg>`)],
  ['picture.png', Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg">${script}</svg>`)],
  ['a.xml', Buffer.from(`<?xml version="1.0"?><a/>`)],
  ['a.pdf', Buffer.from('%PDF-1.7 /JavaScript')],
  ['a.docx', bytesOf('PK\x03\x04', 'word')],
  ['a.heic', bytesOf([0, 0, 0, 32], 'ftypheic')],
  ['of a Canon camera.cr3', bytesOf([0, 0, 0, 24], 'ftypcrx ', [0, 0, 0, 1], 'crx isom')],
  ['a.mov', bytesOf([0, 0, 0, 32], 'ftypqt  ')],
  ['a.mkv', bytesOf([0x1a, 0x45, 0xdf, 0xa3], 'matroska')],
  ['zeros.txt', Buffer.alloc(100)],
  ['words, then a program.txt', Buffer.concat([Buffer.alloc(3000, 'words '), Buffer.alloc(4)])],
  ['words, then a bell.txt', Buffer.concat([Buffer.alloc(3000, 'words '), Buffer.of(7)])],
  ['latin.txt', bytesOf('Gr\xfc\xdfe')],
  ['empty.txt', Buffer.alloc(0)],
  ['vector.svg.txt', Buffer.from('<svg onload=alert(1)>')],
] as const

test('what is shown is named by its first bytes and shut into a sandbox, whatever is hidden in it', async () => {
  await using server = await startServer()
  const { id } = await sendSeveral(
    server,
    shown.map(([path, , bytes]) => ({ path, bytes })),
  )
  const { members } = await listMembers(server, id)
  for (const [n, [path, type, bytes]] of shown.entries()) {
    assert.equal(members[n]?.type, type, path)
    const response = await fetch(`${memberUrl(server, id, n)}/preview`)
    assert.equal(response.status, 200, path)
    const { headers } = response
    assert.equal(headers.get('content-type'), type === 'text/plain' ? `${type}; charset=utf-8` : type)
    assert.equal(
      headers.get('content-security-policy'),
      "sandbox; default-src 'none'; img-src 'self'; media-src 'self'",
    )
    assert.equal(headers.get('x-content-type-options'), 'nosniff')
    assert.equal(headers.get('cross-origin-resource-policy'), 'same-origin')
    assert.equal(headers.get('content-disposition'), 'inline')
    assert.equal(headers.get('set-cookie'), null)
    assert.deepEqual(Buffer.from(await response.arrayBuffer()), bytes)
  }
  assert.equal(await downloadCount(server.baseUrl, id), 0)
})

test('there is no preview of what could act, and of what is not what its name says', async () => {
  await using server = await startServer()
  const { id } = await sendSeveral(
    server,
    hidden.map(([path, bytes]) => ({ path, bytes })),
  )
  const { members } = await listMembers(server, id)
  for (const [n, [path]] of hidden.entries()) {
    assert.equal(members[n]?.type, 'application/octet-stream', path)
    assert.equal(await codeOf(await fetch(`${memberUrl(server, id, n)}/preview`), 404), 'NO_PREVIEW', path)
  }
})

test('of a text its first 256 KB are shown, of a film any range', async () => {
  await using server = await startServer()
  const film = Buffer.concat([shown[5][2], Buffer.alloc(3_000_000, 7)])
  const text = Buffer.from('0123456789abcdef'.repeat(200_000))
  const { id } = await sendSeveral(server, [
    { path: 'long.txt', bytes: text },
    { path: 'film.mp4', bytes: film },
  ])
  const response = await fetch(`${memberUrl(server, id, 0)}/preview`)
  assert.deepEqual(Buffer.from(await response.arrayBuffer()), text.subarray(0, 256 * 1024))
  const headers = { range: 'bytes=2500000-2500009' }
  const part = await fetch(`${memberUrl(server, id, 1)}/preview`, { headers })
  assert.equal(part.status, 206)
  assert.equal(part.headers.get('content-type'), 'video/mp4')
  assert.deepEqual(Buffer.from(await part.arrayBuffer()), film.subarray(2_500_000, 2_500_010))
})

test('what the scanner could not look into is not shown', async () => {
  await using server = await startServer()
  const { id } = await sendSeveral(server, [{ path: 'a.txt', bytes: Buffer.from('words') }])
  await server.services.database.updateTable('files').set({ scan: 'unscanned' }).execute()
  assert.equal(await codeOf(await fetch(`${memberUrl(server, id, 0)}/preview`), 404), 'NO_PREVIEW')
  assert.equal((await fetch(memberUrl(server, id, 0))).status, 200)
})

test('of a bomb a preview inflates no more than is shown', async () => {
  await using server = await startServer()
  const wave = Buffer.concat([bytesOf('RIFF', [0, 0, 0, 0], 'WAVE'), Buffer.alloc(65 * 1024 * 1024)])
  const { id } = await sendSeveral(server, [
    { path: 'bomb.txt', bytes: Buffer.alloc(65 * 1024 * 1024, ' a') },
    { path: 'bomb.wav', bytes: wave },
  ])
  const response = await fetch(`${memberUrl(server, id, 0)}/preview`)
  assert.equal((await response.arrayBuffer()).byteLength, 256 * 1024)
  assert.equal(await codeOf(await fetch(`${memberUrl(server, id, 1)}/preview`), 404), 'NO_PREVIEW')
})
