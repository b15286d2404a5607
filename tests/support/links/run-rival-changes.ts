/** Runs a share of the pairs of rival changes in a thread of its own: `workerData` says where the database lies and how often. */
import { workerData } from 'node:worker_threads'
import * as z from 'zod'
import { eventsHandled } from '../server/events-handled.ts'
import { startServer } from '../server/server.ts'
import { pairs, runPair } from './rival-changes.ts'

const place = z.object({ url: z.optional(z.string()), dataDir: z.string() })
const share = z.object({ at: place, rounds: z.int(), share: z.int(), shares: z.int() })
const given = share.parse(workerData)
const atOnce = 20

const options = { ...given.at, environment: { RATE_LIMITS: 'off', UPLOADS_PER_HOUR: '1000000' } }
await using one = await startServer(options)
await using two = await startServer(options)
one.clock.freeze()
two.clock.freeze()
// Both show the same time from here on.
two.clock.advance(one.clock.now() - two.clock.now())
for (const [index, pair] of pairs.entries()) {
  if (index % given.shares !== given.share) continue
  for (let left = given.rounds; left > 0; left -= atOnce)
    await runPair([one, two], pair, Math.min(left, atOnce))
}
await eventsHandled(one.services)
