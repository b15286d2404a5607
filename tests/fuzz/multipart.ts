import { randomInt } from 'node:crypto'
import { isDeepStrictEqual, parseArgs } from 'node:util'
import { damage, type FormPart, type RandomForm, randomChunks, randomForm } from './random-form.ts'
import { type ReadForm, readForm, readFormWithBusboy } from './read-form.ts'
import { type SeededRandom, seededRandom } from './seeded-random.ts'

type FuzzReport = {
  intact: number
  damaged: number
  /** Damaged forms that both readers still read, with the same result. */
  damagedAccepted: number
  /** Damaged forms that only @fastify/busboy still reads: the server is stricter. */
  damagedRefusedByUs: number
}

/**
 * Compares the server's multipart parser with @fastify/busboy on random forms.
 *
 * An intact form must come out as it was made from both readers: name, file name and bytes of every part, and
 * from the server's the media type. Half of the forms are damaged. Of those the server may refuse what busboy
 * accepts, but what the server accepts busboy must accept, too, with the same parts.
 *
 * Where the two read a name differently on purpose, the comparison allows for it: busboy leaves %22, %0D and
 * %0A as they are; it takes a last backslash for an escape; and it ranks `filename*` by the order of the
 * parameters, so damaged forms that hold one are compared without their file names.
 * @param first number of the first form, to repeat a single one
 * @throws Error that names the seed and the number of the form, on the first disagreement
 */
export async function fuzzMultipart(seed: number, count: number, first = 0): Promise<FuzzReport> {
  const report: FuzzReport = { intact: 0, damaged: 0, damagedAccepted: 0, damagedRefusedByUs: 0 }
  for (let number = first; number < first + count; number++) {
    const random = seededRandom(Math.imul(seed, 0x9e3779b1) + Math.imul(number, 0x85ebca6b))
    const form = randomForm(random)
    const complaint = random.chance(0.5)
      ? await compareIntact(random, form, report)
      : await compareDamaged(random, form, report)
    if (complaint) throw new Error(`${complaint}; repeat with --seed ${seed} --first ${number} --count 1`)
  }
  return report
}

async function compareIntact(random: SeededRandom, form: RandomForm, report: FuzzReport) {
  report.intact++
  const chunks = randomChunks(random, form.body)
  const ours = await readForm(form.contentType, chunks, random.chance(0.3))
  if (!isDeepStrictEqual(ours, form.parts))
    return describe('an intact form changed', form.body, form.parts, ours)
  const theirs = await readFormWithBusboy(form.contentType, chunks)
  if (!agree(form.plainParts, theirs)) return describe('busboy differs', form.body, form.plainParts, theirs)
  return undefined
}

async function compareDamaged(random: SeededRandom, form: RandomForm, report: FuzzReport) {
  report.damaged++
  const body = damage(random, form)
  const chunks = randomChunks(random, body)
  const ours = await readForm(form.contentType, chunks, random.chance(0.3))
  const theirs = await readFormWithBusboy(form.contentType, chunks)
  if (ours === undefined) {
    if (theirs !== undefined) report.damagedRefusedByUs++
    return undefined
  }
  report.damagedAccepted++
  const anyFilename = /filename\*/i.test(body.toString('latin1'))
  if (!agree(ours, theirs, anyFilename)) {
    return describe('busboy differs on a damaged form', body, ours, theirs)
  }
  return undefined
}

function agree(ours: FormPart[], theirs: ReadForm, anyFilename = false): boolean {
  return (
    theirs?.length === ours.length &&
    ours.every((part, index) => agreeOnPart(part, theirs[index], anyFilename))
  )
}

function agreeOnPart(ours: FormPart, theirs: FormPart | undefined, anyFilename: boolean): boolean {
  return (
    theirs !== undefined &&
    ours.content.equals(theirs.content) &&
    agreeOnName(ours.name, theirs.name) &&
    (anyFilename || agreeOnName(ours.filename, theirs.filename))
  )
}

function agreeOnName(ours: string | undefined, theirs: string | undefined): boolean {
  if (ours === undefined || theirs === undefined) return ours === theirs
  const [our, their] = [undoPercent(ours), undoPercent(theirs)]
  return our === their || (our.endsWith('\\') && their === `${our.slice(0, -1)}"`)
}

/** The server leaves an unquoted name as it is, so both sides need this. */
function undoPercent(name: string): string {
  return name.replaceAll('%22', '"').replaceAll('%0D', '\r').replaceAll('%0A', '\n')
}

function describe(complaint: string, body: Buffer, expected: ReadForm, actual: ReadForm): string {
  const show = (parts: ReadForm) =>
    JSON.stringify(parts?.map((part) => ({ ...part, content: part.content.toString('latin1') })))
  return [complaint, JSON.stringify(body.toString('latin1')), show(expected), show(actual)].join('\n')
}

if (import.meta.main) {
  const { values } = parseArgs({
    options: { count: { type: 'string' }, seed: { type: 'string' }, first: { type: 'string' } },
  })
  const seed = Number(values.seed ?? randomInt(2 ** 31))
  const count = Number(values.count ?? 10_000)
  process.stdout.write(`seed ${seed}, ${count} forms\n`)
  const started = performance.now()
  const report = await fuzzMultipart(seed, count, Number(values.first ?? 0))
  const seconds = ((performance.now() - started) / 1000).toFixed(0)
  process.stdout.write(`agreed: ${JSON.stringify(report)} in ${seconds} s\n`)
}
