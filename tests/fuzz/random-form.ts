import type { SeededRandom } from './seeded-random.ts'

export type FormPart = { name: string; filename: string | undefined; mimeType: string; content: Buffer }

/** A valid multipart form and what is in it. */
export type RandomForm = {
  contentType: string
  boundary: string
  body: Buffer
  parts: FormPart[]
  /** What a reader finds that does not know %22 from `"` and takes `filename` where `filename*` stands, too. */
  plainParts: FormPart[]
}

const boundaryCharacters = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'()+_,-./:=?"
const tokenOnly = /^[0-9A-Za-z'+_.-]+$/
const nameCharacters = [
  'a',
  'b',
  'Z',
  '7',
  ' ',
  '.',
  ';',
  '=',
  "'",
  '"',
  '\\',
  '/',
  '%',
  '2',
  '*',
  'ü',
  '😀',
  '\u202e',
] as const
const mimeTypes = ['text/plain', 'image/png', 'application/octet-stream', 'application/x.y+zip'] as const

/** Makes a form as browsers, curl and others write them: all quotings, content full of near-boundaries. */
export function randomForm(random: SeededRandom): RandomForm {
  const boundary = randomBoundary(random)
  const quoted = !tokenOnly.test(boundary) || random.chance(0.3)
  const chunks: Buffer[] = random.chance(0.1) ? [Buffer.from('\r\n')] : []
  const parts: FormPart[] = []
  const plainParts: FormPart[] = []
  for (let count = random.below(5); count > 0; count--) {
    const { header, name, filename, plainFilename } = randomDisposition(random)
    const typed = filename === undefined ? random.chance(0.1) : random.chance(0.9)
    const mimeType = typed ? random.pick(mimeTypes) : 'text/plain'
    const content = randomContent(random, boundary)
    const lines = [
      `${random.pick(['Content-Disposition', 'content-disposition', 'CONTENT-DISPOSITION'])}:${header}`,
    ]
    if (typed) lines.push(`Content-Type: ${mimeType}${random.pick(['', '', '; charset=utf-8'])}`)
    if (random.chance(0.1)) lines.push('Content-Transfer-Encoding: binary')
    if (random.chance(0.1)) lines.push('X-Note: nothing; at="all"')
    if (random.chance(0.2)) lines.reverse()
    chunks.push(Buffer.from(`--${boundary}\r\n${lines.join('\r\n')}\r\n\r\n`), content, Buffer.from('\r\n'))
    parts.push({ name, filename, mimeType, content })
    plainParts.push({ name, filename: plainFilename, mimeType, content })
  }
  chunks.push(
    Buffer.from(`--${boundary}--${random.pick(['\r\n', '\r\n', '', 'epilogue', `\r\n--${boundary}\r\n`])}`),
  )
  const contentType = `multipart/form-data; boundary=${quoted ? `"${boundary}"` : boundary}`
  return { contentType, boundary, body: Buffer.concat(chunks), parts, plainParts }
}

/** Cuts a body at random places, one byte a chunk at times. */
export function randomChunks(random: SeededRandom, body: Buffer): Buffer[] {
  const longest = random.pick([1, 3, 20, 100, body.length + 1])
  const chunks: Buffer[] = []
  for (let start = 0; start < body.length; ) {
    const end = Math.min(body.length, start + 1 + random.below(longest))
    chunks.push(body.subarray(start, end))
    start = end
  }
  return chunks
}

/** Damages a body in one to three places. */
export function damage(random: SeededRandom, { body, boundary }: RandomForm): Buffer {
  let damaged = body
  for (let times = 1 + random.below(3); times > 0; times--) {
    const start = random.below(damaged.length + 1)
    const end = Math.min(damaged.length, start + random.below(random.pick([2, 8, 60])))
    const before = damaged.subarray(0, start)
    const span = damaged.subarray(start, end)
    const after = damaged.subarray(end)
    const strange = Buffer.from(
      random.pick([
        '\r',
        '\n',
        '\r\n',
        '\r\n\r\n',
        '"',
        '\\',
        ';',
        '\0',
        '-',
        '--',
        ' ',
        '=',
        '%22',
        ':',
        '*',
        "'",
        `--${boundary}`,
        `\r\n--${boundary}`,
        `\r\n--${boundary}\r\n`,
        `\r\n--${boundary}--`,
        'Content-Disposition: form-data; name="x"\r\n',
        '; filename="y"',
        "; filename*=UTF-8''z",
        '; name="z"',
      ]),
    )
    damaged = random.pick([
      () => Buffer.concat([before, after]),
      () => Buffer.concat([before, strange, span, after]),
      () => Buffer.concat([before, strange, after]),
      () => Buffer.concat([before, span, span, after]),
      () => Buffer.concat([before, Buffer.of(random.below(256)), span.subarray(1), after]),
      () => before,
    ])()
  }
  return damaged
}

function randomBoundary(random: SeededRandom): string {
  const length = random.chance(0.3) ? 1 + random.below(3) : 1 + random.below(70)
  let boundary = ''
  while (boundary.length < length) boundary += boundaryCharacters[random.below(boundaryCharacters.length)]
  return random.chance(0.1) && length > 2 ? `${boundary[0]} ${boundary.slice(2)}` : boundary
}

type Disposition = {
  header: string
  name: string
  filename: string | undefined
  plainFilename: string | undefined
}

function randomDisposition(random: SeededRandom): Disposition {
  const separator = random.pick(['; ', '; ', ';', ' ; '])
  const write = random.pick([writePercent, writePercent, writeBackslash])
  const isField = random.chance(0.4)
  const name = random.chance(0.6)
    ? random.pick(['file', 'files', 'password'])
    : randomName(random, write, isField)
  const token = name === 'file' && random.chance(0.1)
  const start = `${random.pick(['', ' '])}form-data${separator}name=${token ? name : `"${write(name)}"`}`
  if (isField) return { header: start, name, filename: undefined, plainFilename: undefined }
  const filename = randomName(random, write, true)
  if (random.chance(0.8)) {
    const header = `${start}${separator}filename="${write(filename)}"`
    return { header, name, filename, plainFilename: filename }
  }
  // The other reader drops parts whose extended file name holds a line end.
  const line = filename.replace('\r\n', '')
  const extended = `filename*=utf-8''${encodeURIComponent(line).replace(/['()*]/g, percent)}`
  if (random.chance(0.5)) {
    return { header: start + separator + extended, name, filename: line, plainFilename: line }
  }
  // With a backslash in it or other separators, the other reader would rank the two file names differently.
  const plain = name.replaceAll('\\', '/')
  const header = `form-data; name="${writePercent(plain)}"; filename="plain.txt"; ${extended}`
  return { header: ` ${header}`, name: plain, filename: line, plainFilename: 'plain.txt' }
}

/** A name that survives its quoting: see readDisposition() for the two kinds that cannot. */
function randomName(random: SeededRandom, write: (name: string) => string, last: boolean): string {
  let name = ''
  for (let length = 1 + random.below(12); length > 0; length--) name += random.pick(nameCharacters)
  name = name.replace(/%2+/g, '%2')
  if (write === writeBackslash) return name
  if (random.chance(0.05)) name += '\r\n'
  name = name.replace(/\\{2,}/g, '\\')
  return last ? name : name.replace(/\\$/, '/')
}

function writePercent(name: string): string {
  return name.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
}

function writeBackslash(name: string): string {
  return name.replace(/["\\]/g, '\\$&')
}

function percent(character: string): string {
  return `%${character.charCodeAt(0).toString(16)}`
}

function randomContent(random: SeededRandom, boundary: string): Buffer {
  const delimiter = `\r\n--${boundary}`
  const chunks: Buffer[] = []
  for (let count = random.below(6); count > 0; count--) {
    const kind = random.below(5)
    if (kind === 0) chunks.push(randomBytes(random))
    else if (kind === 1) chunks.push(Buffer.from(delimiter.slice(0, random.below(delimiter.length))))
    else if (kind === 2) chunks.push(Buffer.from(delimiter.slice(1 + random.below(delimiter.length))))
    else if (kind === 3)
      chunks.push(Buffer.from(random.pick(['\r', '\n', '\r\n', '\r\r\n', '\r\n\r\n', '--', '\r\n--'])))
    else chunks.push(Buffer.from('plain text, nothing else'))
  }
  const content = Buffer.concat(chunks)
  const framed = Buffer.concat([Buffer.from('\r\n'), content, Buffer.from(delimiter)])
  return framed.indexOf(delimiter) === content.length + 2 ? content : Buffer.alloc(0)
}

function randomBytes(random: SeededRandom): Buffer {
  const bytes = Buffer.alloc(random.below(40))
  for (let position = 0; position < bytes.length; position++) bytes[position] = random.below(256)
  return bytes
}
