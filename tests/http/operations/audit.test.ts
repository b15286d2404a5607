import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { AuditEntry } from '#contract/operations/audit.ts'
import { anonymizeActor, purgeEntries } from '#server/operations/audit/audit-entries.ts'
import { recordAct } from '#server/platform/events/record-act.ts'
import { goodPassword, type Person, signIn, signUp, signUpAdmin } from '#tests/support/accounts/accounts.ts'
import { forEachDatabase } from '#tests/support/databases/databases.ts'
import { startServer, type TestServer } from '#tests/support/server/server.ts'

const DAY = 24 * 60 * 60_000

async function entriesAbout(admin: Person, search: string): Promise<AuditEntry[]> {
  return (await admin.client.call('auditLog', { query: { search, pageSize: 100 } })).entries
}

function exported({ baseUrl }: TestServer, admin: Person, query: string): Promise<Response> {
  const headers = { authorization: `Bearer ${admin.token}` }
  return fetch(`${baseUrl}/api/admin/audit/export?${query}`, { headers })
}

forEachDatabase('the audit log', ({ place }) => {
  test('reports who signed in, who could not, and whose password changed, from which network', async () => {
    await using server = await startServer(await place())
    const admin = await signUpAdmin(server)
    const ada = await signUp(server)
    await assert.rejects(signIn(server, 'ada', 'wrong one'))
    await assert.rejects(signIn(server, 'my secret typed here'))
    const newPassword = 'another good password'
    await ada.client.call('changePassword', { body: { currentPassword: goodPassword, newPassword } })
    const told = await entriesAbout(admin, 'ADA')
    assert.deepEqual(
      told.map(({ act, actor, subject, network }) => [act, actor?.name, subject?.name, network]),
      [
        ['account.password-changed', 'ada', undefined, null],
        ['session.refused', undefined, 'ada', '127.0.0.0/24'],
        ['session.opened', 'ada', undefined, '127.0.0.0/24'],
        ['account.registered', 'ada', undefined, null],
      ],
    )
    assert.equal(told[0]?.actor?.id, ada.user.id)
    const all = await admin.client.call('auditLog', { query: { pageSize: 100 } })
    assert.equal(all.entries.filter(({ act }) => act === 'session.refused').length, 2)
    const rows = await server.services.database.selectFrom('audit_log').selectAll().execute()
    assert.doesNotMatch(JSON.stringify(rows), /secret|password typed|example\.org|argon2/)
  })

  test('reports of a stolen session', async () => {
    await using server = await startServer(await place())
    const admin = await signUpAdmin(server)
    const { refreshToken } = await signUp(server)
    const next = await server.client.call('refresh', { body: { refreshToken } })
    await server.client.call('refresh', { body: { refreshToken: next.refreshToken } })
    await assert.rejects(server.client.call('refresh', { body: { refreshToken } }))
    const [latest] = await entriesAbout(admin, 'ada')
    assert.deepEqual([latest?.act, latest?.subject?.name], ['session.stolen', 'ada'])
  })

  test('gives pages, latest first, and takes filters and times', async () => {
    await using server = await startServer(await place())
    const admin = await signUpAdmin(server)
    const { database, clock } = server.services
    const start = clock.now() + DAY
    for (let hour = 0; hour < 45; hour += 1) {
      const act = hour % 2 === 0 ? 'file.deleted' : 'user.updated'
      await recordAct(
        database,
        { act, by: { id: null, username: `Person_${hour}` } },
        start + hour * 3_600_000,
      )
    }
    const query = { from: new Date(start).toISOString() }
    const first = await admin.client.call('auditLog', { query })
    assert.deepEqual([first.total, first.page, first.pageSize, first.entries.length], [45, 1, 20, 20])
    assert.equal(first.entries[0]?.actor?.name, 'Person_44')
    const third = await admin.client.call('auditLog', { query: { ...query, page: 3 } })
    assert.deepEqual(
      third.entries.map(({ actor }) => actor?.name),
      ['Person_4', 'Person_3', 'Person_2', 'Person_1', 'Person_0'],
    )
    const files = await admin.client.call('auditLog', { query: { ...query, filter: 'File', pageSize: 500 } })
    assert.deepEqual([files.total, files.pageSize], [23, 100])
    const to = new Date(start + 2 * 3_600_000).toISOString()
    assert.equal((await admin.client.call('auditLog', { query: { ...query, to } })).total, 2)
    for (const [search, total] of [
      ['person_4', 6],
      ['Person_44', 1],
      ['_', 45],
      ['%', 0],
      ['\\', 0],
    ] as const) {
      assert.equal(
        (await admin.client.call('auditLog', { query: { ...query, search } })).total,
        total,
        search,
      )
    }
    for (const wrong of [{ filter: 'nothing' }, { page: 0 }, { page: 'x' }, { from: 'yesterday' }]) {
      await assert.rejects(admin.client.call('auditLog', { query: wrong }), { code: 'BAD_REQUEST' })
    }
  })

  test('is exported whole, as lines of JSON and as a table that a spreadsheet cannot run', async () => {
    await using server = await startServer(await place())
    const admin = await signUpAdmin(server)
    const { database, clock } = server.services
    const by = { id: null, username: '=HYPERLINK("http://x","y")' }
    for (let number = 0; number < 1_234; number += 1) {
      await recordAct(database, { act: 'file.deleted', by, details: { number } }, clock.now())
    }
    const lines = await exported(server, admin, 'format=ndjson&filter=file')
    assert.match(lines.headers.get('content-disposition') ?? '', /^attachment; .+\.ndjson"$/)
    const entries = (await lines.text()).trimEnd().split('\n')
    assert.equal(entries.length, 1_234)
    const numbers = new Set(entries.map((line) => JSON.parse(line).details.number))
    assert.equal(numbers.size, 1_234)
    const table = await (await exported(server, admin, 'filter=file')).text()
    const rows = table.trimEnd().split('\r\n')
    assert.equal(rows.length, 1_235)
    assert.equal(rows[0], 'at,act,actor,actorId,subject,subjectId,details,network')
    assert.match(rows[1] ?? '', /,file\.deleted,"'=HYPERLINK\(""http:\/\/x"",""y""\)",,,,number=\d+,$/)
    const [latest] = (await admin.client.call('auditLog', { query: { filter: 'service' } })).entries
    assert.deepEqual([latest?.act, latest?.details], ['service.audit-exported', { format: 'csv' }])
  })

  test('keeps what an entry says against every attempt to change it', async () => {
    await using server = await startServer(await place())
    await signUp(server)
    const { database } = server.services
    for (const change of [{ act: 'user.created' }, { at: 1 }, { details: '{}' }, { network: null }]) {
      await assert.rejects(
        database.updateTable('audit_log').set(change).execute(),
        /the audit log is append-only/,
      )
    }
  })

  test('forgets a person, and not what happened', async () => {
    await using server = await startServer(await place())
    const admin = await signUpAdmin(server)
    const lovelace = await signUp(server, 'lovelace')
    await assert.rejects(signIn(server, 'lovelace', 'wrong one'))
    const { database } = server.services
    const { id } = lovelace.user
    const name = await database.transaction().execute((transaction) => anonymizeActor(transaction, id))
    // The new name has hexadecimal digits, which may spell a short one.
    assert.deepEqual(await entriesAbout(admin, 'lovelace'), [])
    const entries = await entriesAbout(admin, name)
    assert.deepEqual(
      entries.map(({ act }) => act),
      ['session.refused', 'session.opened', 'account.registered'],
    )
    const rows = await database.selectFrom('audit_log').selectAll().execute()
    assert.ok(!JSON.stringify(rows).includes(id))
  })

  test('forgets everything after the days set', async () => {
    await using server = await startServer({ ...(await place()), environment: { AUDIT_KEPT: '30' } })
    await signUp(server)
    server.clock.advance(29 * DAY)
    await purgeEntries(server.services)
    const admin = await signUpAdmin(server)
    assert.equal((await entriesAbout(admin, 'ada')).length, 2)
    server.clock.advance(DAY + 60_000)
    await purgeEntries(server.services)
    const again = await signIn(server, 'root')
    assert.deepEqual(await entriesAbout(again, 'ada'), [])
    assert.equal((await entriesAbout(again, 'root')).length, 3)
  })
})

test('the audit log is for administrators only', async () => {
  await using server = await startServer()
  const ada = await signUp(server)
  await assert.rejects(ada.client.call('auditLog', { query: {} }), { code: 'FORBIDDEN' })
  await assert.rejects(server.client.call('auditLog', { query: {} }), { code: 'AUTHENTICATION_REQUIRED' })
  assert.equal((await exported(server, ada, 'format=csv')).status, 403)
})
