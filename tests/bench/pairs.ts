import { mkdtemp, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { startScript } from '../support/server/child-processes.ts'
import { percentile, shuffled } from './figures.ts'
import { type Figures, type Measured, measure, measureStart, startBeside } from './processes.ts'

/**
 * Measures two builds of the server, or one with other settings, in turns. Ratios are of pairs, so that a machine whose speed
 * drifts says the same; both are started anew for every few pairs, because of two processes of the same program one can be a
 * tenth slower for as long as it runs.
 *   node tests/bench/pairs.ts [--rounds 12] [--starts 3] [--place /dev/shm] [--only JOB] 'FOLDER [NAME=value ...] [--flag ...]' '…'
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: 'string', default: '12' },
    starts: { type: 'string', default: '3' },
    place: { type: 'string', default: '/dev/shm' },
    only: { type: 'string', multiple: true },
  },
})
const MIB = 1024 * 1024
const small = 10 * 1024
const pairsOfStart = Math.ceil(Number(values.rounds) / Number(values.starts))
const upload = '/api/files/upload'

/** Name, how many calls or MiB it is, and what it runs against a server that has a small and a large file of these ids. */
const jobs: readonly (readonly [
  name: string,
  amount: number,
  run: (server: Measured, id: string, large: string) => Promise<Figures>,
])[] = [
  ['info', 2000, (server, id) => measure(server, 'calls', `/api/files/info/${id}`, 0, 2000)],
  ['ticket', 1000, (server, id) => measure(server, 'empty objects', `/api/download/${id}/ticket`, 0, 1000)],
  ['small upload', 500, (server) => measure(server, 'small forms', upload, small, 500)],
  ['small download', 500, (server, id) => measure(server, 'calls', `/api/download/${id}/file`, 0, 500)],
  ['upload', 64, (server) => measure(server, 'form', upload, 64 * MIB)],
  ['sixteen uploads', 128, (server) => measure(server, 'forms', upload, 8 * MIB, 16)],
  ['download', 64 * 4, (server, _, large) => measure(server, 'calls', `/api/download/${large}/file`, 0, 4)],
]

type Side = {
  readonly server: Measured
  readonly id: string
  readonly large: string
  readonly begun: Figures
}
type Pair = readonly [Figures, Figures]

/** Uploads a file of this many bytes and gives its id. */
async function send(server: Measured, bytes: number): Promise<string> {
  const { answer } = await measure(server, 'form', upload, bytes)
  const [, id] = /"deletionUrl":"[^"]*\/delete\/([\w-]+)#/.exec(answer) ?? []
  if (id === undefined) throw new Error(answer)
  return id
}

/** Starts a server as its words say: a folder with a build, then settings and flags of Node. It is stopped with what is to be `ended`. */
async function start(place: string, words: string, ended: AsyncDisposableStack): Promise<Side> {
  const [build = '.', ...rest] = words.split(' ')
  const flags = rest.filter((word) => word.startsWith('-'))
  const settings = rest.filter((word) => !word.startsWith('-'))
  const started = performance.now()
  const server = await startBeside(place, (port) => [
    'env',
    ...[
      'HOST=127.0.0.1',
      `PORT=${port}`,
      `DATA_DIR=${place}`,
      'LOG_LEVEL=warn',
      'RATE_LIMITS=off',
      ...settings,
    ],
    ...[startScript, ...flags, resolve(build, 'dist/server/main.js')],
  ])
  ended.defer(() => server.stop())
  const begun = await measureStart(server, (performance.now() - started) / 1000)
  return { server, id: await send(server, small), large: await send(server, 64 * MIB), begun }
}

const wanted = jobs.filter(([name]) => values.only?.includes(name) ?? true)
const measured = new Map<string, Pair[]>([
  ['start', []],
  ...wanted.map(([name]) => [name, []] as [string, Pair[]]),
])

async function addPairs(folder: string): Promise<void> {
  await using ended = new AsyncDisposableStack()
  ended.defer(() => rm(folder, { recursive: true, force: true }))
  const [first = '.', second = '.'] = positionals
  const one = await start(join(folder, 'one'), first, ended)
  const other = await start(join(folder, 'other'), second, ended)
  measured.get('start')?.push([one.begun, other.begun])
  // The first pair warms up.
  for (const [name, , run] of wanted)
    for (let pair = -1; pair < pairsOfStart; pair += 1) {
      const figures = new Map<Side, Figures>()
      for (const side of shuffled([one, other]))
        figures.set(side, await run(side.server, side.id, side.large))
      const [ours, theirs] = [figures.get(one), figures.get(other)]
      if (ours && theirs && pair >= 0) measured.get(name)?.push([ours, theirs])
    }
}

function describe(name: string, amount: number, pairs: readonly Pair[]): string {
  const row = (what: string, unit: string, of: (figures: Figures) => number) => {
    const ratios = pairs.map(([ours, theirs]) => of(ours) / of(theirs))
    const [low, middle, high] = [0.25, 0.5, 0.75].map((part) => percentile(ratios, part).toFixed(3))
    const [ours, theirs] = [0, 1].map((side) =>
      percentile(
        pairs.map((pair) => of(pair[side === 0 ? 0 : 1])),
        0.5,
      ).toPrecision(4),
    )
    return `  ${what.padEnd(6)} ${ours} and ${theirs} ${unit}, ratio ${middle} (half of the pairs ${low} to ${high})`
  }
  return [
    `${name}, ${pairs.length} pairs`,
    row('CPU', 'ms each', ({ cpu }) => (cpu / amount) * 1000),
    row('rate', 'a second', ({ seconds }) => amount / seconds),
    row('peak', 'MB', ({ peak }) => peak / 1e6),
  ].join('\n')
}

for (let begun = 0; begun < Number(values.starts); begun += 1)
  await addPairs(await mkdtemp(join(values.place, 'restante-pairs-')))
for (const [name, amount] of [['start', 1], ...wanted] as const)
  console.log(describe(name, amount, measured.get(name) ?? []))
