import { parseArgs } from 'node:util'
import { linkOf, sendTo, startMailingServer } from '../support/transfers/recipients.ts'
import { percentile, shuffled } from './figures.ts'

/**
 * Measures whether the time of an answer shows that there was once a link that needs a code: one that never was, a revoked
 * one, one that is used up and one that is over are asked for in turns.
 *   node tests/bench/links.ts [--samples 500]
 */
const { values } = parseArgs({ options: { samples: { type: 'string', default: '500' } } })
const samples = Number(values.samples)
/** The first rounds are slow for other reasons. */
const warmUp = 20

type Sample = { readonly kind: string; readonly time: number }

/** The largest difference between the medians of kinds. */
function spread(all: readonly Sample[]): number {
  const kinds = Map.groupBy(all, ({ kind }) => kind)
  const medians = Array.from(kinds.values(), (of) =>
    percentile(
      of.map(({ time }) => time),
      0.5,
    ),
  )
  return Math.max(...medians) - Math.min(...medians)
}

async function compare(
  what: string,
  ids: Readonly<Record<string, string>>,
  ask: (id: string) => Promise<Response>,
): Promise<void> {
  const all: Sample[] = []
  for (let round = -warmUp; round < samples; round += 1) {
    for (const [kind, id] of shuffled(Object.entries(ids))) {
      const began = performance.now()
      await (await ask(id)).text()
      if (round >= 0) all.push({ kind, time: performance.now() - began })
    }
  }
  for (const [kind, of] of Map.groupBy(all, ({ kind }) => kind)) {
    const times = of.map(({ time }) => time)
    console.log(
      `${what.padEnd(8)} ${kind.padEnd(8)} median ${percentile(times, 0.5).toFixed(3)} ms of ${times.length}`,
    )
  }
  const kinds = all.map(({ kind }) => kind)
  const chance = Array.from({ length: 500 }, () => {
    const mixed = shuffled(kinds)
    return spread(all.map(({ time }, index) => ({ kind: mixed[index] ?? '', time })))
  })
  const [difference, noise] = [spread(all), percentile(chance, 0.95)]
  const verdict = difference < noise ? 'nothing to see' : 'THEY DIFFER'
  console.log(
    `${what.padEnd(8)} medians differ by ${difference.toFixed(3)} ms, chance by up to ${noise.toFixed(3)}: ${verdict}`,
  )
}

await using server = await startMailingServer({ environment: { RATE_LIMITS: 'off' } })
const { database, clock } = server.services
async function deadLink(columns: object): Promise<string> {
  const id = linkOf(await sendTo(server, ['jonas@example.org']))
  await database.updateTable('links').set(columns).where('id', '=', id).execute()
  return id
}
const ids = {
  unknown: 'A'.repeat(22),
  revoked: await deadLink({ revoked_at: clock.now() }),
  'used up': await deadLink({ download_limit: 1, downloads: 1 }),
  over: await deadLink({ expires_at: clock.now() - 1 }),
}
const post = (body: object) => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
})
await compare('info', ids, (id) => fetch(`${server.baseUrl}/api/files/info/${id}`))
await compare('ticket', ids, (id) => fetch(`${server.baseUrl}/api/download/${id}/ticket`, post({})))
await compare('code', ids, (id) =>
  fetch(`${server.baseUrl}/api/download/${id}/code`, post({ code: '123456' })),
)
