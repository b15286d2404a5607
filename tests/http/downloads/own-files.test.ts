import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Person, sendFileAs, signUp, uploadAs } from '#tests/support/accounts/accounts.ts'
import { forEachDatabase } from '#tests/support/databases/databases.ts'
import { insertTransfers, transferOf, transferRow } from '#tests/support/databases/transfer-rows.ts'
import { startServer, type TestServer } from '#tests/support/server/server.ts'
import { codeOf, downloadCount, ticketUrl, until, upload } from '#tests/support/transfers/transfers.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
const smallLimits = { FREE_FILE_SIZE: '1KB', FREE_TRANSFER_SIZE: '1KB' }

type Query = {
  page?: number
  pageSize?: number
  search?: string
  filter?: string
  sort?: 'date' | 'name' | 'downloads'
}

async function list({ client }: Person, query: Query = {}) {
  return client.call('ownFiles', { query })
}

async function namesOf(person: Person, query?: Query): Promise<string[]> {
  return (await list(person, query)).files.map(({ filename }) => filename)
}

/** Puts rows in the table, as many uploads would. */
async function addFiles({ services }: TestServer, ownerId: string, names: readonly string[]): Promise<void> {
  const now = services.clock.now()
  const rows = names.map((name, index) =>
    transferRow({
      owner_id: ownerId,
      name,
      size: 1000 + ((index * 7919) % 5000),
      downloads: index % 7,
      // Two of a moment each.
      created_at: now - (index >> 1) * 1000,
      expires_at: now + DAY + index * 1000,
    }),
  )
  await insertTransfers(services.database, rows)
}

