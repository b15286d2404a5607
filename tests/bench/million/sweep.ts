import { setTimeout as pause } from 'node:timers/promises'
import pino from 'pino'
import { createClient } from '#client/create-client.ts'
import { endpoints } from '#contract/endpoints.ts'
import type { Config } from '#server/config.ts'
import { openServices } from '#server/services.ts'
import type { startServerProcess } from '../../support/server/server-process.ts'
import { percentile } from '../figures.ts'

type Server = Awaited<ReturnType<typeof startServerProcess>>

const most = 100_000

/**
 * Lets up to 100 000 transfers expire at once, starts the server, and measures how long it takes until they have ended and
 * their blobs are gone, and how long others wait for an info call meanwhile.
 */
export async function benchSweep(config: Config, start: () => Promise<Server>): Promise<void> {
  const services = await openServices(config, pino({ level: 'silent' }), { now: Date.now })
  const { database } = services
  const live = database.selectFrom('transfers').select('id').where('ended_at', 'is', null)
  await database
    .updateTable('transfers')
    .set({ expires_at: Date.now() })
    .where('id', 'in', live.limit(most))
    .execute()
  const { id } = await database.selectFrom('links').select('id').limit(1).executeTakeFirstOrThrow()
  const left = async () => {
    const { transfers } = await database
      .selectFrom('transfers')
      .select(({ fn }) => fn.countAll<number>().as('transfers'))
      .where(({ eb, or, and }) =>
        or([
          and([eb('ended_at', 'is', null), eb('expires_at', '<=', Date.now())]),
          and([eb('ended_at', 'is not', null), eb('cleared', '=', 0)]),
        ]),
      )
      .executeTakeFirstOrThrow()
    return transfers
  }
  const expired = await left()
  const server = await start()
  const started = performance.now()
  const client = createClient({ baseUrl: server.baseUrl, schemas: endpoints })
  const waits: number[] = []
  let done = false
  async function others() {
    while (!done) {
      const asked = performance.now()
      await client.call('fileInfo', { params: { id } }).catch(() => {})
      waits.push(performance.now() - asked)
      await pause(5)
    }
  }
  const asking = others()
  while ((await left()) > 0) await pause(2_000)
  const took = (performance.now() - started) / 1000
  done = true
  await asking
  server.child.kill('SIGTERM')
  await server.exited
  await services.close()
  const [middle, worst] = [percentile(waits, 0.5), percentile(waits, 1)].map((value) => value.toFixed(1))
  console.log(
    `${expired} expired at once: swept in ${took.toFixed(0)} s; others waited ${middle} ms, ${worst} at most`,
  )
}
