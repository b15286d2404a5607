import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { fillServer, run } from '#tests/support/server/run-fill-server.ts'

for (const [what, place] of [
  ['the blobs', '$2/blobs'],
  ['all of the data', '$2'],
] as const)
  test(`ten uploads that fill an ext4 with ${what}: 507 for those that do not fit, the others are whole`, async (context) => {
    const folder = await mkdtemp(join(tmpdir(), 'restante-ext4-'))
    context.after(() => rm(folder, { recursive: true }))
    const image = join(folder, 'image')
    await run(['truncate', '-s', '32M', image])
    await run(['mkfs.ext4', '-q', image])
    // The mount goes with the process, as it is in a namespace of its own.
    const mount = `mkdir -p "${place}" && mount -o loop "${image}" "${place}" && exec "$0" "$1" "$2"`
    const report = await fillServer(['unshare', '--mount', 'sh', '-c', mount])
    assert.ok(report.kept <= 6, `${report.kept} files of 5 MiB in 32 MiB`)
    assert.deepEqual(
      { ...report, kept: report.whole },
      {
        kept: report.kept,
        whole: report.kept,
        refusals: [507],
        staged: [],
        blobs: report.kept,
        next: 'kept',
      },
    )
  })