forEachDatabase('the list of own files', ({ place }) => {
  test('shows what a person has sent, the newest first, and nothing of anybody else', async () => {
    await using server = await startServer(await place())
    const ada = await signUp(server)
    const bob = await signUp(server, 'bob')
    const first = await uploadAs(server, ada.token, 'first.txt', { fields: { password: 'secret' } })
    server.clock.advance(1000)
    const second = await uploadAs(server, ada.token, 'second.txt', { bytes: 20, fields: { expiresIn: '1h' } })
    await uploadAs(server, bob.token, 'not hers.txt')
    await upload(server.baseUrl, new Uint8Array(1))
    const { files, total, page, pageSize } = await list(ada)
    assert.deepEqual([total, page, pageSize], [2, 1, 20])
    const { uploadDate, ...rest } = files[0] ?? {}
    assert.deepEqual(rest, {
      id: second.id,
      ref: (await transferOf(server.services.database, second.id)).id,
      filename: 'second.txt',
      size: 20,
      expiresAt: second.expiresAt,
      downloadCount: 0,
      downloadLimit: null,
      isRevoked: false,
      files: 1,
      recipients: { total: 0, opened: 0, downloaded: 0 },
      isEncrypted: true,
      encryptionMethod: 'aes-256-gcm',
      passwordProtected: false,
      deleteAfterDownload: false,
      downloadUrl: second.downloadUrl,
      receipt: { method: 'aes-256-gcm', keyFingerprint: null, openedBy: ['link'] },
      damaged: false,
    })
    assert.equal(Date.parse(second.expiresAt) - Date.parse(uploadDate ?? ''), 60 * MINUTE)
    assert.deepEqual([files[1]?.id, files[1]?.passwordProtected], [first.id, true])
  })

  test('what has expired or was deleted is gone from it, and downloads are counted', async () => {
    await using server = await startServer(await place())
    const ada = await signUp(server)
    const kept = await uploadAs(server, ada.token, 'kept.txt')
    const deleted = await uploadAs(server, ada.token, 'deleted.txt')
    await uploadAs(server, ada.token, 'short.txt', { fields: { expiresIn: '30m' } })
    await ada.client.call('deleteFile', { params: { id: deleted.id } })
    await (await fetch(await ticketUrl(server.baseUrl, kept.id))).arrayBuffer()
    await until(async () => (await downloadCount(server.baseUrl, kept.id)) > 0)
    assert.deepEqual(await namesOf(ada), ['short.txt', 'kept.txt'])
    server.clock.advance(30 * MINUTE)
    const next = await server.client.call('refresh', { body: { refreshToken: ada.refreshToken } })
    const response = await fetch(`${server.baseUrl}/api/files/user/files`, {
      headers: { authorization: `Bearer ${next.token}` },
    })
    const { files } = JSON.parse(await response.text())
    assert.equal(files.length, 1)
    assert.equal(files[0].downloadCount, 1)
  })

  test('finds names with umlauts and Greek in any case, and signs as they are', async () => {
    await using server = await startServer(await place())
    const ada = await signUp(server)
    const names = [
      'Küchenpläne.pdf',
      'Interview_Αθήνα.wav',
      'Lindenstraße 14.pdf',
      '100%_done.txt',
      'back\\slash',
    ]
    await addFiles(server, ada.user.id, names)
    const searches: Record<string, string[]> = {
      KÜCHENPLÄNE: ['Küchenpläne.pdf'],
      kuchenplane: ['Küchenpläne.pdf'],
      αθήνα: ['Interview_Αθήνα.wav'],
      ΑΘΉΝΑ: ['Interview_Αθήνα.wav'],
      ΑΘΗΝΑ: ['Interview_Αθήνα.wav'],
      LINDENSTRASSE: ['Lindenstraße 14.pdf'],
      '%': ['100%_done.txt'],
      _d: ['100%_done.txt'],
      '\\': ['back\\slash'],
      '.PDF': ['Küchenpläne.pdf', 'Lindenstraße 14.pdf'],
      "' or 1=1 --": [],
    }
    for (const [search, found] of Object.entries(searches)) {
      assert.deepEqual(await namesOf(ada, { search, sort: 'name' }), found, search)
      assert.equal((await list(ada, { search })).total, found.length)
    }
  })

  test('sorts by name, date, size, downloads and expiry, both ways', async () => {
    await using server = await startServer(await place())
    const ada = await signUp(server)
    await addFiles(server, ada.user.id, ['b', 'Ä', 'c', 'a', 'É', 'Ωμέγα', 'Άλφα'])
    assert.deepEqual(await namesOf(ada, { sort: 'name' }), ['Ä', 'a', 'b', 'c', 'É', 'Άλφα', 'Ωμέγα'])
    for (const sort of ['date', 'name', 'size', 'downloads', 'expires'] as const) {
      const ascending = (await ada.client.call('ownFiles', { query: { sort, order: 'asc' } })).files
      const descending = (await ada.client.call('ownFiles', { query: { sort, order: 'desc' } })).files
      assert.equal(ascending.length, 7)
      const keys = {
        date: 'uploadDate',
        size: 'size',
        downloads: 'downloadCount',
        expires: 'expiresAt',
      } as const
      if (sort === 'name') continue
      const values = ascending.map((file) => file[keys[sort]])
      assert.deepEqual(
        values,
        values.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0)),
        sort,
      )
      assert.deepEqual(
        values.toReversed(),
        descending.map((file) => file[keys[sort]]),
        sort,
      )
    }
  })

  test('filters by what is recent; encrypted are all', async () => {
    await using server = await startServer(await place())
    const ada = await signUp(server)
    await addFiles(server, ada.user.id, ['old', 'new'])
    await server.services.database
      .updateTable('transfers')
      .set({ created_at: server.clock.now() - 8 * DAY })
      .where('name', '=', 'old')
      .execute()
    assert.deepEqual(await namesOf(ada, { filter: 'Recent' }), ['new'])
    assert.deepEqual(await namesOf(ada, { filter: 'encrypted' }), ['new', 'old'])
    assert.deepEqual(await namesOf(ada, { filter: 'all' }), ['new', 'old'])
  })

  test('five thousand files come in pages, each file once', async () => {
    await using server = await startServer(await place())
    const ada = await signUp(server)
    const bob = await signUp(server, 'bob')
    await addFiles(
      server,
      ada.user.id,
      Array.from({ length: 5000 }, (_, index) => `Bericht ${index} Größe.pdf`),
    )
    await addFiles(
      server,
      bob.user.id,
      Array.from({ length: 1000 }, (_, index) => `Notiz ${index}.txt`),
    )
    const seen = new Set<string>()
    for (let page = 1; page <= 50; page += 1) {
      for (const { id } of (await list(ada, { page, pageSize: 100 })).files) seen.add(id)
    }
    assert.equal(seen.size, 5000)
    assert.equal((await list(ada, { page: 51, pageSize: 1000 })).files.length, 0)
    // In one order, however long pages are, also where many are alike.
    const sorted = async (sort: 'date' | 'downloads', pageSize: number) => {
      const ids: string[] = []
      for (let page = 1; page <= Math.ceil(5000 / pageSize); page += 1)
        ids.push(...(await list(ada, { page, pageSize, sort })).files.map(({ id }) => id))
      return ids
    }
    for (const sort of ['date', 'downloads'] as const)
      assert.deepEqual(await sorted(sort, 75), await sorted(sort, 100))
    assert.equal((await list(ada, { search: 'GRÖSSE' })).total, 5000)
    assert.deepEqual(await namesOf(ada, { search: '4999' }), ['Bericht 4999 Größe.pdf'])
  })
})

