import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newBoundary } from '#client/multipart-body.ts'
import type { Selection } from '../../selection/selection.ts'
import { startOptions } from '../transfer-options.ts'
import { partsOf } from '../transfer-parts.ts'
import { restOfBody, transferBody } from './transfer-body.ts'

const options = { ...startOptions({ defaultExpiry: '3h' }), password: 'Größe', description: 'Hi\nJonas' }

function select(...paths: string[]): Selection {
  return paths.map((path) => {
    const name = path.split('/').at(-1) ?? ''
    const file = new File([`the bytes of ${path}`], name, {
      type: 'text/plain',
      lastModified: Date.UTC(2024, 6, 1),
    })
    return { key: path, name, isFolder: false, size: file.size, files: [{ path, file }] }
  })
}

test('a plain file travels as it is, its fields as metadata', async () => {
  const { body, metadata, form } = await transferBody(await partsOf(select('a.txt'), options, true), 'x')
  assert.equal(await body.text(), 'the bytes of a.txt')
  assert.equal(form, null)
  assert.deepEqual(metadata, {
    expiresIn: '3h',
    encryptionMethod: 'aes-256-gcm',
    password: 'Größe',
    description: 'Hi\nJonas',
    filename: 'a.txt',
    filetype: 'text/plain',
    modifiedAt: '2024-07-01T00:00:00.000Z',
  })
})

test('fields that are too long for a header go into the body', async () => {
  const recipients = Array.from({ length: 20 }, (_, index) => `someone-${index}@example.org`)
  const chosen = { ...options, byEmail: true, recipients, emailMessage: 'm'.repeat(300) }
  const { body, metadata } = await transferBody(await partsOf(select('a.txt'), chosen, true), newBoundary())
  assert.deepEqual(Object.keys(metadata), ['filetype'])
  const form = await new Response(body, { headers: { 'content-type': metadata.filetype ?? '' } }).formData()
  assert.equal(JSON.parse(String(form.get('emails'))).length, 20)
})

test('several files are one form; its rest can be written again without the fields', async () => {
  const selection = select('trip/a.txt', 'trip/b.txt', 'c.txt')
  const { body, form, metadata } = await transferBody(await partsOf(selection, options, true), newBoundary())
  assert.match(metadata.filetype ?? '', /^multipart\/form-data; boundary=/)
  assert.ok(form)
  const forgetful = await restOfBody(
    await partsOf(selection, startOptions({ defaultExpiry: '12h' }), true),
    form,
  )
  assert.equal(forgetful.size, body.size)
  const rest = (blob: Blob) => blob.slice(form.headLength).text()
  assert.equal(await rest(forgetful), await rest(body))
  assert.ok(!(await forgetful.text()).includes('Größe'))
  assert.match(
    await rest(body),
    /^--restante-[0-9a-f]{32}\r\nContent-Disposition: form-data; name="folderPath_a.txt"/,
  )
})
