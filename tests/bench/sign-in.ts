import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import * as z from 'zod'
import { percentile, shuffled } from './figures.ts'
import { type Measured, startRestante } from './processes.ts'

const password = 'correct horse battery staple'
/** How long other requests are timed, in milliseconds. */
const timing = 5_000
const signingIn = 8

type Sample = { known: boolean; time: number }

/**
 * Measures whether the time of an answer tells that a name or an address has an account, and how long other requests
 * take while eight people sign in.
 * @param samples of each kind
 */
export async function benchSignIn(server: Measured, samples: number): Promise<void> {
  const base = `http://127.0.0.1:${server.port}/api`
  await post(base, '/auth/register', { username: 'ada', email: 'ada@example.org', password })
  await compare('wrong password', samples, (known) =>
    post(base, '/auth/login', { username: known ? 'ada' : 'bob', password: 'not this one' }),
  )
  await compare('forgotten password', Math.ceil(samples / 10), (known) =>
    post(base, '/auth/forgot-password', { email: known ? 'ada@example.org' : 'bob@example.org' }),
  )
  await timeOthers(base)
}

/** Asks for a name with and one without an account, in turns, and prints the difference beside what chance makes. */
async function compare(
  what: string,
  count: number,
  ask: (known: boolean) => Promise<unknown>,
): Promise<void> {
  const all: Sample[] = []
  for (let round = -5; round < count; round += 1) {
    for (const known of shuffled([true, false])) {
      const started = performance.now()
      await ask(known)
      // The first ones are slow for other reasons.
      if (round >= 0) all.push({ known, time: performance.now() - started })
    }
  }
  const times = all.map(({ time }) => time)
  const difference = Math.abs(
    halvesDiffer(
      all.map(({ known }) => known),
      times,
    ),
  )
  const chance = Array.from({ length: 1000 }, () =>
    Math.abs(halvesDiffer(shuffled(all.map(({ known }) => known)), times)),
  )
  const noise = percentile(chance, 0.95)
  console.log(
    `${what.padEnd(22)}  ${percentile(times, 0.5).toFixed(1)} ms  known and unknown differ by ${difference.toFixed(3)} ms, chance by up to ${noise.toFixed(3)} ms: ${difference < noise ? 'nothing to see' : 'IT TELLS'}`,
  )
}

/** The median of the samples that are marked, less that of the others. */
function halvesDiffer(marks: readonly boolean[], times: readonly number[]): number {
  const marked = times.filter((_, index) => marks[index])
  const others = times.filter((_, index) => !marks[index])
  return percentile(marked, 0.5) - percentile(others, 0.5)
}

type Requests = Readonly<Record<string, () => Promise<unknown>>>

/** Times requests of several kinds, alone and while people sign in as fast as they can. */
async function timeOthers(base: string): Promise<void> {
  const id = await upload(base)
  const requests: Requests = {
    'info call': () => fetch(`${base}/files/info/${id}`).then((response) => response.text()),
    '10 KB upload': () => upload(base),
    '10 KB download': () => fetch(`${base}/download/${id}/file`).then((response) => response.arrayBuffer()),
  }
  const alone = await timeEach(requests)
  let busy = true
  let signedIn = 0
  async function keepSigningIn() {
    while (busy) {
      await post(base, '/auth/login', { username: 'ada', password })
      signedIn += 1
    }
  }
  const people = Array.from({ length: signingIn }, keepSigningIn)
  const meanwhile = await timeEach(requests)
  busy = false
  await Promise.all(people)
  const rate = ((signedIn / timing) * 1000).toFixed(0)
  console.log(`${signingIn} people signing in: ${rate} per second, and meanwhile (alone)`)
  for (const name of Object.keys(requests)) {
    const [busyTimes = [], quietTimes = []] = [meanwhile.get(name), alone.get(name)]
    const figures = [0.5, 0.99, 1].map(
      (part) => `${percentile(busyTimes, part).toFixed(0)} (${percentile(quietTimes, part).toFixed(0)}) ms`,
    )
    console.log(
      `  ${name.padEnd(20)}  median ${figures[0]}  99 % within ${figures[1]}  longest ${figures[2]}`,
    )
  }
}

/** Makes each of the requests in turn, again and again, and gives the milliseconds that they took. */
async function timeEach(requests: Requests): Promise<Map<string, number[]>> {
  const times = new Map(Object.keys(requests).map((name) => [name, [] as number[]]))
  const end = performance.now() + timing
  while (performance.now() < end) {
    for (const [name, request] of Object.entries(requests)) {
      const started = performance.now()
      await request()
      times.get(name)?.push(performance.now() - started)
    }
  }
  return times
}

const uploaded = z.object({ file: z.object({ id: z.string() }) })

async function upload(base: string): Promise<string> {
  const form = new FormData()
  form.append('file', new Blob([new Uint8Array(10 * 1024)]), 'small.bin')
  const response = await fetch(`${base}/files/upload`, { method: 'POST', body: form })
  return uploaded.parse(await response.json()).file.id
}

async function post(base: string, path: string, body: object): Promise<void> {
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(base + path, { method: 'POST', headers, body: JSON.stringify(body) })
  await response.arrayBuffer()
  if (response.status >= 429) throw new Error(`${path} answered ${response.status}`)
}

if (import.meta.main) {
  const { values } = parseArgs({ options: { quick: { type: 'boolean', default: false } } })
  const folder = await mkdtemp(join(tmpdir(), 'restante-bench-'))
  const server = await startRestante(folder)
  try {
    await benchSignIn(server, values.quick ? 50 : 500)
  } finally {
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  }
}
