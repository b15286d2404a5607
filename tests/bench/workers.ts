import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { percentile } from './figures.ts'
import { type Figures, type Measured, measure, startRestante } from './processes.ts'

const small = 10 * 1024

/** Calls a second of one process and of several, in turns: what more of them are worth on this machine. */
const { values } = parseArgs({
  options: {
    workers: { type: 'string', default: '2' },
    calls: { type: 'string', default: '4000' },
    rounds: { type: 'string', default: '3' },
    place: { type: 'string', default: '/dev/shm' },
  },
})
const calls = Number(values.calls)
const rounds = Number(values.rounds)

type Contender = { readonly name: string; readonly server: Measured; readonly info: string }

async function start(folder: string, workers: string): Promise<Contender> {
  const server = await startRestante(join(folder, workers), { WORKERS: workers })
  const { answer } = await measure(server, 'form', '/api/files/upload', small)
  const [, id] = /"deletionUrl":"[^"]*\/delete\/([\w-]+)#/.exec(answer) ?? []
  if (id === undefined) throw new Error(answer)
  return { name: `${workers} processes`, server, info: `/api/files/info/${id}` }
}

const jobs: Record<string, (one: Contender) => Promise<Figures>> = {
  'info calls': ({ server, info }) => measure(server, 'calls', info, 0, calls),
  '10 KB uploads': ({ server }) => measure(server, 'small forms', '/api/files/upload', small, calls),
}

const folder = await mkdtemp(join(values.place, 'restante-workers-'))
const contenders = [await start(folder, '1'), await start(folder, values.workers)]
try {
  for (const [job, run] of Object.entries(jobs)) {
    const figures = new Map(contenders.map((one) => [one, [] as Figures[]]))
    // The first round warms up.
    for (let round = 0; round <= rounds; round += 1)
      for (const one of contenders) {
        const measured = await run(one)
        if (measured.answer !== '') throw new Error(`${job}: ${measured.answer}`)
        if (round > 0) figures.get(one)?.push(measured)
      }
    for (const [{ name }, all] of figures) {
      const rate =
        calls /
        percentile(
          all.map(({ seconds }) => seconds),
          0.5,
        )
      const cpu = percentile(
        all.map((one) => one.cpu / calls),
        0.5,
      )
      const peak = Math.max(...all.map((one) => one.peak)) / 1e6
      console.log(
        `${job.padEnd(14)}  ${name.padEnd(12)}  ${rate.toFixed(0).padStart(6)} per second  ${(cpu * 1e6).toFixed(0)} CPU µs each  peak ${peak.toFixed(0)} MB`,
      )
    }
  }
} finally {
  for (const { server } of contenders) await server.stop()
  await rm(folder, { recursive: true, force: true })
}
