import { smallRandom } from '#crypto/random-bytes.ts'
import type { Database, TransfersRow } from '#server/platform/database/database.ts'
import { transact } from '#server/platform/database/transact.ts'
import type { Services } from '#server/platform/services.ts'
import type { LiveLink } from '../links/find-live-link.ts'
import { lockLive, resumeTime, runningTime } from './reservations.ts'

/** How often what is retained is retained for longer, in milliseconds. */
const retainEvery = 20_000

type Needs = Pick<Services, 'database' | 'clock' | 'log'>

/**
 * Retains the blobs of transfers that end by the clock, or by their last download, while something of them is sent that counts
 * as no download. Each has a row among the reservations then, which takes no download of its link.
 * @returns what releases them
 * @throws Failure as findStillLive does, for one that has ended by now
 */
export async function retainBlobs(
  services: Needs,
  lives: readonly Pick<LiveLink, 'link' | 'transfer'>[],
): Promise<() => Promise<void>> {
  const { database, clock, log } = services
  const hashes = new Map(lives.map(({ link }) => [link.id, smallRandom(32)]))
  const retained = new Set<string>()

  async function retain(connection: Database, linkId: string): Promise<void> {
    const until = clock.now() + runningTime
    const row = {
      ticket_hash: hashes.get(linkId) ?? smallRandom(32),
      link_id: linkId,
      sealed_key: new Uint8Array(0),
      slot_id: null,
      expires_at: until,
      until,
      running: 0,
      delivered: '[]',
      whole: 0,
      counted: 1,
    }
    retained.add(linkId)
    await connection
      .insertInto('reservations')
      .values(row)
      .onConflict((conflict) => conflict.column('ticket_hash').doUpdateSet({ until, expires_at: until }))
      .execute()
  }
  /** The end of a transfer may have been moved since. */
  async function retainAgain(): Promise<void> {
    const rows = await database
      .selectFrom('links')
      .innerJoin('transfers', 'transfers.id', 'links.transfer_id')
      .select(['links.id', 'transfers.expires_at', 'transfers.delete_after_download'])
      .where('links.id', 'in', [...hashes.keys()])
      .execute()
    for (const row of rows) if (mayEnd(row, clock.now())) await retain(database, row.id)
  }

  for (const live of lives)
    if (mayEnd(live.transfer, clock.now()))
      await transact(database, async (transaction) => {
        await retain(transaction, live.link.id)
        // guard: live link while its blobs are retained -> tests/http/downloads/ended-meanwhile.test.ts "gives none of its members"
        await lockLive(services, transaction, live)
      })
  const timer = setInterval(() => {
    retainAgain().catch((error: unknown) =>
      log.warn({ err: error }, 'blobs that are being sent could not be retained'),
    )
  }, retainEvery).unref()
  return async () => {
    clearInterval(timer)
    if (retained.size === 0) return
    try {
      await database
        .deleteFrom('reservations')
        .where('ticket_hash', 'in', [...hashes.values()])
        .execute()
    } catch (error) {
      // They lapse by themselves.
      log.warn({ err: error }, 'blobs that were sent are retained for some minutes more')
    }
  }
}

/** Whether a transfer may end before its blobs are retained the next time. */
function mayEnd(
  { expires_at, delete_after_download }: Pick<TransfersRow, 'expires_at' | 'delete_after_download'>,
  now: number,
): boolean {
  return expires_at <= now + resumeTime || delete_after_download === 1
}
