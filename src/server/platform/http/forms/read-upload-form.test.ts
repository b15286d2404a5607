import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import { readUploadForm } from './read-upload-form.ts'

const contentType = 'multipart/form-data; boundary=XY'

test('memory that files came in is freed as it is read, and what is kept of it was copied', async () => {
  const title = randomBytes(3000).toString('hex')
  const content = randomBytes(20_000)
  const body = Buffer.concat([
    Buffer.from(`--XY\r\nContent-Disposition: form-data; name="title"\r\n\r\n${title}\r\n`),
    Buffer.from('--XY\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n'),
    content,
    Buffer.from('\r\n--XY--\r\n'),
  ])
  const chunks: Uint8Array[] = []
  for (let from = 0; from < body.length; from += 2000)
    chunks.push(Uint8Array.from(body.subarray(from, from + 2000)))
  const fields: Record<string, string> = {}
  const arrived: Buffer[] = []
  await readUploadForm(Readable.from(chunks), contentType, {
    field(name, value) {
      fields[name] = value
      return undefined
    },
    file: () => ({
      async write(chunk) {
        await new Promise(setImmediate)
        arrived.push(Buffer.from(chunk))
      },
      end: () => undefined,
    }),
  })
  assert.deepEqual(fields, { title })
  assert.ok(Buffer.concat(arrived).equals(content))
  // The last is short: freeing it would cost more than it gains.
  const whole = chunks.filter(({ buffer }) => buffer.byteLength > 0)
  assert.ok(whole.length <= 1, `${whole.length} chunks`)
})
