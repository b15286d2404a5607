import { mkdtemp, open, rm, statfs } from 'node:fs/promises'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { keepFigure } from './bounds/trend.ts'
import { benchContents } from './contents.ts'
import { benchPortal } from './portal.ts'
import {
  type Figures,
  type Measured,
  measure,
  startBarePipeline,
  startReference,
  startRestante,
} from './processes.ts'
import { benchSignIn } from './sign-in.ts'

/**
 * Measures the server beside a plain web server, in the same run, in turns, over loopback.
 *   npm run bench -- [--where memory|disk] [--rounds 5] [--quick]
 */
const { values } = parseArgs({
  options: {
    where: { type: 'string' },
    rounds: { type: 'string', default: '5' },
    quick: { type: 'boolean', default: false },
  },
})
const rounds = values.quick ? 1 : Number(values.rounds)
const MIB = 1024 * 1024
const large = (values.quick ? 128 : 1024) * MIB
const medium = (values.quick ? 8 : 64) * MIB
const calls = values.quick ? 500 : 5000
const small = 10 * 1024
const members = values.quick ? { large: 128, many: 7000 } : { large: 1024, many: 70_000 }

const places: Record<string, string> = { memory: '/dev/shm', disk: tmpdir() }

function median(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN
}

/** What is measured, and what beside it: the plain web server, unless it is another figure of ours. */
type Row = { name: string; bytes: number; ours: Figures[]; beside?: string; reference: Figures[] }

function print(where: string, { name, bytes, ours, beside = 'reference', reference }: Row): void {
  const rate = (figures: readonly Figures[]) => median(figures.map(({ seconds }) => bytes / 1e6 / seconds))
  const cpu = (figures: readonly Figures[]) => median(figures.map((figure) => (figure.cpu / bytes) * 1e9))
  const ratio = median(ours.map(({ seconds }, round) => (reference[round]?.seconds ?? Number.NaN) / seconds))
  const peak = Math.max(...ours.map((figure) => figure.peak)) / 1e6
  const cells = [
    name.padEnd(22),
    `${rate(ours).toFixed(0)} MB/s`.padStart(11),
    `${beside} ${rate(reference).toFixed(0)} MB/s`.padStart(21),
    `ratio ${ratio.toFixed(2)}`.padStart(11),
    `${cpu(ours).toFixed(2)} CPU s/GB (${beside} ${cpu(reference).toFixed(2)})`.padStart(33),
    `peak ${peak.toFixed(0)} MB`.padStart(12),
  ]
  console.log(cells.join('  '))
  if (!values.quick) console.log(`  ${keepFigure(`${where}, ${name}`, ratio, `of ${beside}`)}`)
}

function printRate(name: string, figures: Figures): void {
  if (figures.answer !== '') throw new Error(`${name}: ${figures.answer}`)
  const cpu = (figures.cpu / calls) * 1e6
  const peak = figures.peak / 1e6
  console.log(
    `${name.padEnd(22)}  ${(calls / figures.seconds).toFixed(0).padStart(6)} per second  ${cpu.toFixed(0)} CPU µs each  peak ${peak.toFixed(0)} MB`,
  )
}

type SentFile = { id: string; token: string }

/** The files of one or several upload answers, as far as the next call needs them. */
function filesIn(answer: string): SentFile[] {
  const found = answer.matchAll(/"deletionUrl":"[^"]*\/delete\/([\w-]+)#([\w-]+)"/g)
  return [...found].map(([, id = '', token = '']) => ({ id, token }))
}

function fileIn(answer: string): SentFile {
  const [file] = filesIn(answer)
  if (!file) throw new Error(`no file in the answer: ${answer.slice(0, 300)}`)
  return file
}

async function bench(where: string, folder: string): Promise<void> {
  const reference = await startReference(join(folder, 'reference'))
  const bare = await startBarePipeline(join(folder, 'bare'))
  const restante = await startRestante(join(folder, 'restante'))
  console.log(`\n${where}, ${rounds} rounds, medians; the reference is ${reference.name}`)
  try {
    await benchTransfers(where, restante, reference, bare, () => touchMemory(folder))
    const kept = fileIn((await measure(restante, 'form', '/api/files/upload', small)).answer)
    const rate = async (name: string, job: string, path: string, bytes = 0) =>
      printRate(name, await measure(restante, job, path, bytes, calls))
    await rate('10 KB uploads', 'small forms', '/api/files/upload', small)
    await rate('info calls', 'calls', `/api/files/info/${kept.id}`)
    await rate('tickets', 'empty objects', `/api/download/${kept.id}/ticket`)
    await rate('10 KB downloads', 'calls', `/api/download/${kept.id}/file`)
    await benchOtherWays(where, restante)
    await benchPortal(restante, values.quick ? 500 : 5000)
    await benchSignIn(restante, values.quick ? 50 : 500)
    await benchContents(join(folder, 'contents'), values.quick ? 1 : 40)
  } finally {
    for (const server of [restante, bare, reference]) await server.stop()
  }
}

