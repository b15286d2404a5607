import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

type Report = {
  kept: number
  whole: number
  refusals: number[]
  staged: string[]
  blobs: number
  next: string
}

test('ten uploads that fill the disk: 507 for those that do not fit, and the others are whole', async () => {
  // As a user without rights one may mount in a namespace of one's own, where the system allows that.
  const unshare = ['unshare', ...(process.getuid?.() === 0 ? [] : ['--map-root-user']), '--mount']
  const mount = 'mkdir "$2/blobs" && mount -t tmpfs -o size=24m none "$2/blobs" && exec "$0" "$1" "$2"'
  const mayMount = await run([...unshare, 'sh', '-c', 'mount -t tmpfs none /mnt']).then(
    () => true,
    () => false,
  )
  if (!mayMount) return
  const report = await fillServer([...unshare, 'sh', '-c', mount])
  assert.ok(report.kept <= 4, `${report.kept} files of 5 MiB in 24 MiB`)
  assert.deepEqual(
    { ...report, kept: report.whole },
    { kept: report.kept, whole: report.kept, refusals: [507], staged: [], blobs: report.kept, next: 'kept' },
  )
})

test('ten uploads whose writes fail: 503 for each, and nothing of them stays', async () => {
  // A limit of 3 MiB on the size of files.
  const report = await fillServer(['sh', '-c', 'ulimit -f 6144 && exec "$0" "$1" "$2"'])
  assert.deepEqual(report, { kept: 0, whole: 0, refusals: [503], staged: [], blobs: 0, next: 'kept' })
})

/** Runs tests/support/server/fill-server.ts in a new folder behind a command that leaves it too little room. */
async function fillServer(command: readonly string[]): Promise<Report> {
  const folder = await mkdtemp(join(tmpdir(), 'restante-full-'))
  try {
    const program = fileURLToPath(import.meta.resolve('#tests/support/server/fill-server.ts'))
    return JSON.parse(await run([...command, process.execPath, program, folder]))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function run(command: readonly string[]): Promise<string> {
  const [file = '', ...rest] = command
  return (await promisify(execFile)(file, rest)).stdout
}
