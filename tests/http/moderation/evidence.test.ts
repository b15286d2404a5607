import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { uploadReply } from '#contract/transfers/files.ts'
import { tendReports } from '#server/moderation/tend-reports.ts'
import type { BlobStore } from '#server/platform/blobs/blob-store.ts'
import { type Person, signIn, signUp, signUpAdmin } from '#tests/support/accounts/accounts.ts'
import {
  damageBlob,
  preambleLength,
  sealedChunkLength,
  storedFile,
} from '#tests/support/databases/damage-blob.ts'
import { forEachDatabase } from '#tests/support/databases/databases.ts'
import { forNewAccounts, makeRequest } from '#tests/support/requests/visitors.ts'
import { foreignZip } from '#tests/support/samples/foreign-zip.ts'
import { keepInStore, startServer, type TestServer } from '#tests/support/server/server.ts'
import { type SentTransfer, sendTransfer } from '#tests/support/transfers/managed-transfers.ts'
import { byTerms, fromAnywhere, reportLink } from '#tests/support/transfers/reports.ts'
import { codeOf, sendForm, until } from '#tests/support/transfers/transfers.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
const environment = { ...fromAnywhere, ...keepInStore }

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

async function caseOf({ client }: Person, number: string) {
  return (await client.call('adminReport', { params: { n: number } })).case
}

/** The job of every minute, with what it does in the background. */
async function tend({ services }: Pick<TestServer, 'services'>): Promise<void> {
  const runs: Promise<void>[] = []
  const background = {
    run(_name: string, work: (stopping: AbortSignal) => Promise<void>) {
      runs.push(work(new AbortController().signal))
    },
  }
  await tendReports({ ...services, background })
  await Promise.all(runs)
}

/** Calls `before` ahead of everything that is read from a store from now on. */
function watchReads(store: BlobStore, before: () => Promise<void> | void): void {
  const read = store.read.bind(store)
  store.read = async function* (id, start, end) {
    await before()
    yield* read(id, start, end)
  }
}

