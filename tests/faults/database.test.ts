import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { sql } from 'kysely'
import { Client } from 'pg'
import { forEachDatabase, onSqlite } from '#tests/support/databases/databases.ts'
import { runCommand } from '#tests/support/server/run-command.ts'
import { startServer } from '#tests/support/server/server.ts'
import { startServerProcess } from '#tests/support/server/server-process.ts'
import { askTicket, codeOf, sendForm, until, upload } from '#tests/support/transfers/transfers.ts'

const bytes = randomBytes(2_000)
const form = [{ name: 'file', bytes, filename: 'a.bin' }] as const

function infoOf(baseUrl: string, id: string): Promise<Response> {
  return fetch(`${baseUrl}/api/files/info/${id}`)
}

async function healthOf(baseUrl: string) {
  const response = await fetch(`${baseUrl}/api/health`)
  const { status, checks } = await response.json()
  return { http: response.status, status, database: checks.database }
}

async function fetchWhole(baseUrl: string, id: string): Promise<Buffer> {
  const response = await fetch(`${baseUrl}/api/download/${id}/file`)
  assert.equal(response.status, 200)
  return Buffer.from(await response.arrayBuffer())
}

const healthy = { http: 200, status: 'ok', database: 'ok' }

onSqlite('a SQLite file', ({ place }) => {
  test('that another process writes to delays uploads, and nothing that reads', async () => {
    const at = await place()
    await using server = await startServer(at)
    const file = await upload(server.baseUrl, bytes)
    const other = new DatabaseSync(join(at.dataDir, 'restante.sqlite'))
    other.exec('begin immediate')
    let isDone = false
    const waiting = upload(server.baseUrl, bytes).finally(() => {
      isDone = true
    })
    for (let time = 0; time < 30; time += 1) {
      const answer = await infoOf(server.baseUrl, file.id)
      assert.equal(answer.status, 200, await answer.text())
    }
    assert.equal(isDone, false)
    other.exec('commit')
    const late = await waiting
    assert.deepEqual(await fetchWhole(server.baseUrl, late.id), bytes)
    other.close()
  })

  test('that another process does not let go of is 503 for what writes, until it does', async () => {
    const at = await place()
    await using server = await startServer(at)
    const file = await upload(server.baseUrl, bytes)
    const other = new DatabaseSync(join(at.dataDir, 'restante.sqlite'))
    other.exec('begin immediate')
    const [sent, ticket, info, health] = await Promise.all([
      sendForm(server.baseUrl, form),
      askTicket(server.baseUrl, file.id),
      infoOf(server.baseUrl, file.id),
      healthOf(server.baseUrl),
    ])
    for (const refused of [sent, ticket]) {
      assert.ok(Number(refused.headers.get('retry-after')) > 0)
      assert.equal(await codeOf(refused, 503), 'STORAGE_UNAVAILABLE')
    }
    assert.equal(info.status, 200)
    assert.deepEqual(health, { http: 503, status: 'degraded', database: 'down' })
    other.exec('rollback')
    other.close()
    assert.deepEqual(await healthOf(server.baseUrl), healthy)
    await upload(server.baseUrl, bytes)
  })

  test('is backed up while others write to it', async () => {
    const at = await place()
    await using server = await startServer(at)
    await upload(server.baseUrl, bytes)
    const other = new DatabaseSync(join(at.dataDir, 'restante.sqlite'))
    other.exec('begin immediate')
    // Several times as long as a backup once waited.
    const release = setTimeout(() => other.exec('commit'), 2_500)
    const { code, stderr } = await runCommand(['backup'], { place: at })
    clearTimeout(release)
    other.close()
    assert.equal(code, 0, stderr)
  })

  test('on a full disk is 507 for what writes, in health, and nothing that reads notices', async () => {
    await using server = await startServer(await place())
    const file = await upload(server.baseUrl, bytes)
    const { database } = server.services
    const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(database)
    // What SQLite answers at this limit is what it answers when the disk is full.
    await sql.raw(`pragma max_page_count = ${rows[0]?.page_count}`).execute(database)
    await database.schema
      .createTable('filler')
      .addColumn('bytes', 'blob')
      .execute()
      .catch(() => {})
    await until(async () => {
      const filling = sql`insert into filler values (${randomBytes(200)})`.execute(database)
      return filling.then(
        () => false,
        () => true,
      )
    })
    let code = ''
    await until(async () => {
      const response = await sendForm(server.baseUrl, form)
      if (response.status === 201) return false
      code = await codeOf(response, 507)
      return true
    })
    assert.equal(code, 'STORAGE_FULL')
    assert.equal((await infoOf(server.baseUrl, file.id)).status, 200)
    await sql.raw('pragma max_page_count = 1000000').execute(database)
    await upload(server.baseUrl, bytes)
    assert.deepEqual(await healthOf(server.baseUrl), healthy)
  })

  for (const when of ['before the start', 'while it is open'] as const) {
    test(`with a page that is torn ${when} is 503, in health too`, async () => {
      const at = await place()
      const path = join(at.dataDir, 'restante.sqlite')
      let id = ''
      let page = { rootpage: 0, page_size: 0 }
      {
        await using server = await startServer(at)
        id = (await upload(server.baseUrl, bytes)).id
        const { rows } = await sql<typeof page>`
          select rootpage, page_size from sqlite_schema, pragma_page_size
          where name = 'files'`.execute(server.services.database)
        page = rows[0] ?? page
      }
      async function tear() {
        const file = await open(path, 'r+')
        await file.write(randomBytes(page.page_size), 0, page.page_size, (page.rootpage - 1) * page.page_size)
        await file.close()
      }
      if (when === 'before the start') await tear()
      await using server = await startServer(at)
      if (when === 'while it is open') {
        assert.deepEqual(await healthOf(server.baseUrl), healthy)
        await tear()
        // What it has in memory it still reads.
        await sql`pragma shrink_memory`.execute(server.services.database)
        assert.equal(await codeOf(await infoOf(server.baseUrl, id), 503), 'STORAGE_UNAVAILABLE')
      }
      assert.deepEqual(await healthOf(server.baseUrl), { http: 503, status: 'degraded', database: 'down' })
      assert.equal(await codeOf(await infoOf(server.baseUrl, id), 503), 'STORAGE_UNAVAILABLE')
    })
  }
})

