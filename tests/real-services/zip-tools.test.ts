import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { closeSync, createReadStream, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { after, test } from 'node:test'
import { readForeignDirectory } from '#server/transfers/members/index/foreign/read-directory.ts'
import { createZipWriter } from '#server/transfers/zip/create-zip-writer.ts'

const folder = mkdtempSync(join(tmpdir(), 'restante-zip-'))
after(() => rmSync(folder, { recursive: true }))

type Member = { path: string; compress: boolean; content: Iterable<Uint8Array> }

const MIB = 1024 * 1024
const zeros = new Uint8Array(MIB)

function* times<T>(count: number, make: (index: number) => T): Generator<T> {
  for (let index = 0; index < count; index += 1) yield make(index)
}

const small: readonly Member[] = [
  { path: 'empty', compress: false, content: [] },
  { path: 'empty, too', compress: true, content: [] },
  { path: 'Übersicht/概要/файл 📦.txt', compress: true, content: [Buffer.from('text '.repeat(99_999))] },
  { path: 'Übersicht/cafe\u0301.bin', compress: false, content: [randomBytes(3 * MIB)] },
]

const archives: Record<string, () => Iterable<Member>> = {
  'no member': () => [],
  'members of every kind': () => small,
  '70 000 members': () =>
    times(70_000, (index) => ({
      path: `folder ${index % 100}/${index}`,
      compress: index % 10 === 0,
      content: [Buffer.from(`${index} `.repeat(20))],
    })),
  // The first is large only when it is unpacked, the second both ways, and what follows lies beyond 4 GiB.
  'members above 4 GiB': () => [
    { path: 'zeros.deflated', compress: true, content: times(4097, () => zeros) },
    { path: 'zeros.stored', compress: false, content: times(4097, () => zeros) },
    ...small,
  ],
}

for (const [name, members] of Object.entries(archives)) {
  const file = join(folder, `${name}.zip`)

  test(`${name}: written`, async () => writeArchive(file, members()))

  test(`${name}: python reads all of them under their names`, async () => {
    const script = [
      'import json, sys, zipfile',
      'archive = zipfile.ZipFile(sys.argv[1])',
      'assert archive.testzip() is None',
      'json.dump(archive.namelist(), sys.stdout)',
    ].join('\n')
    const names: unknown = JSON.parse(await run('python3', ['-c', script, file]))
    assert.deepEqual(
      names,
      Array.from(members(), ({ path }) => path),
    )
  })

  test(`${name}: 7-Zip finds nothing wrong and says nothing`, async () => {
    const answer = await run('7z', ['t', file])
    assert.match(answer, /Everything is Ok/)
    assert.doesNotMatch(answer, /warning/i)
  })

  // The two below do not take an archive without members for one.
  if (name === 'no member') continue

  test(`${name}: unzip finds nothing wrong`, async () => {
    assert.match(await run('unzip', ['-tqq', file]), /^$|No errors detected/)
  })

  test(`${name}: a reader that only goes forward finds every member`, async () => {
    const paths = (await run('bsdtar', ['-tf', '-'], file)).split('\n').slice(0, -1)
    // It composes accents.
    assert.deepEqual(
      paths,
      Array.from(members(), ({ path }) => path.normalize('NFC')),
    )
  })
}

test('names of archives that zip makes are read as they were', async () => {
  const name = 'Größe 東京.txt'
  await writeFile(join(folder, name), 'words')
  for (const [file, options] of [
    ['usual.zip', []],
    ['utf8.zip', ['-UN=UTF8']],
  ] as const) {
    await run('zip', ['-q', '-j', ...options, join(folder, file), join(folder, name)])
    const bytes = await readFile(join(folder, file))
    async function* read(start: number, end: number) {
      yield bytes.subarray(start, end)
    }
    const directory = await readForeignDirectory({ kind: 'plain', read }, bytes.length)
    assert.deepEqual(
      directory?.members.map(({ path }) => path),
      [name],
    )
  }
})

async function writeArchive(file: string, members: Iterable<Member>): Promise<void> {
  const target = openSync(file, 'wx')
  const put = (chunks: readonly Uint8Array[]) => {
    for (const chunk of chunks) writeSync(target, chunk)
  }
  const writer = createZipWriter()
  for (const { path, content, compress } of members) {
    put(writer.beginMember(path, { compress }))
    for (const chunk of content) put(await writer.write(chunk))
    put(await writer.endMember())
  }
  put(writer.end())
  closeSync(target)
}

/** What a tool prints, given its input as a pipe. @throws when it ends with another code than 0 */
async function run(command: string, args: readonly string[], input?: string): Promise<string> {
  const child = spawn(command, args, { env: { ...process.env, LC_ALL: 'C.UTF-8' } })
  const fed = input ? pipeline(createReadStream(input), child.stdin) : child.stdin.end()
  const [output, complaints, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ])
  assert.equal(code, 0, complaints)
  await fed
  return output
}
