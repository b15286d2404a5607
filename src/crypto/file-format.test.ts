import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer, text } from 'node:stream/consumers'
import { test } from 'node:test'
import { blobHeader, blobLength, contentContext } from './content/blob-header.ts'
import { deriveContentSecrets } from './content/content-secrets.ts'
import { preambleLength } from './content/content-sizes.ts'
import { createOpener } from './content/open-content.ts'
import { createSealer, createSealerWithSalt } from './content/seal-content.ts'
import { createKeyRing, parseMasterKeys } from './keys/key-ring.ts'
import {
  deriveFileKey,
  newLifeKey,
  newTransferKey,
  openLifeKey,
  openServerSlot,
  sealLifeKey,
  sealServerSlot,
} from './keys/transfer-key.ts'

const page = readFileSync(new URL('../../docs/file-format.md', import.meta.url), 'utf8')
const example = page.slice(page.indexOf('## Worked example'))

/** The value that the worked example gives for a name, lines joined. */
function given(name: string): string {
  const [, found = ''] = new RegExp(`^    ${name} {2,}(\\S+(?:\\n {6,}\\S+)*)`, 'm').exec(example) ?? []
  assert.notEqual(found, '', `the example lacks ${name}`)
  return found.replace(/\s+/g, '')
}
const bytes = (name: string) => Buffer.from(given(name), 'hex')

const header = blobHeader(bytes('blob id'))
const context = contentContext(header, given('file id'), Number(given('segment')))

test('the keys of the worked example open one after the other', () => {
  const [day, kid, transferId] = [given('day'), given('kid'), given('transfer id')]
  const keyRing = createKeyRing(parseMasterKeys(`${kid}:${bytes('master key').toString('base64')}`))
  const dayKey = keyRing.openDayKey(day, kid, bytes('sealed day key'))
  assert.deepEqual(dayKey, bytes('day key'))
  const lifeKey = openLifeKey(bytes('sealed life key'), dayKey, { day, transferId })
  assert.deepEqual(lifeKey, bytes('life key'))
  const transferKey = openServerSlot(bytes('server slot'), lifeKey, transferId)
  assert.deepEqual(transferKey, bytes('transfer key'))
  assert.deepEqual(deriveFileKey(transferKey, given('file id')), bytes('file key'))
})

test('the worked example opens with the code', () => {
  const blob = bytes('blob')
  assert.deepEqual(blob.subarray(0, header.length), header)
  const message = blob.subarray(header.length)
  using chunks = createOpener(bytes('file key'), context, message.subarray(0, preambleLength)).begin()
  const plain = Buffer.alloc(bytes('plaintext').length)
  assert.equal(chunks.open(0, true, message, preambleLength, message.length, plain, 0), plain.length)
  assert.deepEqual(plain, bytes('plaintext'))
})

test('the code writes the worked example', () => {
  const secrets = deriveContentSecrets(bytes('file key'), bytes('salt'), context)
  assert.deepEqual(secrets.key, bytes('key'))
  assert.deepEqual(secrets.baseNonce, bytes('base nonce'))
  assert.deepEqual(secrets.commitment, bytes('commitment'))
  const sealer = createSealerWithSalt(bytes('file key'), context, bytes('salt'))
  const message = [sealer.preamble, sealer.update(bytes('plaintext')), sealer.final()]
  assert.deepEqual(Buffer.concat([header, ...message]), bytes('blob'))
})

test('the table of sizes is the code’s', () => {
  const rows = [...page.matchAll(/^\| ([\d ]+) \| \d+ \| ([\d ]+) \|$/gm)]
  assert.equal(rows.length, 6)
  for (const [, file = '', blob = ''] of rows) {
    assert.equal(blobLength(Number(file.replaceAll(' ', ''))), Number(blob.replaceAll(' ', '')))
  }
})

/** Runs docs/read-blob.py on blobs, in files of their own. */
async function readInPython(blobs: readonly Uint8Array[], keys: Readonly<Record<string, string>>) {
  const folder = await mkdtemp(join(tmpdir(), 'restante-'))
  try {
    const paths = blobs.map((_, index) => join(folder, `${index}`))
    for (const [index, path] of paths.entries()) await writeFile(path, blobs[index] ?? '')
    const script = new URL('../../docs/read-blob.py', import.meta.url).pathname
    const child = spawn('python3', [script], { stdio: 'pipe' })
    const exited = new Promise<number | null>((resolve, reject) =>
      child.once('error', reject).once('close', resolve),
    )
    child.stdin.end(JSON.stringify({ ...keys, blobs: paths }))
    const [content, complaint, code] = await Promise.all([buffer(child.stdout), text(child.stderr), exited])
    return { code, content, complaint }
  } finally {
    await rm(folder, { recursive: true })
  }
}

const exampleIds = { fileId: given('file id'), transferId: given('transfer id') }

test('the reader in Python opens the worked example, from the master key down', async () => {
  const keys = {
    ...exampleIds,
    masterKey: given('master key'),
    kid: given('kid'),
    day: given('day'),
    sealedDayKey: given('sealed day key'),
    sealedLifeKey: given('sealed life key'),
    serverSlot: given('server slot'),
  }
  const read = await readInPython([bytes('blob')], keys)
  assert.deepEqual([read.code, read.complaint], [0, ''])
  assert.deepEqual(read.content, bytes('plaintext'))
})

test('the reader in Python opens what the code seals, in several segments', async () => {
  const [transferKey, lifeKey, dayKey] = [newTransferKey(), newLifeKey(), randomBytes(32)]
  const place = { day: '2026-11-21', transferId: 'a-transfer' }
  const fileKey = deriveFileKey(transferKey, 'a-file')
  const parts = [randomBytes(16_384), randomBytes(20_000), randomBytes(5)]
  const blobs = parts.map((part, position) => {
    const blobHead = blobHeader(randomBytes(16))
    const sealer = createSealer(fileKey, contentContext(blobHead, 'a-file', position))
    return Buffer.concat([blobHead, sealer.preamble, sealer.update(part), sealer.final()])
  })
  const read = await readInPython(blobs, {
    fileId: 'a-file',
    ...place,
    dayKey: dayKey.toString('hex'),
    sealedLifeKey: sealLifeKey(lifeKey, dayKey, place).toString('hex'),
    serverSlot: sealServerSlot(transferKey, lifeKey, place.transferId).toString('hex'),
  })
  assert.deepEqual([read.code, read.complaint], [0, ''])
  assert.deepEqual(read.content, Buffer.concat(parts))

  const keys = { fileId: 'a-file', transferKey: transferKey.toString('hex') }
  const refused = [blobs.toReversed(), blobs.slice(1), [blobs[0], blobs[0]], [blobs[0]?.subarray(0, -1)]]
  for (const wrong of refused) {
    const { code, content } = await readInPython(
      wrong.flatMap((blob) => (blob ? [blob] : [])),
      keys,
    )
    assert.deepEqual([code, content.length], [1, 0])
  }
})

test('the reader in Python refuses an altered byte anywhere, and another file', async () => {
  const keys = { ...exampleIds, transferKey: given('transfer key') }
  for (const at of [0, 8, 16, 32, 56, 88, bytes('blob').length - 1]) {
    const altered = bytes('blob')
    altered[at] = (altered[at] ?? 0) ^ 1
    const { code, content } = await readInPython([altered], keys)
    assert.deepEqual([code, content.length], [1, 0], `byte ${at}`)
  }
  const { code } = await readInPython([bytes('blob')], { ...keys, fileId: 'another' })
  assert.equal(code, 1)
})
