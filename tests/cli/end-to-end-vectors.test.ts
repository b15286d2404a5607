import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import * as z from 'zod'
import { nodePrimitives as primitives } from '#end-to-end/drivers/node.ts'
import { nodeXWing } from '#end-to-end/drivers/x-wing-node.ts'
import { toBase64url } from '#end-to-end/format/base64url.ts'
import { collect } from '#end-to-end/format/bundle-reader.ts'
import { toWords } from '#end-to-end/format/key-words.ts'
import { readLinkKey, writeLinkKey } from '#end-to-end/format/link-key.ts'
import { parseManifest } from '#end-to-end/format/manifest.ts'
import { openBundle } from '#end-to-end/format/open-bundle.ts'
import { openSeed, writeSeed } from '#end-to-end/format/private-half.ts'
import { requestSecret } from '#end-to-end/format/request-slot.ts'
import { paddedLength } from '#end-to-end/format/sizes.ts'
import { headOfSlot, openSlot, slotSecret } from '#end-to-end/format/slot.ts'
import { type Bytes, utf8 } from '#end-to-end/primitives.ts'
import { sealPlain, serveBytes } from '#tests/support/transfers/sealed/bundles.ts'
import {
  type Accepted,
  acceptedVectors,
  bundleOf,
  fromHex,
  frontOf,
  refusedVectors,
  textOf,
  toHex,
} from '#tests/support/transfers/sealed/vectors/recipes.ts'

const vectors = async (name: string): Promise<unknown> =>
  JSON.parse(await readFile(`tests/fixtures/vectors/end_to_end_${name}.json`, 'utf8'))
const accepted = acceptedVectors.parse(await vectors('accepted'))
const refused = refusedVectors.parse(await vectors('refused'))
const contentKey = fromHex(accepted.contentKey)
const bundleId = fromHex(accepted.bundleId)
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
const roomOf = (manifest: string, content: number) => {
  const { length } = frontOf(manifest)
  return paddedLength(length + content) - length
}

/** The content key; fails as `NotOpened` where the tag does not fit. */
async function readSlot({ slot, seed, password }: Accepted['slots'][0]): Promise<Bytes> {
  const bytes = fromHex(slot)
  const head = headOfSlot(bytes)
  const secret = seed
    ? await requestSecret(primitives, nodeXWing, fromHex(seed), head)
    : await slotSecret(primitives, fromHex(accepted.linkKey), head, password)
  return opened(await openSlot(primitives, { slot: bytes, head, secret }))
}

async function readHalf({ sealed, seed, password }: Accepted['halves'][0]): Promise<Bytes> {
  const publicKey = await nodeXWing.publicKeyOf(fromHex(seed))
  return opened(await openSeed(primitives, { sealed: fromHex(sealed), publicKey, password }))
}

function opened(bytes: Bytes | undefined): Bytes {
  if (bytes) return bytes
  throw Object.assign(new Error('a tag does not fit'), { name: 'NotOpened' })
}

async function readBundle(bytes: Bytes): Promise<Record<string, string>> {
  const fetchSealed = serveBytes(bytes)
  const found = await openBundle(primitives, { contentKey, bundleId, size: bytes.length, fetchSealed })
  const files: Record<string, string> = {}
  for (const file of found.manifest.files) files[file.path] = sha256(await collect(found.readFile(file)))
  await collect(found.read(0, roomOf(JSON.stringify(found.manifest), 0)))
  return files
}

test('what a reader opens by the published vectors is opened', async () => {
  for (const slot of accepted.slots) assert.deepEqual(await readSlot(slot), contentKey, slot.what)
  for (const half of accepted.halves) assert.equal(toHex(await readHalf(half)), half.seed, half.what)
  for (const { what, text, content } of accepted.manifests) {
    const manifest = textOf(text)
    assert.ok(parseManifest(utf8(manifest), roomOf(manifest, content)), what)
  }
  for (const { what, sha256: expected, files, ...recipe } of accepted.bundles) {
    const bytes = await bundleOf({ what, ...recipe })
    assert.equal(sha256(bytes), expected, what)
    assert.deepEqual(await readBundle(bytes), files, what)
  }
})

test('what a reader must refuse by the published vectors is refused, with the error that they name', async () => {
  for (const { what, written, error } of refused.keys)
    await assert.rejects(readLinkKey(primitives, written), { name: error }, what)
  for (const { error, ...slot } of refused.slots)
    await assert.rejects(readSlot(slot), { name: error }, slot.what)
  for (const { error, ...half } of refused.halves)
    await assert.rejects(readHalf(half), { name: error }, half.what)
  for (const { what, text, content, error } of refused.manifests) {
    const manifest = textOf(text)
    assert.throws(() => parseManifest(utf8(manifest), roomOf(manifest, content)), { name: error }, what)
  }
  for (const { error, sha256: expected, ...recipe } of refused.bundles) {
    const bytes = await bundleOf(recipe)
    assert.equal(sha256(bytes), expected, recipe.what)
    await assert.rejects(readBundle(bytes), { name: error }, recipe.what)
  }
})

