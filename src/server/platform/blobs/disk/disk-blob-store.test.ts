import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { closeSync, openSync, readdirSync, readlinkSync, writeSync } from 'node:fs'
import { mkdtemp, readdir, rename, rm, stat, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { Budget } from '#server/platform/buffers/budget.ts'
import { blobStoreContract } from '#tests/contracts/blob-store.suite.ts'
import { BlobNotFound, type BlobStore, BlobStoreFailure } from '../blob-store.ts'
import { openDiskBlobStore } from './disk-blob-store.ts'
import { diskFailure } from './disk-files.ts'

/** Budget of all stores that these tests open. */
const budget = new Budget(8 * 1024 * 1024)
const id = 'Abcdefghijklmnopqrstu_'
const DAY = 24 * 60 * 60_000

let folder: string
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'restante-blobs-'))
})
after(() => rm(folder, { recursive: true }))

blobStoreContract('disk', async () => {
  const contractFolder = join(folder, 'contract')
  return {
    store: openDiskBlobStore({ folder: contractFolder, clock: Date, budget }),
    budget,
    inUse: () => openFiles(contractFolder),
    countStages: async () => (await readdir(join(contractFolder, 'staged'))).length,
    close: async () => {},
  }
})

test('only the owner may see files and folders', async () => {
  const place = join(folder, 'modes')
  const store = openDiskBlobStore({ folder: place, clock: Date, budget })
  await keep(store, id)
  const stage = await store.stage('another-blob-on-its-way')
  const entries = await readdir(place, { recursive: true, withFileTypes: true })
  assert.equal(entries.filter((entry) => entry.isFile()).length, 2)
  for (const entry of entries) {
    const { mode } = await stat(join(entry.parentPath, entry.name))
    assert.equal(mode & 0o777, entry.isFile() ? 0o600 : 0o700, entry.name)
  }
  await stage.abort()
})

test('no file name distinguishes ids by case alone', async () => {
  const place = join(folder, 'case')
  const store = openDiskBlobStore({ folder: place, clock: Date, budget })
  for (const name of [id, id.toUpperCase(), id.toLowerCase()]) await keep(store, name)
  const files = await storedFiles(place)
  assert.equal(new Set(files.map((file) => file.toLowerCase())).size, 3)
})

test('the clock dates what is kept', async () => {
  let now = Date.UTC(2031, 0, 1)
  const store = openDiskBlobStore({ folder: join(folder, 'clock'), clock: { now: () => now }, budget })
  await keep(store, id)
  now += 1000
  assert.deepEqual(await Array.fromAsync(store.list(now - 1000)), [])
  assert.deepEqual(await Array.fromAsync(store.list(now)), [id])
})

test('a store opened again finds what was kept, and can sweep what was not', async () => {
  const place = join(folder, 'again')
  const first = openDiskBlobStore({ folder: place, clock: Date, budget })
  await keep(first, id)
  const stage = await first.stage('another-blob-on-its-way')
  const second = openDiskBlobStore({ folder: place, clock: Date, budget })
  assert.equal(await second.sweepStages(Date.now() + 1), 0)
  assert.equal(await second.sweepStages(Date.now() + 1), 1)
  assert.deepEqual(await Array.fromAsync(second.list(Date.now() + 1)), [id])
  await stage.abort()
})

test('a symbolic link is never followed', async () => {
  const place = join(folder, 'link')
  const store = openDiskBlobStore({ folder: place, clock: Date, budget })
  await keep(store, id)
  const [file = ''] = await storedFiles(place)
  const elsewhere = join(folder, 'elsewhere')
  await rename(file, elsewhere)
  await symlink(elsewhere, file)
  await assert.rejects(Array.fromAsync(store.read(id, 0, 1)), BlobStoreFailure)
  await assert.rejects(store.size(id), BlobNotFound)
  assert.deepEqual(await Array.fromAsync(store.list(Date.now() + 1)), [])
  await store.remove(id)
  assert.equal((await stat(elsewhere)).size, 12)
})

