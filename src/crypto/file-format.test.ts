import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { blobHeader, blobLength, contentContext } from './blob-header.ts'
import { deriveContentSecrets } from './content-secrets.ts'
import { preambleLength } from './content-sizes.ts'
import { createOpener } from './open-content.ts'
import { createSealerWithSalt } from './seal-content.ts'

const page = readFileSync(new URL('../../docs/file-format.md', import.meta.url), 'utf8')
const example = page.slice(page.indexOf('## Worked example'))

/** What the worked example gives for a name, lines joined. */
function given(name: string): string {
  const [, text = ''] = new RegExp(`^    ${name} {2,}(\\S+(?:\\n {6,}\\S+)*)`, 'm').exec(example) ?? []
  assert.notEqual(text, '', `the example lacks ${name}`)
  return text.replace(/\s+/g, '')
}
const bytes = (name: string) => Buffer.from(given(name), 'hex')

const header = blobHeader(bytes('blob id'))
const context = contentContext(header, given('file id'))

test('the worked example opens with the code', () => {
  const blob = bytes('blob')
  assert.deepEqual(blob.subarray(0, header.length), header)
  const message = blob.subarray(header.length)
  const opener = createOpener(bytes('file key'), context, message.subarray(0, preambleLength))
  assert.deepEqual(opener.openChunk(0, message.subarray(preambleLength), true), bytes('plaintext'))
})

test('the code writes the worked example', () => {
  const secrets = deriveContentSecrets(bytes('file key'), bytes('salt'), context)
  assert.deepEqual(secrets.key, bytes('key'))
  assert.deepEqual(secrets.baseNonce, bytes('base nonce'))
  assert.deepEqual(secrets.commitment, bytes('commitment'))
  const sealer = createSealerWithSalt(bytes('file key'), context, bytes('salt'))
  const message = [sealer.preamble, ...sealer.update(bytes('plaintext')), ...sealer.final()]
  assert.deepEqual(Buffer.concat([header, ...message]), bytes('blob'))
})

test('the table of sizes is the code’s', () => {
  const rows = [...page.matchAll(/^\| ([\d ]+) \| \d+ \| ([\d ]+) \|$/gm)]
  assert.equal(rows.length, 6)
  for (const [, file = '', blob = ''] of rows) {
    assert.equal(blobLength(Number(file.replaceAll(' ', ''))), Number(blob.replaceAll(' ', '')))
  }
})
