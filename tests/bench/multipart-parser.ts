import { randomFillSync } from 'node:crypto'
import { once } from 'node:events'
import { parseArgs } from 'node:util'
import { Busboy } from '@fastify/busboy'
import { createMultipartParser } from '#server/platform/http/forms/multipart-parser.ts'

/** Chunks as a socket gives them, of random bytes; enough of them that they do not stay in the CPU's near caches. */
const chunks = Array.from({ length: 512 }, () => randomFillSync(Buffer.allocUnsafeSlow(64 * 1024)))
const boundary = '----WebKitFormBoundary7MA4YWxkTrZu0gW'
const head = Buffer.from(
  `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="a.bin"\r\n` +
    'Content-Type: application/octet-stream\r\n\r\n',
)
const tail = Buffer.from(`\r\n--${boundary}--\r\n`)

function* formOf(length: number): Generator<Buffer> {
  yield head
  for (let sent = 0, index = 0; sent < length; index = (index + 1) % chunks.length) {
    const chunk = chunks[index]
    if (chunk === undefined) return
    yield chunk
    sent += chunk.length
  }
  yield tail
}

type Reader = keyof typeof readers

/** Each reads a form with one file, throws its bytes away and returns how many there were. */
const readers = {
  async ours(length: number) {
    let read = 0
    const parser = createMultipartParser(
      boundary,
      { parts: 1, headerBytes: 8192 },
      {
        part: () => ({
          write(chunk) {
            read += chunk.length
            return undefined
          },
          end: () => undefined,
        }),
      },
    )
    for (const chunk of formOf(length)) {
      const wait = parser.write(chunk)
      if (wait) await wait
    }
    await parser.end()
    return read
  },
  async busboy(length: number) {
    let read = 0
    const busboy = new Busboy({ headers: { 'content-type': `multipart/form-data; boundary=${boundary}` } })
    busboy.on('file', (_name, file) => {
      file.on('data', (chunk: Buffer) => {
        read += chunk.length
      })
    })
    const finished = once(busboy, 'finish')
    for (const chunk of formOf(length)) {
      if (!busboy.write(chunk)) await once(busboy, 'drain')
    }
    busboy.end()
    await finished
    return read
  },
}

/** Runs both readers in turn and prints the medians of a rate, and their ratio. */
async function compare(what: string, runs: number, rate: (reader: Reader) => Promise<number>) {
  const rates: Record<Reader, number[]> = { ours: [], busboy: [] }
  for (let run = 0; run < runs; run++) {
    const order: Reader[] = run % 2 === 0 ? ['ours', 'busboy'] : ['busboy', 'ours']
    for (const reader of order) rates[reader].push(await rate(reader))
  }
  process.stdout.write(`${what}: ours ${spread(rates.ours)}, busboy ${spread(rates.busboy)}`)
  process.stdout.write(`, ratio ${(median(rates.ours) / median(rates.busboy)).toFixed(2)}\n`)
}

async function timed(reader: Reader, length: number, times: number): Promise<number> {
  const started = performance.now()
  for (let time = 0; time < times; time++) {
    const read = await readers[reader](length)
    if (read !== length) throw new Error(`${reader} read ${read} of ${length} bytes`)
  }
  return (performance.now() - started) / 1000
}

function spread(values: number[]): string {
  return `${median(values).toFixed(0)} (${Math.min(...values).toFixed(0)} to ${Math.max(...values).toFixed(0)})`
}

function median(values: number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN
}

const { values } = parseArgs({
  options: {
    mib: { type: 'string', default: '1024' },
    forms: { type: 'string', default: '20000' },
    runs: { type: 'string', default: '9' },
  },
})
const length = Number(values.mib) * 1024 * 1024
const forms = Number(values.forms)
const runs = Number(values.runs)
await compare(
  'MB/s of one large file',
  runs,
  async (reader) => length / 1e6 / (await timed(reader, length, 1)),
)
await compare('forms/s with one file of 64 KiB', runs, async (reader) => {
  return forms / (await timed(reader, 64 * 1024, forms))
})
