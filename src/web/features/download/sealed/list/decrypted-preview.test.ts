import assert from 'node:assert/strict'
import { test } from 'node:test'
import { previewedText } from '#contract/transfers/limits.ts'
import type { BundleFile } from '#end-to-end/format/manifest.ts'
import { utf8 } from '#end-to-end/primitives.ts'
import { decryptedPreview, pictureAddress, promisedType } from './decrypted-preview.ts'

const png = Uint8Array.from([...utf8('\x89PNG\r\n\x1a\n').subarray(1), 1, 2, 3])
png[0] = 0x89

/** A transfer of one file, which comes in chunks of 1000 bytes. */
function transferOf(path: string, bytes: Uint8Array, type = '') {
  const file: BundleFile = { path, size: bytes.length, type, modified: '2026-11-21T08:00:00.000Z', offset: 0 }
  let read = 0
  async function* readFile(_: BundleFile, start = 0, end = bytes.length) {
    for (let at = start; at < end; at += 1000) {
      const chunk = bytes.slice(at, Math.min(end, at + 1000))
      read += chunk.length
      yield chunk
    }
  }
  return {
    file,
    bytesRead: () => read,
    show: (signal = new AbortController().signal) => decryptedPreview({ readFile }, file, signal),
  }
}

test('what is shown is decided by bytes, whatever the sender calls it', async () => {
  const page = utf8('<!doctype html><script>alert(1)</script>')
  for (const type of ['image/png', 'text/plain', 'text/html']) {
    const shown = await transferOf('notes.txt', page, type).show()
    assert.deepEqual(shown, { type: 'application/octet-stream', address: '' })
  }
  const picture = await transferOf('photo.bin', png, 'image/gif').show()
  assert.ok('address' in picture)
  assert.equal(picture.type, 'image/png')
  const blob = await (await fetch(picture.address)).blob()
  assert.equal(blob.type, 'image/png')
  assert.equal(blob.size, png.length)
  picture.release?.()
  await assert.rejects(fetch(picture.address))
})

test('of a text the beginning is read, and no character is cut', async () => {
  const long = utf8('ä'.repeat(previewedText))
  const sent = transferOf('long.log', long.subarray(1).slice())
  // The first byte is the rest of a character: such a file is no text.
  assert.deepEqual(await sent.show(), { type: 'application/octet-stream', address: '' })
  assert.ok(sent.bytesRead() <= 5000, `${sent.bytesRead()} bytes`)
  const words = transferOf('long.log', utf8(`a${'ä'.repeat(previewedText)}`))
  assert.deepEqual(await words.show(), { type: 'text/plain', text: `a${'ä'.repeat(previewedText / 2 - 1)}` })
  assert.equal(words.bytesRead(), previewedText)
})

test('a preview is promised by type or name, and not of what is too large for memory', () => {
  const { file } = transferOf('clip.webm', new Uint8Array(0))
  assert.equal(promisedType(file), 'video/webm')
  assert.equal(promisedType({ ...file, path: 'IMG_1', type: 'image/jpeg' }), 'image/jpeg')
  assert.equal(promisedType({ ...file, path: 'page.html', type: 'text/html' }), 'application/octet-stream')
  assert.equal(promisedType({ ...file, size: 64 * 1024 * 1024 + 1 }), 'application/octet-stream')
  assert.equal(promisedType({ ...file, path: 'all.log', size: 5_000_000_000 }), 'text/plain')
})

test('reading ends with the signal', async () => {
  const stop = new AbortController()
  const sent = transferOf('photo.png', png)
  stop.abort(new Error('closed'))
  await assert.rejects(sent.show(stop.signal), /closed/)
  assert.equal(sent.bytesRead(), 0)
})

test('a small picture that is none has no address', () => {
  assert.match(pictureAddress(png) ?? '', /^data:image\/png;base64,iVBORw0KGgo/)
  assert.equal(pictureAddress(utf8('<svg xmlns="http://www.w3.org/2000/svg"/>')), undefined)
  assert.equal(pictureAddress(new Uint8Array(0)), undefined)
})