test('files that are not ours are neither listed nor swept', async () => {
  const place = join(folder, 'foreign')
  const store = openDiskBlobStore({ folder: place, clock: Date, budget })
  await keep(store, id)
  const [file = ''] = await storedFiles(place)
  await rename(file, `${file}.bak`)
  await rename(`${file}.bak`, join(place, 'staged', 'notes.txt'))
  assert.deepEqual(await Array.fromAsync(store.list(Date.now() + 1)), [])
  for (let time = 0; time < 2; time += 1) assert.equal(await store.sweepStages(Date.now() + 1), 0)
})

test('a stage that is written to outlives a clock that leaps', async () => {
  let now = Date.now()
  const store = openDiskBlobStore({ folder: join(folder, 'leap'), clock: { now: () => now }, budget })
  const stage = await store.stage(id)
  for (const leap of [0, DAY, -DAY, DAY]) {
    now += leap
    await stage.write(Buffer.from('sealed bytes'))
    await stage.end()
    assert.equal(await store.sweepStages(now - 60_000), 0)
  }
  now += DAY
  assert.equal(await store.sweepStages(now - 60_000), 1)
  await stage.abort()
})

test('without its folders the store fails its check and says so', async () => {
  const place = join(folder, 'gone')
  const store = openDiskBlobStore({ folder: place, clock: Date, budget })
  await store.check()
  await rm(place, { recursive: true })
  await assert.rejects(store.check(), BlobStoreFailure)
  await assert.rejects(store.stage(id), BlobStoreFailure)
  assert.throws(() => openDiskBlobStore({ folder: '/dev/null/blobs', clock: Date, budget }), BlobStoreFailure)
})

test('a write that fails half way surfaces, and the abort leaves nothing', async () => {
  // A limit of 3 MiB and a little on the size of files: any user can have that.
  const report = await fillDisk(['sh', '-c', 'ulimit -f 6151 && exec "$@"', 'sh'])
  assert.deepEqual(report, { name: 'BlobStoreFailure', full: false, same: true, left: [], healthy: true })
})

test('a disk without room counts as full', async () => {
  const device = openSync('/dev/full', 'w')
  assert.throws(
    () => writeSync(device, 'x'),
    (error) => diskFailure('write', error).full,
  )
  closeSync(device)
  // The whole store on a file system of 3 MiB, where this user may mount one in a namespace of its own.
  const unshare = ['unshare', ...(process.getuid?.() === 0 ? [] : ['--map-root-user']), '--mount']
  const mount = [...unshare, 'sh', '-c', 'mount -t tmpfs -o size=3m none "$3" && exec "$@"', 'sh']
  const mayMount = await run([...mount, 'true', '', folder]).then(
    () => true,
    () => false,
  )
  if (!mayMount) return
  const report = await fillDisk(mount)
  assert.deepEqual(report, { name: 'BlobStoreFailure', full: true, same: true, left: [], healthy: true })
})

async function keep(store: BlobStore, name: string): Promise<void> {
  const stage = await store.stage(name)
  await stage.write(Buffer.from('sealed bytes'))
  await stage.end()
  await stage.commit()
}

async function storedFiles(place: string): Promise<string[]> {
  const entries = await readdir(join(place, 'stored'), { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
}

/** Files below a folder that this process holds open. */
function openFiles(place: string): number {
  return readdirSync('/proc/self/fd').filter((descriptor) => {
    try {
      return readlinkSync(`/proc/self/fd/${descriptor}`).startsWith(place)
    } catch {
      return false // the descriptor that lists the folder is closed by now
    }
  }).length
}

/** Runs tests/support/server/fill-disk.ts in a new folder behind a command that leaves it too little room. */
async function fillDisk(command: readonly string[]): Promise<unknown> {
  const place = await mkdtemp(join(folder, 'full-'))
  const program = fileURLToPath(import.meta.resolve('#tests/support/server/fill-disk.ts'))
  return JSON.parse(await run([...command, process.execPath, program, place]))
}

async function run(command: readonly string[]): Promise<string> {
  const [file = '', ...rest] = command
  return (await promisify(execFile)(file, rest)).stdout
}
