import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findState } from '#server/operations/metrics/find-state.ts'
import { signUp, signUpAdmin } from '#tests/support/accounts/accounts.ts'
import { forEachDatabase } from '#tests/support/databases/databases.ts'
import { startServer, type TestServer } from '#tests/support/server/server.ts'
import { sendTransfer } from '#tests/support/transfers/managed-transfers.ts'
import { callerOf } from '#tests/support/transfers/recipients.ts'
import { reportLink } from '#tests/support/transfers/reports.ts'
import { codeOf } from '#tests/support/transfers/transfers.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

async function measured(server: TestServer) {
  const { kinds, measuredAt } = await callerOf(server).call('retention')
  return { measuredAt, of: (name: string) => kinds.find(({ kind }) => kind === name) }
}

async function exceededOf({ services }: TestServer): Promise<string[]> {
  const { retention } = await findState(services)
  const { text } = await services.meter.write(await findState(services))
  const written = [...text.matchAll(/^restante_retention_exceeded\{kind="(\w+)"\} 1$/gm)].map(
    ([, kind]) => kind,
  )
  const exceeded = retention.filter(({ exceeded }) => exceeded).map(({ kind }) => kind)
  assert.deepEqual(written, exceeded)
  return exceeded
}

forEachDatabase('what is kept for how long', ({ place }) => {
  test('is told with the age of the oldest, and what is older than promised stands out and is counted', async () => {
    await using server = await startServer({ ...(await place()), environment: { AUDIT_KEPT: '30' } })
    const empty = await measured(server)
    assert.deepEqual(empty.of('files'), {
      kind: 'files',
      keptFor: server.services.config.LONGEST_LIFE.duration,
      oldest: null,
      exceeded: false,
    })
    await signUp(server)
    await sendTransfer(server, Buffer.from('hello'), { fields: { expiresIn: '12h' } })
    // What was measured a moment ago is answered.
    assert.equal((await measured(server)).measuredAt, empty.measuredAt)
    server.clock.advance(11 * MINUTE)
    const soon = await measured(server)
    for (const kind of ['files', 'sessions', 'auditLog', 'devices']) {
      const found = soon.of(kind)
      assert.ok(found && !found.exceeded, kind)
      assert.ok((found.oldest ?? 0) >= 11 * MINUTE && (found.oldest ?? DAY) < 12 * MINUTE, kind)
    }
    assert.equal(soon.of('auditLog')?.keptFor, 30 * DAY)
    assert.deepEqual(await exceededOf(server), [])

    // Nothing is cleared away meanwhile, as on a service whose jobs stand still.
    server.clock.advance(31 * DAY)
    const late = await measured(server)
    for (const kind of ['files', 'sessions', 'auditLog']) assert.equal(late.of(kind)?.exceeded, true, kind)
    assert.equal(late.of('devices')?.exceeded, false)
    const exceeded = await exceededOf(server)
    assert.ok(
      ['files', 'sessions', 'auditLog'].every((kind) => exceeded.includes(kind)),
      exceeded.join(),
    )
    await server.sweep()
    server.clock.advance(11 * MINUTE)
    const swept = await measured(server)
    assert.deepEqual([swept.of('files')?.oldest, swept.of('files')?.exceeded], [null, false])
    assert.equal(swept.of('endedFiles')?.exceeded, false)
  })

  test('is not exceeded by what is held as evidence', async () => {
    await using server = await startServer(await place())
    const root = await signUpAdmin(server)
    const { reply } = await sendTransfer(server, Buffer.from('hello'))
    const { number } = await reportLink(server, reply.file.downloadUrl, '192.0.2.1')
    await root.client.call('disableReported', { params: { n: number } })
    server.clock.advance(29 * DAY)
    await server.sweep()
    assert.deepEqual((await measured(server)).of('files')?.exceeded, false)
    server.clock.advance(2 * DAY)
    assert.deepEqual((await measured(server)).of('files')?.exceeded, true)
  })

  test('is measured once in ten minutes, and asked for sixty times in a row', async () => {
    await using server = await startServer(await place())
    server.clock.freeze()
    const ask = () => fetch(`${server.baseUrl}/api/retention`)
    for (let times = 0; times < 60; times++) assert.equal((await ask()).status, 200)
    assert.equal(await codeOf(await ask(), 429), 'RATE_LIMITED')
  })
})
