import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, type TestContext, test } from 'node:test'
import { atMost } from '#tests/bench/bounds/at-most.ts'
import { foreignZip } from '#tests/support/samples/foreign-zip.ts'
import { hostileZips } from '#tests/support/samples/hostile-zips.ts'
import { watchOtherCallers } from '#tests/support/server/other-callers.ts'
import { startServerProcess } from '#tests/support/server/server-process.ts'
import { thorough } from '#tests/support/server/thoroughness.ts'
import { beginSlowDownload } from '#tests/support/services/slow-download.ts'
import { upload } from '#tests/support/transfers/transfers.ts'

const MIB = 1024 * 1024
/** What looking into any archive may cost: memory beside what the server holds anyway, and time of the processor. */
const maxGrowth = 64 * MIB
const maxSeconds = 1
const one = Buffer.from('1')

/** What is allowed, and asks for as much as that can. */
const numbers = thorough ? { members: 80_010, periods: 8000 } : { members: 8000, periods: 500 }
const large: Readonly<Record<string, () => Uint8Array>> = {
  'as many members as can be, or more': () =>
    foreignZip(
      Array.from({ length: numbers.members }, (_, n) => ({ name: `${n}.txt`, bytes: one, stored: true })),
    ),
  'names as long as can be': () =>
    foreignZip(Array.from({ length: 300 }, (_, n) => ({ name: `${n}/${'n'.repeat(60_000)}`, bytes: one }))),
  'a member just below the ratio': () => foreignZip([{ name: 'a.txt', bytes: almostBomb() }]),
}

/** Text that is packed to about a hundredth. */
function almostBomb(): Buffer {
  const period = () => randomBytes(40).toString('hex').padEnd(8000)
  return Buffer.from(Array.from({ length: numbers.periods }, period).join('\n'))
}

let folder: string
let server: Awaited<ReturnType<typeof startServerProcess>>
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'restante-archives-'))
  server = await startServerProcess(folder, { RATE_LIMITS: 'off', LOG_LEVEL: 'warn' })
})
after(async () => {
  server.child.kill('SIGKILL')
  await server.exited
  await rm(folder, { recursive: true, force: true })
})

const proc = (name: string) => `/proc/${server.child.pid}/${name}`

/** Bytes of memory, now and the most since the last call. */
async function memory(): Promise<{ now: number; most: number }> {
  const status = readFileSync(proc('status'), 'utf8')
  const bytes = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1]) * 1024
  const found = { now: bytes('VmRSS'), most: bytes('VmHWM') }
  await writeFile(proc('clear_refs'), '5')
  return found
}

/** Seconds that the server has computed. */
function seconds(): number {
  const fields = readFileSync(proc('stat'), 'utf8').split(') ').at(-1)?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) / 100
}

/** Asks for everything that looks into an archive. Each is answered, and costs no more than it may. */
async function lookInto(t: TestContext, id: string, name: string): Promise<void> {
  const at = `${server.baseUrl}/api/download/${id}`
  const body = JSON.stringify({ members: [1] })
  const headers = { 'content-type': 'application/json' }
  const requests: Readonly<Record<string, () => Promise<Response>>> = {
    'the first page': () => fetch(`${at}/members`),
    'the last page': () => fetch(`${at}/members?page=800`),
    'a search': () => fetch(`${at}/members?search=a`),
    'a member': () => fetch(`${at}/members/1`),
    'a preview': () => fetch(`${at}/members/1/preview`),
    'what is not looked into': () => fetch(`${at}/members/0`),
    'a selection': () => fetch(`${at}/selection`, { method: 'POST', body, headers }),
    'what is selected': () => fetch(`${at}/selection?members=1`),
  }
  const most = { growth: 0, time: 0 }
  for (const [what, ask] of Object.entries(requests)) {
    const { now } = await memory()
    const began = seconds()
    const answer = await ask()
    assert.ok(answer.status < 500, `${name}, ${what}: ${answer.status}`)
    // What is not as its directory says breaks off.
    await answer.body?.pipeTo(new WritableStream()).catch(() => {})
    const time = seconds() - began
    const growth = (await memory()).most - now
    most.growth = Math.max(most.growth, growth)
    most.time = Math.max(most.time, time)
  }
  atMost(t, `${name}, growth`, most.growth / MIB, maxGrowth / MIB, 'MB')
  atMost(t, `${name}, processor`, most.time, maxSeconds, 's')
}

test('looking into an archive that is made to harm costs little memory and time', async (t) => {
  for (const [name, bytes] of Object.entries(hostileZips)) {
    const { id } = await upload(server.baseUrl, bytes, {}, 'photos.zip')
    await lookInto(t, id, name)
  }
  for (const [name, make] of Object.entries(large)) {
    const { id } = await upload(server.baseUrl, make(), {}, 'photos.zip')
    await lookInto(t, id, name)
  }
})

test('many who look into archives at once, and many who read slowly, cost little more than one', async (t) => {
  const small = (n: number) => ({ name: `${n}.txt`, bytes: one, stored: true })
  const bytes = foreignZip([
    { name: 'large.bin', bytes: randomBytes(16 * MIB), stored: true },
    ...Array.from({ length: numbers.members - 20 }, (_, n) => small(n)),
  ])
  const sent = [1, 2, 3].map(() => upload(server.baseUrl, bytes, {}, 'photos.zip'))
  const places = (await Promise.all(sent)).map(({ id }) => `${server.baseUrl}/api/download/${id}/members`)
  const { now } = await memory()
  const callers = watchOtherCallers(server.baseUrl, ['/api/config'])
  const asked = places.flatMap((place) => Array.from({ length: 30 }, () => place))
  const statuses = await Promise.all(
    asked.map(async (place) => {
      const answer = await fetch(place)
      await answer.arrayBuffer()
      return answer.status
    }),
  )
  assert.deepEqual([...new Set(statuses)], [200])
  const readers = await Promise.all(asked.map((place) => beginSlowDownload(`${place}/0`)))
  const growth = (await memory()).most - now
  const { statuses: othersGot, slow } = await callers.stop()
  for (const { leave } of readers) leave()
  assert.deepEqual(othersGot, [200])
  atMost(t, 'growth', growth / MIB, (2 * maxGrowth) / MIB, 'MB')
  atMost(t, 'others waited', slow, 1000, 'ms')
})
