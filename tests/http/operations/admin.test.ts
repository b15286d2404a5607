import assert from 'node:assert/strict'
import { test } from 'node:test'
import { endpoints } from '#contract/endpoints.ts'
import { routes } from '#contract/routes.ts'
import { signIn, signUp, signUpAdmin, uploadAs } from '#tests/support/accounts/accounts.ts'
import { forEachDatabase } from '#tests/support/databases/databases.ts'
import { startServer } from '#tests/support/server/server.ts'
import { upload } from '#tests/support/transfers/transfers.ts'

const HOUR = 60 * 60_000
const DAY = 24 * HOUR

forEachDatabase('the admin calls', ({ engine, place }) => {
  test('show on the dashboard how many people and files there are, and what happened last', async () => {
    await using server = await startServer(await place())
    const admin = await signUpAdmin(server)
    const ada = await signUp(server)
    server.clock.advance(10)
    await uploadAs(server, ada.token, 'plan.txt', { bytes: 1000 })
    server.clock.advance(10)
    await upload(server.baseUrl, new Uint8Array(500))
    const { dashboard } = await admin.client.call('adminDashboard')
    assert.deepEqual(dashboard.users, { totalUsers: 2, newUsersThisWeek: 2, proUsers: 0 })
    assert.deepEqual(dashboard.files, { totalFiles: 2, newFilesThisWeek: 2, totalSize: 1500, activeFiles: 2 })
    assert.deepEqual(dashboard.storage, [{ storage_provider: 'disk', fileCount: 2, totalSize: 1500 }])
    assert.deepEqual(
      dashboard.recentActivity.map(({ type, name, user }) => [type, name, user]),
      [
        ['file_upload', 'file.bin', null],
        ['file_upload', 'plan.txt', 'ada'],
        ['user_registration', 'ada', 'ada'],
        ['user_registration', 'root', 'root'],
      ],
    )
    server.clock.advance(8 * DAY)
    await server.sweep()
    const again = await signIn(server, 'root')
    const later = (await again.client.call('adminDashboard')).dashboard
    assert.deepEqual(later.users, { totalUsers: 2, newUsersThisWeek: 0, proUsers: 0 })
    assert.deepEqual(later.files, { totalFiles: 2, newFilesThisWeek: 0, totalSize: 0, activeFiles: 0 })
    assert.equal(later.recentActivity.length, 2)
  })

  test('name the version whose news an administrator has not read, until they have', async () => {
    await using server = await startServer(await place())
    const [root, ada] = [await signUpAdmin(server), await signUp(server)]
    assert.equal((await root.client.call('news')).version, null)
    await server.services.database.updateTable('users').set({ news_read: null }).execute()
    const { version } = await root.client.call('news')
    assert.equal(version, server.services.config.version)
    await root.client.call('newsRead')
    assert.equal((await root.client.call('news')).version, null)
    await assert.rejects(ada.client.call('news'), { code: 'FORBIDDEN' })
    const rows = await server.services.database.selectFrom('users').select('news_read').execute()
    assert.deepEqual(rows.map(({ news_read }) => news_read).toSorted(), [version, null].toSorted())
  })

  test('show how the system is', async () => {
    await using server = await startServer(await place())
    const admin = await signUpAdmin(server)
    await signIn(server, 'root')
    await upload(server.baseUrl, new Uint8Array(500))
    const { system } = await admin.client.call('adminSystem')
    assert.deepEqual(system.database, {
      engine,
      totalUsers: 1,
      totalFiles: 1,
      totalStorage: 500,
      activeSessions: 2,
    })
    const [disk] = system.storage.providers
    assert.deepEqual([system.storage.totalProviders, system.storage.availableProviders], [1, 1])
    assert.partialDeepStrictEqual(disk, {
      storage_provider: 'disk',
      status: 'ok',
      fileCount: 1,
      totalSize: 500,
    })
    assert.ok((disk?.freeSpace ?? 0) > 0)
    assert.ok(system.uptime > 0 && system.memory.rss > 10_000_000)
    assert.match(system.version, /^\d+\.\d+\.\d+$/)
  })

  test('list files with their senders, and delete one', async () => {
    await using server = await startServer(await place())
    const admin = await signUpAdmin(server)
    const ada = await signUp(server)
    await uploadAs(server, ada.token, 'Größe.txt', { bytes: 10, fields: { expiresIn: '30m' } })
    server.clock.advance(1000)
    await upload(
      server.baseUrl,
      new Uint8Array(20),
      { password: 'secret words', expiresIn: '12h' },
      'plan.pdf',
    )
    server.clock.advance(1000)
    const gone = await upload(server.baseUrl, new Uint8Array(5), {}, 'gone.txt')
    const list = (query: Record<string, string | number>) => admin.client.call('adminFiles', { query })
    const reference = (await list({ search: 'gone' })).files[0]?.id ?? ''
    await assert.rejects(server.client.call('fileInfo', { params: { id: reference } }), {
      code: 'FILE_NOT_FOUND',
    })
    await assert.rejects(admin.client.call('adminDeleteFile', { params: { id: gone.id } }), {
      code: 'FILE_NOT_FOUND',
    })
    await admin.client.call('adminDeleteFile', { params: { id: reference } })
    await assert.rejects(admin.client.call('adminDeleteFile', { params: { id: reference } }), {
      code: 'FILE_DELETED',
    })
    await assert.rejects(server.client.call('fileInfo', { params: { id: gone.id } }), {
      code: 'FILE_DELETED',
    })
    const { files, total } = await list({})
    assert.equal(total, 2)
    assert.deepEqual(
      files.map(({ filename, uploader, size, passwordProtected }) => [
        filename,
        uploader,
        size,
        passwordProtected,
      ]),
      [
        ['plan.pdf', null, 20, true],
        ['Größe.txt', 'ada', 10, false],
      ],
    )
    assert.equal((await list({ search: 'GRÖSSE' })).total, 1)
    assert.equal((await list({ search: 'ADA' })).total, 1)
    server.clock.advance(HOUR)
    const again = await signIn(server, 'root')
    for (const swept of [false, true]) {
      if (swept) await server.sweep()
      const counts = { all: 2, Active: 1, expired: 1 }
      for (const [filter, count] of Object.entries(counts)) {
        const reply = await again.client.call('adminFiles', { query: { filter } })
        assert.deepEqual([reply.total, reply.files.length], [count, count], `${filter} ${swept}`)
      }
    }
    const [entry] = (await again.client.call('auditLog', { query: { filter: 'file' } })).entries
    assert.deepEqual(
      [entry?.act, entry?.actor?.name, entry?.subject?.id],
      ['file.deleted', 'root', reference],
    )
    const brief = files[1]?.id ?? ''
    await assert.rejects(again.client.call('adminDeleteFile', { params: { id: brief } }), {
      code: 'FILE_EXPIRED',
    })
  })

  test('delete the transfer of a disabled account, which nobody else can open', async () => {
    await using server = await startServer(await place())
    const admin = await signUpAdmin(server)
    const ada = await signUp(server)
    const file = await uploadAs(server, ada.token, 'plan.txt')
    const { id, username, email } = ada.user
    const body = { username, email, isActive: false, isPro: false, storageLimit: 1000 }
    await admin.client.call('updateUser', { params: { id }, body })
    await assert.rejects(server.client.call('fileInfo', { params: { id: file.id } }), {
      code: 'TRANSFER_DISABLED',
    })
    const [listed] = (await admin.client.call('adminFiles', { query: {} })).files
    await admin.client.call('adminDeleteFile', { params: { id: listed?.id ?? '' } })
    await assert.rejects(server.client.call('fileInfo', { params: { id: file.id } }), {
      code: 'FILE_DELETED',
    })
  })

  test('clean up what has expired, old sessions and old limits, and say how much', async () => {
    await using server = await startServer(await place())
    const admin = await signUpAdmin(server)
    for (let number = 0; number < 3; number += 1) {
      await upload(server.baseUrl, new Uint8Array(5), { expiresIn: '30m' })
    }
    await upload(server.baseUrl, new Uint8Array(5), { expiresIn: '12h' })
    const body = { cleanupType: 'expired' } as const
    const nothing = await admin.client.call('cleanUpFiles', { body })
    assert.deepEqual(nothing.details, { cleanedCount: 0, errorCount: 0, errors: [] })
    server.clock.advance(3 * HOUR)
    const again = await signIn(server, 'root')
    const cleaned = await again.client.call('cleanUpFiles', { body })
    assert.deepEqual(cleaned.details, { cleanedCount: 3, errorCount: 0, errors: [] })
    const blobs = await server.services.database.selectFrom('segments').select('blob_id').execute()
    assert.equal(blobs.length, 1)
    assert.equal((await again.client.call('cleanUpSessions')).deletedCount, 1)
    assert.ok((await again.client.call('cleanUpRateLimits')).deletedCount >= 1)
    await again.client.call('currentUser')
    await assert.rejects(again.client.call('cleanUpFiles', { body: { cleanupType: 'all' as 'expired' } }), {
      code: 'BAD_REQUEST',
    })
  })
})

test('the admin calls are for administrators alone', async () => {
  await using server = await startServer()
  const ada = await signUp(server)
  const calls = Object.values(routes).filter(({ path }) => path.startsWith('/admin'))
  assert.ok(calls.length >= 19)
  for (const { method, path } of calls) {
    const url = `${server.baseUrl}/api${path.replace(':id', ada.user.id)}`
    for (const [status, headers] of [
      [403, { authorization: `Bearer ${ada.token}` }],
      [401, {}],
    ] as const) {
      assert.equal((await fetch(url, { method, headers })).status, status, `${method} ${path}`)
    }
  }
  for (const { path, access } of Object.values(endpoints)) {
    assert.equal(path.startsWith('/admin'), access === 'admin', path)
  }
})
