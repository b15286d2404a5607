import assert from 'node:assert/strict'
import { randomInt } from 'node:crypto'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { ApiError } from '#client/api-error.ts'
import type { OpenDatabase } from '#server/platform/database/open-database.ts'
import { type DatabasePlace, forEachDatabase } from '#tests/support/databases/databases.ts'
import {
  assertNoStrays,
  assertOpens,
  type Edited,
  kinds,
  prepareEdit,
  stateOf,
  type TransferState,
} from '#tests/support/links/killed-edits.ts'
import { startServer } from '#tests/support/server/server.ts'
import { startServerProcess } from '#tests/support/server/server-process.ts'
import { thorough } from '#tests/support/server/thoroughness.ts'

const kills = thorough ? 8 : 2
/** Transfers that each kind of edit is made of, one after the other; all kinds at the same time. */
const inRow = 2
const unlimited = { RATE_LIMITS: 'off', UPLOADS_PER_HOUR: '1000000' }

/** A transfer as it was before its edit, and whether the edit was acknowledged. */
type Doubtful = { readonly edited: Edited; readonly before: TransferState; acknowledged: boolean }

/**
 * Edits new transfers until the server is killed, which happens a moment after so many edits were acknowledged; after all of
 * them unless told.
 */
async function editUntilKilled(
  at: DatabasePlace,
  { database }: OpenDatabase,
  { smallFiles, killAfter }: { readonly smallFiles: 'on' | 'off'; readonly killAfter?: number },
): Promise<Doubtful[]> {
  const server = await startServerProcess(at.dataDir, {
    ...unlimited,
    ...(at.url === undefined ? {} : { DATABASE_URL: at.url }),
    LOG_LEVEL: 'silent',
    SMALL_FILES_IN_DATABASE: smallFiles,
  })
  const rows = await Promise.all(
    [...kinds.keys()].map(async (name) => {
      const row: Doubtful[] = []
      for (let count = 0; count < inRow; count += 1) {
        const edited = await prepareEdit(server, name)
        row.push({ edited, before: await stateOf(database, edited), acknowledged: false })
      }
      return row
    }),
  )
  let acknowledged = 0
  async function editAll(row: readonly Doubtful[]): Promise<void> {
    for (const doubtful of row) {
      await doubtful.edited.kind.edit({ ...server, clock: Date }, doubtful.edited)
      doubtful.acknowledged = true
      acknowledged += 1
      if (acknowledged !== killAfter) continue
      await pause(randomInt(5))
      server.child.kill('SIGKILL')
    }
  }
  const settled = await Promise.allSettled(rows.map(editAll))
  server.child.kill('SIGKILL')
  await server.exited
  for (const result of settled) {
    if (result.status === 'fulfilled') continue
    const { reason } = result
    // Nothing is refused: only that no answer came is expected.
    const isCut = reason instanceof ApiError ? reason.code === 'NETWORK_ERROR' : reason instanceof TypeError
    assert.ok(isCut && killAfter !== undefined, String(reason))
  }
  return rows.flat()
}

forEachDatabase('a server that is killed while transfers are edited', ({ place, open }) => {
  test(`leaves each as it was or as it should be: ${kinds.size} kinds of edits, ${kills} kills`, async () => {
    const at = await place()
    const database = await open(at)
    const done = new Map<string, TransferState>()
    let cut = 0
    for (let round = 0; round <= kills; round += 1) {
      // The first is killed when everything is acknowledged: that is what an edit comes to.
      const killAfter = round === 0 ? {} : { killAfter: randomInt(1, kinds.size * (inRow - 1)) }
      const smallFiles = round % 2 === 0 ? 'on' : 'off'
      const doubtfuls = await editUntilKilled(at, database, { smallFiles, ...killAfter })
      await using server = await startServer({ ...at, now: Date.now(), environment: unlimited })
      const verified = doubtfuls.map(async ({ edited, before, acknowledged }) => {
        const { name } = edited
        const state = await stateOf(server.services.database, edited)
        if (!done.has(name)) done.set(name, state)
        const isBefore = isDeepStrictEqual(state, before)
        if (!isBefore) assert.deepEqual(state, done.get(name), `${name}, half done`)
        assert.ok(!(isBefore && acknowledged), `${name}, acknowledged and not done`)
        if (!acknowledged) cut += 1
        await assertOpens(server, edited, state, !isBefore)
      })
      await Promise.all(verified)
      await assertNoStrays(server)
    }
    assert.ok(cut > 0)
  })
})
