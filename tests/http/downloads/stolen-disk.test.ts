import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { requestTicketHeader } from '#contract/headers.ts'
import { deriveFileKey, openLifeKey, openMlKemSlot } from '#crypto/keys/transfer-key.ts'
import { decapsulateWith, openSeed } from '#crypto/keys/user-key.ts'
import { type Person, signUp } from '#tests/support/accounts/accounts.ts'
import { forEachDatabase } from '#tests/support/databases/databases.ts'
import {
  breakOpen,
  findTraces,
  type StolenData,
  type StolenFile,
  stealData,
} from '#tests/support/databases/stolen-data.ts'
import { forNewAccounts, inboxOf, makeRequest, received, visit } from '#tests/support/requests/visitors.ts'
import { keepInStore, startServer, type TestServer } from '#tests/support/server/server.ts'
import { createUpload, patchUpload } from '#tests/support/transfers/resumable-uploads.ts'

const words = { key: 'a password for keys only', newKey: 'another one for keys', file: 'told on the phone' }

async function upload(
  { baseUrl }: TestServer,
  { token }: Person,
  fields: Record<string, string>,
): Promise<string> {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  form.append('file', new Blob([randomBytes(2000)]), 'contract.txt')
  const headers = { authorization: `Bearer ${token}` }
  const response = await fetch(`${baseUrl}/api/files/upload`, { method: 'POST', headers, body: form })
  const text = await response.text()
  assert.equal(response.status, 201, text)
  return JSON.parse(text).file.id
}

/** Begins a resumable upload, sends what is told of it, and gives its id. */
async function begin(
  { baseUrl }: TestServer,
  { token }: Person,
  length: number,
  sent: number,
): Promise<string> {
  const metadata = { filename: 'resumed.bin', encryptionMethod: 'ml-kem768' }
  const pairs = Object.entries(metadata).map(([name, value]) => `${name} ${btoa(value)}`)
  const response = await fetch(`${baseUrl}/api/files/resumable`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'tus-resumable': '1.0.0',
      'upload-length': String(length),
      'upload-metadata': pairs.join(','),
      'content-type': 'application/offset+octet-stream',
    },
    body: randomBytes(sent),
  })
  assert.equal(response.status, 201, await response.text())
  return response.headers.get('location')?.split('/').at(-1) ?? ''
}

/** The only file behind a link. */
function fileOf({ rows }: StolenData, linkId: string): StolenFile {
  const link = rows.find((row) => row.table === 'links' && row.id === linkId)
  const file = rows.find((row) => row.table === 'files' && row.transfer_id === link?.transfer_id)
  assert.ok(link && file)
  return { fileId: String(file.id), transferId: String(link.transfer_id) }
}

/** What the owner's words open: to look for it where it must not be. */
async function secretsOf(stolen: StolenData, { fileId, transferId }: StolenFile, keyPassword: string) {
  const row = (table: string, id: string, column: string) => {
    const found = stolen.rows.find((one) => one.table === table && one[column] === id)
    assert.ok(found, `${table} ${id}`)
    return found
  }
  const bytes = (value: unknown) => {
    assert.ok(value instanceof Uint8Array)
    return value
  }
  const slot = stolen.rows.find(
    (one) => one.table === 'slots' && one.transfer_id === transferId && one.pair_id,
  )
  const pair = row('ml_kem_pairs', String(slot?.pair_id), 'id')
  const pairId = String(pair.id)
  const pairKey = stolen.keyRing.openPairKey(pairId, String(pair.kid), bytes(pair.sealed_pair_key))
  const publicKey = bytes(pair.public_key)
  const seed = await openSeed(bytes(pair.sealed_seed), pairKey, keyPassword, { pairId, publicKey })
  const transfer = row('transfers', transferId, 'id')
  const day = row('day_keys', String(transfer.key_day), 'day')
  const dayKey = stolen.keyRing.openDayKey(String(day.day), String(day.kid), bytes(day.sealed))
  const place = { day: String(day.day), transferId }
  const lifeKey = openLifeKey(bytes(transfer.sealed_life_key), dayKey, place)
  const sealed = bytes(slot?.sealed)
  const transferKey = openMlKemSlot(sealed, lifeKey, { algorithm: 'ml-kem768', seed }, transferId)
  const shared = decapsulateWith('ml-kem768', seed, sealed.subarray(2, 2 + 1088))
  return { seed, transferKey, fileKey: deriveFileKey(transferKey, fileId), shared }
}