/** One large file up and down, and several at once, in turns with the plain server and with the least that Node must do. */
async function benchTransfers(
  where: string,
  restante: Measured,
  reference: Measured,
  bare: Measured,
  prepare: () => Promise<void>,
): Promise<void> {
  const upload: Row = { name: 'upload', bytes: large, ours: [], reference: [] }
  const download: Row = { name: 'download', bytes: large, ours: [], reference: [] }
  const sixteen: Row = { name: '16 uploads at once', bytes: 16 * medium, ours: [], reference: [] }
  const bareUpload: Row = { ...upload, name: 'bare upload', ours: [] }
  const bareDownload: Row = { ...download, name: 'bare download', ours: [] }
  for (let round = 0; round < rounds; round += 1) {
    await prepare()
    upload.reference.push(await measure(reference, 'put', '/reference.bin', large))
    await prepare()
    bareUpload.ours.push(await measure(bare, 'put', '/bare.bin', large))
    await prepare()
    const sent = await measure(restante, 'form', '/api/files/upload', large)
    upload.ours.push(sent)
    const file = fileIn(sent.answer)
    download.reference.push(await measure(reference, 'get', '/reference.bin'))
    bareDownload.ours.push(await measure(bare, 'get', '/bare.bin'))
    download.ours.push(await measure(restante, 'get', `/api/download/${file.id}/file`))
    await forget(restante, file)
    await prepare()
    sixteen.reference.push(await measure(reference, 'puts', '/reference.bin', medium, 16))
    await prepare()
    const many = await measure(restante, 'forms', '/api/files/upload', medium, 16)
    sixteen.ours.push(many)
    for (const sent of filesIn(many.answer)) await forget(restante, sent)
  }
  for (const row of [upload, bareUpload, download, bareDownload, sixteen]) print(where, row)
}

/** The same bytes as many files of one form, and as a resumable upload, beside one file. */
async function benchOtherWays(where: string, restante: Measured): Promise<void> {
  const one: Figures[] = []
  const beside = { bytes: large, beside: 'one file', reference: one }
  const several: Row = { name: `${members.large} files`, ours: [], ...beside }
  const resumable: Row = { name: 'resumable upload', ours: [], ...beside }
  const measured = async (figures: Figures[], ...job: Parameters<typeof measure>) => {
    const sent = await measure(...job)
    figures.push(sent)
    await forget(restante, fileIn(sent.answer))
  }
  for (let round = 0; round < rounds; round += 1) {
    await measured(one, restante, 'form', '/api/files/upload', large)
    await measured(resumable.ours, restante, 'resumable', '/api/files/resumable', large)
    await measured(several.ours, restante, 'members', '/api/files/upload', large, members.large)
  }
  for (const row of [resumable, several]) print(where, row)
  // Last of the transfers: what it takes of memory the process keeps.
  const tiny = await measure(restante, 'members', '/api/files/upload', members.many * 1024, members.many)
  await forget(restante, fileIn(tiny.answer))
  const rate = (members.many / tiny.seconds).toFixed(0)
  const name = `${members.many} files of 1 KB`.padEnd(22)
  console.log(`${name}  ${rate} per second  peak ${(tiny.peak / 1e6).toFixed(0)} MB`)
}

/**
 * Writes twice as much as one upload and removes it: memory that a machine has not used for a while comes at a price which
 * otherwise the one pays whose turn it is.
 */
async function touchMemory(folder: string): Promise<void> {
  const path = join(folder, 'touched')
  const chunk = Buffer.alloc(MIB)
  const file = await open(path, 'w')
  for (let written = 0; written < 2 * large; written += chunk.length) await file.write(chunk)
  await file.close()
  await rm(path)
}

async function forget({ port }: Measured, { id, token }: SentFile): Promise<void> {
  const headers = { 'x-deletion-token': token }
  await fetch(`http://127.0.0.1:${port}/api/files/${id}`, { method: 'DELETE', headers })
}

console.log(`${cpus().length} cores, ${cpus()[0]?.model ?? ''}, Node ${process.versions.node}`)
for (const [where, place] of Object.entries(places)) {
  if (values.where && values.where !== where) continue
  const { bavail, bsize } = await statfs(place)
  const needed = (rounds * 3 + 2) * large
  if (bavail * bsize < needed) {
    console.log(`${where}: left out, ${place} has less than ${(needed / 1e9).toFixed(0)} GB`)
    continue
  }
  const folder = await mkdtemp(join(place, 'restante-bench-'))
  try {
    await bench(where, folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