forEachDatabase('files of people with an account', ({ place }) => {
  test('the page of a file names a sender who was signed in', async () => {
    await using server = await startServer(await place())
    const ada = await signUp(server)
    const { id } = await uploadAs(server, ada.token, 'a.txt')
    const anonymous = await upload(server.baseUrl, new Uint8Array(1))
    assert.equal((await server.client.call('fileInfo', { params: { id } })).file.uploadedBy, 'ada')
    const other = await server.client.call('fileInfo', { params: { id: anonymous.id } })
    assert.equal(other.file.uploadedBy, null)
  })

  test('their owner deletes them without the deletion link; to others they are not there', async () => {
    await using server = await startServer(await place())
    const ada = await signUp(server)
    const bob = await signUp(server, 'bob')
    const { id } = await uploadAs(server, ada.token, 'a.txt')
    await assert.rejects(bob.client.call('deleteFile', { params: { id } }), {
      code: 'FILE_NOT_FOUND',
      status: 404,
    })
    await assert.rejects(server.client.call('deleteFile', { params: { id } }), {
      code: 'AUTHENTICATION_REQUIRED',
    })
    await ada.client.call('deleteFile', { params: { id } })
    await assert.rejects(server.client.call('fileInfo', { params: { id } }), { code: 'FILE_DELETED' })
  })

  test('live files count against the storage of their owner, until they end', async () => {
    await using server = await startServer({ ...(await place()), environment: smallLimits })
    const ada = await signUp(server)
    await server.services.database.updateTable('users').set({ storage_limit: 1024 }).execute()
    const { id } = await uploadAs(server, ada.token, 'a.bin', { bytes: 600 })
    assert.equal((await ada.client.call('profile')).user.storageUsed, 600)
    const refused = await sendFileAs(server, ada.token, 'b.bin', { bytes: 425 })
    assert.equal(await codeOf(refused, 413), 'STORAGE_QUOTA_EXCEEDED')
    await uploadAs(server, ada.token, 'c.bin', { bytes: 424, fields: { expiresIn: '30m' } })
    assert.equal((await ada.client.call('profile')).user.storageUsed, 1024)
    await ada.client.call('deleteFile', { params: { id } })
    assert.equal((await ada.client.call('profile')).user.storageUsed, 424)
    server.clock.advance(30 * MINUTE)
    const { token } = await server.client.call('refresh', { body: { refreshToken: ada.refreshToken } })
    await uploadAs(server, token, 'd.bin', { bytes: 1024 })
  })

  test('of uploads at the same time only those are taken that have room together', async () => {
    await using server = await startServer({ ...(await place()), environment: smallLimits })
    const ada = await signUp(server)
    await server.services.database.updateTable('users').set({ storage_limit: 1024 }).execute()
    const answers = await Promise.all(
      [1, 2, 3, 4].map((number) => sendFileAs(server, ada.token, `${number}.bin`, { bytes: 400 })),
    )
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [201, 201, 413, 413])
    assert.equal((await ada.client.call('profile')).user.storageUsed, 800)
  })
})

test('what is no page of own files is refused', async () => {
  await using server = await startServer()
  const ada = await signUp(server)
  for (const query of ['page=0', 'page=x', 'pageSize=-1', 'filter=mine', 'sort=owner_id', 'search=%00']) {
    const response = await fetch(`${server.baseUrl}/api/files/user/files?${query}`, {
      headers: { authorization: `Bearer ${ada.token}` },
    })
    assert.equal(await codeOf(response, 400), 'BAD_REQUEST', query)
  }
  await assert.rejects(server.client.call('ownFiles', { query: {} }), { code: 'AUTHENTICATION_REQUIRED' })
})
