import assert from 'node:assert/strict'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { manageTokenHeader } from '#contract/headers.ts'
import { runForScript } from '#tests/support/server/run-command.ts'
import { startServer, type TestServer } from '#tests/support/server/server.ts'
import { bytesAt, listMembers, memberUrl } from '#tests/support/transfers/members.ts'
import {
  createUpload,
  metadata,
  patchUpload,
  resultOf,
  tus,
} from '#tests/support/transfers/resumable-uploads.ts'
import { codeOf, sendForm } from '#tests/support/transfers/transfers.ts'

/** The sender's name for a file, and the name it gets in every way in. */
const names: readonly (readonly [sent: string, kept: string])[] = [
  ['a:b.txt', 'a_b.txt'],
  ['Call 10:30.txt', 'Call 10_30.txt'],
  ['st*r?<>|.txt', 'st_r____.txt'],
  ['say "hi".txt', 'say ”hi”.txt'],
  ['\u202aWhatsApp 12.00.txt', 'WhatsApp 12.00.txt'],
  ['\u200fצילום מסך.txt', 'צילום מסך.txt'],
  ['a\r\n\u0085b.txt', 'ab.txt'],
  ['..\\..\\x.txt', '.._.._x.txt'],
  ['aux.txt', 'aux_.txt'],
  ['COM¹', 'COM¹_'],
  ['end. .', 'end'],
  [`${'ü'.repeat(200)}.txt`, `${'ü'.repeat(125)}.txt`],
  [`${'x'.repeat(400)}.txt`, `${'x'.repeat(251)}.txt`],
]

let server: TestServer
let folder: string
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'restante-names-'))
  server = await startServer({ environment: { RATE_LIMITS: 'off' } })
})
after(async () => {
  await server[Symbol.asyncDispose]()
  await rm(folder, { recursive: true })
})

const text = Buffer.from('words')

type Answer = { file: { id: string; filename: string }; transfer: { ref: string }; manageUrl: string }

async function sent(response: Response): Promise<Answer> {
  const body = await response.text()
  assert.equal(response.status, 201, body)
  return JSON.parse(body)
}

async function nameOf(id: string): Promise<string> {
  return (await server.client.call('fileInfo', { params: { id } })).file.filename
}

async function tusName(values: Record<string, string>, headers = {}): Promise<Response> {
  return fetch(`${server.baseUrl}/api/files/resumable`, {
    method: 'POST',
    headers: {
      ...tus,
      ...headers,
      'content-type': 'application/offset+octet-stream',
      'upload-length': String(text.length),
      'upload-metadata': metadata(values),
    },
    body: new Uint8Array(text),
  })
}

for (const [name, kept] of names) {
  test(`a file called ${JSON.stringify(name.slice(0, 20))} is taken in every way, under one name`, async () => {
    const file = { name: 'file', bytes: text, filename: name }
    const alone = await sent(await sendForm(server.baseUrl, [file]))
    assert.equal(alone.file.filename, kept)
    assert.equal(await nameOf(alone.file.id), kept)
    const head = await fetch(`${server.baseUrl}/api/download/${alone.file.id}/file`)
    await head.body?.cancel()
    const disposition = head.headers.get('content-disposition') ?? ''
    const [, encoded] = /filename\*=UTF-8''(\S+)/.exec(disposition) ?? []
    const [, plain] = /filename="([^"]*)"/.exec(disposition) ?? /filename=(\S+)/.exec(disposition) ?? []
    assert.equal(encoded === undefined ? plain : decodeURIComponent(encoded), kept)

    const url = await createUpload(server, text.length, { filename: name })
    assert.equal((await patchUpload(url, 0, text)).status, 204)
    assert.equal((await resultOf(server, url)).file.filename, kept)

    const put = await fetch(`${server.baseUrl}/api/put/${encodeURIComponent(name)}`, {
      method: 'PUT',
      body: new Uint8Array(text),
    })
    const link = await put.text()
    assert.equal(put.status, 201, link)
    assert.equal(await nameOf(link.trim().slice(-22)), kept)

    const { ref } = alone.transfer
    const manage = { [manageTokenHeader]: new URL(alone.manageUrl).hash.slice(1) }
    const form = new FormData()
    form.append('file', new Blob([new Uint8Array(text)]), name)
    const added = await fetch(`${server.baseUrl}/api/transfers/${ref}/files`, {
      method: 'POST',
      headers: manage,
      body: form,
    })
    assert.equal((await sent(added)).file.filename, kept)
    assert.equal((await tusName({ filename: name, transfer: ref }, manage)).status, 201)
  })
}