forEachDatabase('the evidence of a report', ({ place }) => {
  test('is hashed as it was sent, a ZIP as one file, and the block list refuses it then', async () => {
    await using server = await startServer({ ...(await place()), environment: fromAnywhere })
    const root = await signUpAdmin(server)
    const zip = foreignZip([
      { name: 'a.txt', bytes: Buffer.from('one') },
      { name: 'b.txt', bytes: Buffer.from('two') },
    ])
    const sendZip = () => sendForm(server.baseUrl, [{ name: 'file', bytes: zip, filename: 'a.zip' }])
    const sent = await sendTransfer(server, zip, { filename: 'a.zip' })
    const { number } = await reportLink(server, sent.reply.file.downloadUrl, '192.0.2.1')
    await root.client.call('disableReported', { params: { n: number } })
    await until(async () => (await caseOf(root, number)).hashes.length > 0)
    const { hashes } = await caseOf(root, number)
    assert.deepEqual(hashes, [{ filename: 'a.zip', sha256: sha256(zip) }])
    assert.equal((await sendZip()).status, 201)
    const lines = hashes.map((one) => `${one.sha256}  ${one.filename}`).join('\n')
    await root.client.call('blockContent', { body: { lines, reason: 'malware' } })
    assert.equal(await codeOf(await sendZip(), 422), 'CONTENT_BLOCKED')

    // What was sent together are its files.
    const files = ['a.bin', 'b.bin'].map((filename) => ({ filename, bytes: randomBytes(10) }))
    const form = files.map((file) => ({ name: 'files', ...file }))
    const together = uploadReply.parse(await (await sendForm(server.baseUrl, form)).json())
    const other = await reportLink(server, together.file.downloadUrl, '192.0.2.1')
    await root.client.call('disableReported', { params: { n: other.number } })
    await until(async () => (await caseOf(root, other.number)).hashes.length > 0)
    assert.deepEqual(
      (await caseOf(root, other.number)).hashes,
      files.map(({ filename, bytes }) => ({ filename, sha256: sha256(bytes) })),
    )
  })

  test('is found among what its sender sent with other files, by name; empty files are no evidence', async () => {
    await using server = await startServer({ ...(await place()), environment: fromAnywhere })
    const [root, ada] = [await signUpAdmin(server), await signUp(server)]
    async function sendTogether(files: Readonly<Record<string, string>>) {
      const body = new FormData()
      for (const [filename, text] of Object.entries(files))
        body.append('files', new Blob([text]), `${filename}.txt`)
      const headers = { authorization: `Bearer ${ada.token}` }
      const answer = await fetch(`${server.baseUrl}/api/files/upload`, { method: 'POST', headers, body })
      return uploadReply.parse(await answer.json()).file
    }
    const bad = await sendTogether({ bad: 'the bad bytes', empty: '' })
    const copy = await sendTogether({ harmless: 'x'.repeat(1000), renamed: 'the bad bytes' })
    await sendTogether({ other: 'other words', nothing: '' })
    await sendTogether({ alike: 'the bed bytes', more: 'more' })
    const { number } = await reportLink(server, bad.downloadUrl, '192.0.2.1')
    await root.client.call('disableReported', { params: { n: number } })
    await until(async () => (await caseOf(root, number)).hashes.length === 2)
    const { sameContent, sameNames, hashes } = await caseOf(root, number)
    assert.deepEqual([sameContent, sameNames], [1, [copy.filename]])

    const [empty] = hashes.filter(({ filename }) => filename === 'empty.txt')
    assert.equal(empty?.sha256, sha256(Buffer.alloc(0)))
    const lines = hashes.map((one) => `${one.sha256}  ${one.filename}`).join('\n')
    const body = { lines, reason: 'malware' } as const
    assert.partialDeepStrictEqual(await root.client.call('blockContent', { body }), { added: 1, known: 0 })
    const onlyEmpty = root.client.call('blockContent', { body: { ...body, lines: empty?.sha256 ?? '' } })
    await assert.rejects(onlyEmpty, { code: 'BAD_REQUEST' })
    const sendOne = (bytes: Uint8Array) =>
      sendForm(server.baseUrl, [{ name: 'file', bytes, filename: 'a.txt' }])
    assert.equal((await sendOne(Buffer.alloc(0))).status, 201)
    assert.equal(await codeOf(await sendOne(Buffer.from('the bad bytes')), 422), 'CONTENT_BLOCKED')
  })

  test('is read again in pauses that grow while it is damaged, which operators learn', async () => {
    await using server = await startServer({ ...(await place()), environment })
    const root = await signUpAdmin(server)
    const bytes = randomBytes(1_000_000)
    const sent = await sendTransfer(server, bytes)
    const { blob_id } = await server.services.database
      .selectFrom('segments')
      .select('blob_id')
      .executeTakeFirstOrThrow()
    const turnBit = () =>
      damageBlob(storedFile(server.folder, blob_id), preambleLength + 50 * sealedChunkLength)
    const { number } = await reportLink(server, sent.reply.file.downloadUrl, '192.0.2.1')
    await turnBit()
    let reads = 0
    watchReads(server.services.blobs.default, () => {
      reads += 1
    })
    await root.client.call('disableReported', { params: { n: number } })
    const damagedBlobs = async () => (await root.client.call('adminSystem')).system.storage.damagedBlobs
    await until(async () => (await damagedBlobs()) === 1)
    const once = reads
    assert.ok(once > 0)
    for (let minute = 0; minute < 3; minute += 1) await tend(server)
    assert.equal(reads, once)
    server.clock.advance(11 * MINUTE)
    for (let minute = 0; minute < 3; minute += 1) await tend(server)
    assert.equal(reads, 2 * once)
    server.clock.advance(10.5 * MINUTE)
    await tend(server)
    assert.equal(reads, 2 * once)
    await turnBit()
    server.clock.advance(DAY)
    await tend(server)
    const { hashes } = await caseOf(await signIn(server, 'root'), number)
    assert.deepEqual(hashes, [{ filename: 'plan.txt', sha256: sha256(bytes) }])
  })

  test('stays as it was when a decision was based on it, whoever reads it later', async () => {
    const at = await place()
    await using one = await startServer({ ...at, environment })
    await using other = await startServer({ ...at, environment })
    const [, ada] = [await signUpAdmin(one), await signUp(one)]
    const headers = { authorization: `Bearer ${ada.token}` }
    const sent: SentTransfer[] = []
    for (const filename of ['a.bin', 'b.bin'])
      sent.push(await sendTransfer(one, Buffer.from('the bad bytes'), { filename, headers }))
    const [bad] = sent
    assert.ok(bad)
    const statesOf = () =>
      Promise.all(
        sent.map(async ({ linkId }) => (await fetch(`${one.baseUrl}/api/files/info/${linkId}`)).status),
      )
    const link = bad.reply.file.downloadUrl
    const { number, headers: own } = await reportLink(one, link, '192.0.2.1', { reason: 'terrorism' })
    await reportLink(one, link, '198.51.100.1', { reason: 'terrorism' })
    assert.deepEqual(await statesOf(), [451, 200])

    const [reading, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    watchReads(other.services.blobs.default, () => {
      reading.resolve()
      return released.promise
    })
    const hashing = tend(other)
    await reading.promise
    one.clock.advance(11 * MINUTE)
    await tend(one)
    const root = await signIn(one, 'root')
    assert.equal((await caseOf(root, number)).sameContent, 1)
    const body = { action: 'disable', ground: byTerms, facts: 'Found.', automated: false } as const
    const params = { n: number }
    await root.client.call('decideReport', { params, body: { ...body, sameContent: true } })
    assert.deepEqual(await statesOf(), [451, 451])
    released.resolve()
    await hashing

    await one.client.call('appealReport', {
      params: { number },
      headers: own,
      body: { text: 'It is harmless.' },
    })
    await root.client.call('decideReport', { params, body: { ...body, action: 'none' } })
    assert.deepEqual(await statesOf(), [200, 200])
  })

  test('that is a file request stays until nobody can object any more', async () => {
    await using server = await startServer({
      ...(await place()),
      environment: { ...fromAnywhere, ...forNewAccounts },
    })
    await signUpAdmin(server, 'root')
    const ada = await signUp(server)
    const { url } = await makeRequest(server, ada, { title: 'Bank papers' })
    await makeRequest(server, ada, { title: 'Photos' })
    const { number } = await reportLink(server, url, '192.0.2.1')
    const passDays = async (days: number) => {
      server.clock.advance(days * DAY)
      await server.sweep()
      const { client } = await signIn(server, ada.user.username)
      const { requests } = await client.call('requests', { query: {} })
      const root = await signIn(server, 'root')
      return { kept: requests.map(({ title }) => title), root, found: (await caseOf(root, number)).request }
    }
    const { kept, root, found } = await passDays(60)
    assert.deepEqual([kept, found?.title], [['Bank papers'], 'Bank papers'])
    const facts = { ground: byTerms, facts: 'We have read it.', automated: false } as const
    await root.client.call('decideReport', { params: { n: number }, body: { action: 'disable', ...facts } })
    assert.deepEqual((await passDays(180)).kept, ['Bank papers'])
    const after = await passDays(5)
    assert.deepEqual([after.kept, after.found], [[], null])
  })
})
