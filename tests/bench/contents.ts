import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { percentile, shuffled } from './figures.ts'
import { type Measured, measure, startRestante } from './processes.ts'

const MIB = 1024 * 1024

/** A job of client.ts and its arguments. */
type Job = readonly [job: string, ...(string | number)[]]
type Comparison = { readonly name: string; readonly with: Job; readonly without: Job }

const path = '/api/files/upload'
const small: Job = ['members', path, 5000 * 10 * 1024, 5000]
const texts: Job = ['texts', path, 5000 * 10 * 1024, 5000]
const photos = { bytes: 240 * MIB, count: 80 }
const one: Job = ['form', path, 512 * MIB]
const comparisons: readonly Comparison[] = [
  { name: '5 000 files of 10 KB', with: small, without: small },
  { name: '5 000 texts of 10 KB', with: texts, without: texts },
  {
    name: '80 photos and thumbnails',
    with: ['photos', path, photos.bytes, photos.count],
    without: ['members', path, photos.bytes, photos.count],
  },
  { name: 'one file of 512 MB', with: one, without: one },
]

/** Seconds of the server's processor for one upload. What was sent is removed, which does not count. */
async function cpuOf(server: Measured, job: Job): Promise<number> {
  const { answer, cpu } = await measure(server, ...job)
  const [, id, token = ''] = /"deletionUrl":"[^"]*\/delete\/([\w-]+)#([\w-]+)"/.exec(answer) ?? []
  if (id === undefined) throw new Error(answer)
  const headers = { 'x-deletion-token': token }
  await fetch(`http://127.0.0.1:${server.port}/api/files/${id}`, { method: 'DELETE', headers })
  return cpu
}

type Pair = { ours: number; reference: number }

/** Pairs that one start of both servers gives. */
const pairsOfStart = 4
/** Pairs before them: until the fourth V8 has not optimized all that is done for each file of an upload. */
const warmingPairs = 4

/**
 * What the list of the files inside and their thumbnails cost an upload: the server beside one from whose source they are
 * taken out (without-index.ts), in turns, by the server's processor time, for other programs do not count in it. Both are
 * started anew for every four pairs: of two processes of the same program one can be a tenth slower for as long as it runs.
 * @param folder for the content of both
 * @param rounds pairs
 */
export async function benchContents(folder: string, rounds: number): Promise<void> {
  const pairs = new Map<Comparison, Pair[]>(comparisons.map((comparison) => [comparison, []]))
  for (let left = rounds; left > 0; left -= pairsOfStart)
    await addPairs(join(folder, String(left)), pairs, Math.min(left, pairsOfStart))
  for (const [{ name }, measured] of pairs) console.log(describe(name, measured))
}

async function addPairs(folder: string, pairs: Map<Comparison, Pair[]>, count: number): Promise<void> {
  const hook = new URL('without-index.ts', import.meta.url).href
  const start = (name: string, address: string) =>
    startRestante(join(folder, name), { NODE_OPTIONS: `--import=${address}` }, process.cwd())
  // Both load their source through it, one as it is.
  const withIndex = await start('with', `${hook}?unchanged`)
  const without = await start('without', hook)
  try {
    for (const [comparison, measured] of pairs) {
      for (let round = -warmingPairs; round < count; round += 1) {
        const pair: Pair = { ours: 0, reference: 0 }
        for (const turn of shuffled(['ours', 'reference'] as const))
          pair[turn] =
            turn === 'ours'
              ? await cpuOf(withIndex, comparison.with)
              : await cpuOf(without, comparison.without)
        if (round >= 0) measured.push(pair)
      }
    }
  } finally {
    for (const server of [withIndex, without]) await server.stop()
  }
}

function describe(name: string, pairs: readonly Pair[]): string {
  // Other programs on the same processor only ever make a sample dearer.
  const quick = (kind: keyof Pair) =>
    percentile(
      pairs.map((pair) => pair[kind]),
      0.25,
    )
  const [ours, reference] = [quick('ours'), quick('reference')]
  const ratios = pairs.map((pair) => pair.ours / pair.reference)
  const [low, middle, high] = [0.25, 0.5, 0.75].map((part) => percentile(ratios, part).toFixed(3))
  return `${name.padEnd(25)}  ${ours.toFixed(3)} CPU s (without the index ${reference.toFixed(3)}), ratio ${(ours / reference).toFixed(3)}; of pairs in turns ${middle} (half of them ${low} to ${high})`
}

if (import.meta.main) {
  const { values } = parseArgs({
    options: { rounds: { type: 'string', default: '40' }, place: { type: 'string', default: '/dev/shm' } },
  })
  const folder = await mkdtemp(join(values.place, 'restante-contents-'))
  try {
    await benchContents(folder, Number(values.rounds))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