test('the page lists the words of keys', async () => {
  const page = await readFile('docs/end-to-end.md', 'utf8')
  const words = toWords(Uint8Array.from({ length: 256 }, (_, value) => value))
  assert.ok(page.replace(/\s+/g, ' ').includes(words.join(' ')))
})

const answers = z.array(z.strictObject({ message: z.string(), files: z.record(z.string(), z.string()) }))

/** Runs `main` of docs/open-end-to-end.py on each folder of standard input, in one process. Anything but a refusal ends it. */
const driver = `
import hashlib, importlib.util, io, json, os, pathlib, sys
from cryptography.hazmat.primitives.asymmetric import mlkem
from cryptography.hazmat.primitives.kdf import argon2
spec = importlib.util.spec_from_file_location("reader", sys.argv[1])
reader = importlib.util.module_from_spec(spec)
spec.loader.exec_module(reader)
answers, output, cases = [], sys.stdout, json.load(sys.stdin)
for folder, key, password in cases:
    os.makedirs(folder + "/out"); os.chdir(folder + "/out")
    sys.argv[1:] = ["../bundle", "../slot", key]
    sys.stdin, sys.stdout, message = io.StringIO(password), io.StringIO(), ""
    try: reader.main()
    except SystemExit as end: message = str(end)
    except Exception as error: message = "Failed in " + folder + ": " + repr(error)
    found = [path for path in pathlib.Path(".").rglob("*") if path.is_file()]
    answers.append({"message": message, "files": {str(p): hashlib.sha256(p.read_bytes()).hexdigest() for p in found}})
json.dump(answers, output)
`

test('the reader in Python opens and refuses the same', async (t) => {
  const probe =
    'from cryptography.hazmat.primitives.asymmetric import mlkem; import cryptography.hazmat.primitives.kdf.argon2'
  if (spawnSync('python3', ['-c', probe]).status !== 0) return t.skip('this Python has no ML-KEM or Argon2id')
  const folder = await mkdtemp(join(tmpdir(), 'restante-'))
  t.after(() => rm(folder, { recursive: true }))
  const cases: { what: string; files: Record<string, string> | undefined; run: [string, string, string] }[] =
    []
  const link = await writeLinkKey(primitives, fromHex(accepted.linkKey))
  const [small] = accepted.bundles
  const [linkSlot] = accepted.slots
  assert.ok(small && linkSlot)
  const smallBytes = await bundleOf(small)
  type Given = {
    bytes?: Bytes
    slot?: string
    seed?: string | undefined
    password?: string | undefined
    key?: string
  }
  async function add(what: string, files: Record<string, string> | undefined, given: Given) {
    const { bytes = smallBytes, slot = linkSlot?.slot ?? '', seed, password = '', key = link } = given
    const place = join(folder, `${cases.length}`)
    await mkdir(place)
    await writeFile(join(place, 'bundle'), bytes)
    await writeFile(join(place, 'slot'), toBase64url(fromHex(slot)))
    // A key of 47 characters is taken as it is, everything else is a file.
    await writeFile(join(place, 'key'), seed ? (await writeSeed(primitives, fromHex(seed))).join(' ') : key)
    cases.push({ what, files, run: [place, !seed && key.length === 47 ? key : '../key', password] })
  }
  const sealedManifest = async (text: string, content: number) => {
    const front = frontOf(text)
    const plain = new Uint8Array(paddedLength(front.length + content))
    plain.set(front)
    const id = () => bundleId.slice()
    const random = (length: number) => (length === 16 ? id() : primitives.random(length))
    return (await sealPlain(plain, { ...primitives, random }, contentKey)).bytes
  }
  for (const { what, ...slot } of accepted.slots) await add(what, small.files, slot)
  for (const { files, ...recipe } of accepted.bundles)
    await add(recipe.what, files, { bytes: await bundleOf(recipe) })
  for (const { what, text, content } of accepted.manifests) {
    const manifest = textOf(text)
    const { files } = parseManifest(utf8(manifest), roomOf(manifest, content))
    const expected = files.map(({ path, size }) => [path, sha256(new Uint8Array(size))])
    await add(what, Object.fromEntries(expected), { bytes: await sealedManifest(manifest, content) })
  }
  for (const { what, written } of refused.keys) await add(what, undefined, { key: written })
  for (const { what, error: _, ...slot } of refused.slots) await add(what, undefined, slot)
  for (const recipe of refused.bundles) await add(recipe.what, undefined, { bytes: await bundleOf(recipe) })
  for (const { what, text, content } of refused.manifests)
    await add(what, undefined, { bytes: await sealedManifest(textOf(text), content) })

  const { stdout, stderr } = spawnSync('python3', ['-c', driver, 'docs/open-end-to-end.py'], {
    encoding: 'utf8',
    input: JSON.stringify(cases.map(({ run }) => run)),
    maxBuffer: 2 ** 26,
  })
  assert.equal(stderr, '')
  const read = answers.parse(JSON.parse(stdout))
  assert.equal(read.length, cases.length)
  for (const [at, { what, files }] of cases.entries()) {
    const { message = '', files: found } = read[at] ?? {}
    if (files) assert.deepEqual([message, found], ['', files], what)
    else assert.deepEqual([message.slice(0, 12), found], ['Not opened: ', {}], `${what}: ${message}`)
  }
})