forEachDatabase('a server', ({ engine, place }) => {
  test('whose connections are ended again and again lives, and keeps what it acknowledged', async () => {
    const at = await place()
    // SQLite has no connections to lose: it shows that the test can pass.
    const environment = { RATE_LIMITS: 'off', LOG_LEVEL: 'silent' }
    const server = await startServerProcess(at.dataDir, {
      ...environment,
      ...(at.url === undefined ? {} : { DATABASE_URL: at.url }),
    })
    try {
      const statuses = new Set<number>()
      const acknowledged: string[] = []
      let stopped = false
      async function load() {
        while (!stopped) {
          const response = await sendForm(server.baseUrl, form)
          statuses.add(response.status)
          const answer = await response.json()
          if (response.status === 503) assert.ok(Number(response.headers.get('retry-after')) > 0)
          if (response.status !== 201) continue
          acknowledged.push(answer.file.id)
          const info = await infoOf(server.baseUrl, answer.file.id)
          statuses.add(info.status)
          await info.arrayBuffer()
        }
      }
      const loads = [load(), load(), load()]
      if (at.url !== undefined) {
        const killer = new Client({ connectionString: at.url })
        await killer.connect()
        try {
          for (let time = 0; time < 20; time += 1) {
            const before = acknowledged.length
            await killer.query(
              'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
            )
            await until(async () => acknowledged.length > before || server.child.exitCode !== null)
          }
        } finally {
          await killer.end()
        }
      }
      await until(async () => acknowledged.length > 5 || server.child.exitCode !== null)
      stopped = true
      await Promise.all(loads)
      assert.equal(server.child.exitCode, null)
      assert.ok(![...statuses].some((status) => ![200, 201, 503].includes(status)), [...statuses].join())
      if (engine === 'postgres') assert.ok(statuses.has(503))
      for (const id of acknowledged) assert.deepEqual(await fetchWhole(server.baseUrl, id), bytes)
      assert.deepEqual(await healthOf(server.baseUrl), healthy)
    } finally {
      server.child.kill('SIGTERM')
      await server.exited
    }
  })
})
