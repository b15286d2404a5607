import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import pino from 'pino'
import { addressOf } from '#client/address-of.ts'
import { routes } from '#contract/routes.ts'
import { openServices } from '#server/app/services.ts'
import type { Config } from '#server/config/config.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Engine } from '#server/schema/engine.ts'
import type { startServerProcess } from '#tests/support/server/server-process.ts'
import { describeWaits, watchOthers } from './watch-others.ts'

type Server = Awaited<ReturnType<typeof startServerProcess>>

/** Rows changed by one statement. */
const batch = 1000
const DAY = 24 * 60 * 60_000

/**
 * Lets up to `most` transfers expire at once, starts the server, and measures how long it takes until they have ended, their
 * blobs are gone and what follows from it is done, and how long others wait for an info call meanwhile. Half of the blobs are
 * said to lie on the disk, where they do not.
 */
export async function benchSweep(config: Config, most: number, start: () => Promise<Server>): Promise<void> {
  const services = await openServices(config, pino({ level: 'silent' }), { now: Date.now })
  const { database, engine } = services
  await expire(database, engine.name, most)
  const { id } = await database
    .selectFrom('links')
    .innerJoin('transfers', 'transfers.id', 'links.transfer_id')
    .select('links.id')
    .where('ended_at', 'is', null)
    .where('transfers.expires_at', '>', Date.now() + DAY)
    .limit(1)
    .executeTakeFirstOrThrow()
  const before = await countLeft(engine.slowReads)
  const server = await start()
  const started = performance.now()
  const took = () => `${((performance.now() - started) / 1000).toFixed(0)} s`
  const stopWatching = watchOthers(addressOf(server.baseUrl, routes.fileInfo, { params: { id } }))
  let left = before
  let ended: string | undefined
  let cleared: string | undefined
  while (left.overdue + left.uncleared + left.events > 0) {
    await pause(1_000)
    left = await countLeft(engine.slowReads)
    if (left.overdue === 0) ended ??= took()
    if (left.overdue + left.uncleared === 0) cleared ??= took()
  }
  const all = took()
  const waits = await stopWatching()
  server.child.kill('SIGTERM')
  await server.exited
  await services.close()
  console.log(
    `${before.overdue} expired at once: ended in ${ended}, their blobs gone in ${cleared}, their owners notified in ${all};`,
  )
  console.log(describeWaits(waits))
}

async function expire(database: Database, engine: Engine, most: number): Promise<void> {
  const live = await database
    .selectFrom('transfers')
    .innerJoin('files', 'files.transfer_id', 'transfers.id')
    .innerJoin('segments', 'segments.file_id', 'files.id')
    .select(['transfers.id', 'segments.blob_id'])
    .where('ended_at', 'is', null)
    .limit(most)
    .execute()
  const expires_at = Date.now()
  for (let from = 0; from < live.length; from += batch) {
    const some = live.slice(from, from + batch)
    const ids = some.map(({ id }) => id)
    await database.updateTable('transfers').set({ expires_at }).where('id', 'in', ids).execute()
    const blobs = some.slice(0, batch / 2).map(({ blob_id }) => blob_id)
    await database.updateTable('blobs').set({ store: 'disk' }).where('id', 'in', blobs).execute()
  }
  // Or the sweep would remember that it ran a moment ago.
  await database.deleteFrom('jobs').execute()
  // What was written here is nothing that the server has to copy.
  if (engine === 'sqlite') await sql`pragma wal_checkpoint(truncate)`.execute(database)
}

/** What the sweep, and the subscribers of its events, have still to do. */
async function countLeft(database: Database) {
  const transfers = database.selectFrom('transfers').select(({ fn }) => fn.countAll<number>().as('rows'))
  const overdue = await transfers
    .where('ended_at', 'is', null)
    .where('expires_at', '<=', Date.now())
    .executeTakeFirstOrThrow()
  const uncleared = await transfers
    .where('ended_at', 'is not', null)
    .where('cleared', '=', sql.lit(0))
    .executeTakeFirstOrThrow()
  const events = await database
    .selectFrom('events')
    .select(({ fn }) => fn.countAll<number>().as('rows'))
    .executeTakeFirstOrThrow()
  return { overdue: overdue.rows, uncleared: uncleared.rows, events: events.rows }
}
