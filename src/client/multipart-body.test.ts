import assert from 'node:assert/strict'
import { test } from 'node:test'
import { multipartBody, newBoundary } from './multipart-body.ts'

async function read(body: ReturnType<typeof multipartBody>) {
  const blob = new Blob([...body.head, ...body.tail])
  return new Response(blob, { headers: { 'content-type': body.contentType } }).formData()
}

test('a form comes back as it went in', async () => {
  const photo = new File([Uint8Array.of(0, 13, 10, 255)], 'photo.png', { type: 'image/png' })
  const empty = new File([], 'leer')
  const form = await read(
    multipartBody(
      [{ name: 'description', value: 'Zwei\nZeilen' }],
      [
        { name: 'folderPath_a "b".png', value: 'Reise/Tag 2' },
        { name: 'files', file: photo, filename: 'Übergabe.png' },
        { name: 'files', file: empty, filename: 'leer' },
      ],
      newBoundary(),
    ),
  )
  assert.equal(form.get('description'), 'Zwei\r\nZeilen')
  assert.equal(form.get('folderPath_a "b".png'), 'Reise/Tag 2')
  const files = form.getAll('files')
  assert.ok(files.every((file) => file instanceof File))
  assert.deepEqual(
    files.map(({ name, type }) => [name, type]),
    [
      ['Übergabe.png', 'image/png'],
      ['leer', 'application/octet-stream'],
    ],
  )
  assert.deepEqual(await Promise.all(files.map((file) => file.bytes())), [
    Uint8Array.of(0, 13, 10, 255),
    new Uint8Array(),
  ])
})

test('the same parts and boundary give the same bytes; no two boundaries are the same', async () => {
  const parts = [{ name: 'a', value: 'b' }]
  const boundary = newBoundary()
  const text = (body: ReturnType<typeof multipartBody>) => new Blob([...body.head, ...body.tail]).text()
  assert.equal(
    await text(multipartBody(parts, parts, boundary)),
    await text(multipartBody(parts, parts, boundary)),
  )
  assert.notEqual(boundary, newBoundary())
})