test('files and folders of such names lie beside others, and none replaces another', async () => {
  const part = (name: string, bytes: string) => ({ name: 'files', bytes: Buffer.from(bytes), filename: name })
  const inFolder = (path: string, name: string, bytes: string) => [
    { name: `folderPath_${name}`, value: path },
    part(name, bytes),
  ]
  const { file } = await sent(
    await sendForm(server.baseUrl, [
      ...inFolder('/Verein e. V./', 'y.txt', '0'),
      ...inFolder('C:/./x', 'y.txt', '1'),
      ...inFolder('C_//x', 'Y.txt', '2'),
      ...inFolder('a\\b', 'y?.txt', '3'),
      part('a:b.txt', '4'),
      part('a_b.txt', '5'),
      part('a?b.txt', '6'),
      part('c.txt', '7'),
      ...names.map(([name], index) => part(name, `n${index}`)),
    ]),
  )
  const { members } = await listMembers(server, file.id)
  assert.deepEqual(
    members.map(({ path }) => path),
    [
      ...['Verein e. V/y.txt', 'C_/x/y.txt', 'C_/x/Y (2).txt', 'a_b/y_.txt'],
      ...['a_b.txt', 'a_b (2).txt', 'a_b (3).txt', 'c.txt', 'a_b (4).txt'],
      ...names.slice(1).map(([, kept]) => kept),
    ],
  )
  for (const { n, path } of members.slice(0, 8))
    assert.equal((await bytesAt(memberUrl(server, file.id, n))).toString(), String(n), path)
})

test('the command line sends such names and folders as they would come in every other way', async () => {
  const trip = join(folder, 'Call 10:30')
  await mkdir(join(trip, 'e. V.'), { recursive: true })
  const odd = names.map(([name]) => name).filter((name) => Buffer.byteLength(name) <= 255)
  for (const name of odd) await writeFile(join(trip, 'e. V.', name), name)
  const args = ['upload', '--url', server.baseUrl, trip, join(trip, 'e. V.', 'a:b.txt')]
  const { code, answer } = await runForScript(args)
  assert.equal(code, 0, JSON.stringify(answer))
  const { members } = await listMembers(server, Object(answer.file).id)
  const kept = names.filter(([name]) => odd.includes(name)).map(([, name]) => `Call 10_30/e. V/${name}`)
  assert.deepEqual(new Set(members.map(({ path }) => path)), new Set([...kept, 'a_b.txt']))
})

test('what cannot be mended is refused in every way, with a sentence that names the file', async () => {
  for (const name of ['..', '.'] as const) {
    const form = await sendForm(server.baseUrl, [
      { name: 'files', bytes: text, filename: 'fine.txt' },
      { name: 'files', bytes: text, filename: name },
    ])
    for (const one of [form, await tusName({ filename: name })]) {
      assert.equal(
        JSON.parse(await one.clone().text()).message,
        `Invalid file. A file can't be called "${name}".`,
      )
      assert.equal(await codeOf(one, 400), 'VALIDATION_ERROR')
    }
  }
})

test('a refusal of one among many for its size names it', async () => {
  await using small = await startServer({ environment: { FREE_FILE_SIZE: '1MB' } })
  const response = await sendForm(small.baseUrl, [
    { name: 'files', bytes: text, filename: 'fine.txt' },
    { name: 'files', bytes: Buffer.alloc(2_000_000), filename: 'large:.bin' },
  ])
  assert.equal(JSON.parse(await response.clone().text()).details, 'large_.bin')
  assert.equal(await codeOf(response, 413), 'FILE_TOO_LARGE')
})
