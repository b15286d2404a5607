import assert from 'node:assert/strict'
import { test } from 'node:test'
import { endExpired } from '#server/transfers/sweep/end-expired.ts'
import { forEachDatabase } from '#tests/support/databases/databases.ts'
import { download } from '#tests/support/server/backups.ts'
import { startServer } from '#tests/support/server/server.ts'
import { anyone, sendTransfer } from '#tests/support/transfers/managed-transfers.ts'
import { codeOf } from '#tests/support/transfers/transfers.ts'

const HOUR = 60 * 60_000

forEachDatabase('a transfer whose end is moved at the last moment', ({ place }) => {
  test('is left alone by a sweep that had found it over, and refused once it has ended', async () => {
    await using server = await startServer(await place())
    const { services, clock } = server
    clock.freeze()
    const { ref, linkId, headers, reply } = await sendTransfer(server, Buffer.from('hello'))
    const end = Date.parse(reply.file.expiresAt)
    clock.advance(end - clock.now() - 1)
    const extend = () =>
      anyone(server).call('updateTransfer', {
        params: { ref },
        headers,
        body: { expiresAt: new Date(end + HOUR).toISOString() },
      })
    // The clock of the sweep is a moment ahead: it has read what is over before the extension, and acts after it.
    let moved: Promise<unknown> | undefined
    const ahead = { now: () => end }
    const database = services.database.withPlugin({
      transformQuery: ({ node }) => node,
      async transformResult({ result }) {
        const isList = result.rows.some((row) => row.id === ref)
        if (isList && !moved) {
          moved = extend()
          await moved
        }
        return result
      },
    })
    await endExpired({ ...services, clock: ahead, database })
    assert.ok(moved, 'the sweep has found it')
    assert.equal(await (await download(server, linkId)).text(), 'hello')
    clock.advance(HOUR + 1)
    await server.sweep()
    await assert.rejects(extend(), { code: 'FILE_EXPIRED' })
    assert.equal(await codeOf(await download(server, linkId), 410), 'FILE_EXPIRED')
  })
})