forEachDatabase('someone with the disk, the database and the master keys', ({ place }) => {
  test('opens an ordinary file, and no quantum-encrypted one', async () => {
    const environment = { ...keepInStore, ...forNewAccounts }
    await using server = await startServer({ ...(await place()), environment })
    const ada = await signUp(server)
    const { client } = ada
    const algorithm = 'ml-kem768' as const
    await client.call('generateKey', { body: { algorithm, password: words.key } })
    const plain = await upload(server, ada, {})
    const owners = await upload(server, ada, { encryptionMethod: algorithm })
    const both = await upload(server, ada, { encryptionMethod: algorithm, password: words.file })
    const uploadId = await begin(server, ada, 500, 500)
    const resumed = (await client.call('resumableResult', { params: { id: uploadId } })).file.id
    const unfinished = await begin(server, ada, 500, 200)
    // Files that visitors sent to locked requests, by a form and in chunks, and to one that is not.
    const locked = await visit(server, (await makeRequest(server, ada, { lock: 'key' })).id)
    await received(server, locked, { files: { 'a.bin': randomBytes(2000), 'b.bin': randomBytes(2000) } })
    const chunks = await createUpload(server, 2000, {}, { [requestTicketHeader]: locked.ticket })
    assert.equal((await patchUpload(chunks, 0, randomBytes(2000))).status, 204)
    const unlocked = await visit(server, (await makeRequest(server, ada)).id)
    await received(server, unlocked, { files: { 'a.bin': randomBytes(2000) } })
    const linksOf = async ({ requestId }: { requestId: string }) =>
      (await inboxOf(ada, requestId)).uploads.map(({ linkId }) => linkId)
    const visitors = await linksOf(locked)
    const [visitorsPlain = ''] = await linksOf(unlocked)
    const archive = { params: { id: locked.requestId }, body: { keyPassword: words.key } }
    const { url: archiveUrl } = await client.call('requestArchive', archive)
    await (await fetch(server.baseUrl + archiveUrl)).arrayBuffer()

    // All that a life leaves behind: tickets used and unused, wrong words, another key password.
    const tickets: string[] = []
    for (const body of [{ keyPassword: words.key }, { keyPassword: words.key }, { password: words.file }]) {
      const params = { id: 'password' in body ? both : owners }
      const { url, ticket } = await client.call('downloadTicket', { params, body })
      tickets.push(ticket)
      if (tickets.length > 1) await (await fetch(server.baseUrl + url)).arrayBuffer()
    }
    await assert.rejects(
      client.call('downloadTicket', { params: { id: owners }, body: { keyPassword: 'not the one' } }),
      { code: 'INVALID_KEY_PASSWORD' },
    )
    const change = { currentPassword: words.key, newPassword: words.newKey }
    await client.call('changeKeyPassword', { params: { algorithm }, body: change })

    const stolen = await stealData(server)
    assert.ok(breakOpen(stolen, fileOf(stolen, plain)), 'the thief opens nothing at all')
    assert.ok(breakOpen(stolen, fileOf(stolen, visitorsPlain)))
    assert.equal(visitors.length, 2)
    const closed = [owners, both, resumed, ...visitors]
    for (const id of closed) assert.equal(breakOpen(stolen, fileOf(stolen, id)), undefined)
    const begun = stolen.rows.find((row) => row.table === 'uploads' && row.outcome === null)
    const unnamed = { fileId: String(begun?.file_id), transferId: String(begun?.transfer_id) }
    assert.equal(breakOpen(stolen, unnamed), undefined)

    for (const id of closed) {
      for (const [what, secret] of Object.entries(
        await secretsOf(stolen, fileOf(stolen, id), words.newKey),
      )) {
        assert.deepEqual(findTraces(stolen, secret), [], `the ${what} of ${id}`)
      }
    }
    for (const word of Object.values(words)) assert.deepEqual(findTraces(stolen, Buffer.from(word)), [], word)
    const archiveTicket = new URL(archiveUrl, server.baseUrl).searchParams.get('ticket') ?? ''
    for (const secret of [...tickets, uploadId, unfinished, archiveTicket, locked.token]) {
      assert.deepEqual(findTraces(stolen, Buffer.from(secret, 'base64url')), [])
    }
  })
})
