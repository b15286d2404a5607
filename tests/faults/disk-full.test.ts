import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fillServer, run } from '#tests/support/server/run-fill-server.ts'

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
