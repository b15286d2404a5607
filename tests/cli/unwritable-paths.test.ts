import assert from 'node:assert/strict'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { runCommand } from '#tests/support/server/run-command.ts'
import { startServer, type TestServer } from '#tests/support/server/server.ts'
import { sendSeveral } from '#tests/support/transfers/members.ts'
import { downloadCount } from '#tests/support/transfers/transfers.ts'

let folder: string
let server: TestServer

/** A path that can't be written, its reason, and how it is said. */
let places: readonly (readonly [path: string, reason: string])[]

before(async () => {
  server = await startServer()
  folder = await mkdtemp(join(tmpdir(), 'restante-unwritable-'))
  await writeFile(join(folder, 'file'), 'stays')
  await mkdir(join(folder, 'outbox'))
  places = [
    [join(folder, 'none', 'a'), `there is no folder ${join(folder, 'none')}.`],
    [join(folder, 'file', 'a'), 'a file stands where a folder has to be.'],
    // Not even root makes files there.
    ['/sys/a', 'this user may not.'],
  ]
})
after(async () => {
  await server[Symbol.asyncDispose]()
  await rm(folder, { recursive: true, force: true })
})

/** Places of a file, which no folder can be. */
function forFiles() {
  const isFolder = 'it names a folder, not a file.'
  return [...places, [join(folder, 'outbox'), isFolder], [join(folder, 'new/'), isFolder]] as const
}

async function assertRefused(args: readonly string[], option: string, path: string, reason: string) {
  const { code, stdout, stderr } = await runCommand([...args, option, path])
  assert.deepEqual([code, stdout, stderr], [2, '', `${option}: can't write ${path}: ${reason}\n`])
}

describe('a path that cannot be written is named with its option and the reason', () => {
  test('of a report, before anything is read or imported', async () => {
    for (const [path, reason] of forFiles())
      await assertRefused(['import', 'pingvin', join(folder, 'none')], '--report', path, reason)
  })

  test('of the state of a watched folder', async () => {
    const args = ['watch', join(folder, 'outbox'), '--url', server.baseUrl]
    for (const [path, reason] of forFiles()) await assertRefused(args, '--state', path, reason)
    assert.deepEqual(await readdir(join(folder, 'outbox')), [])
  })

  test('of a download, which is not counted', async () => {
    const { id } = await sendSeveral(server, [
      { path: 'a', bytes: Buffer.from('x') },
      { path: 'b', bytes: Buffer.from('y') },
    ])
    const args = ['download', `${server.baseUrl}/download/${id}`]
    for (const [path, reason] of places) await assertRefused(args, '--output', path, reason)
    assert.equal(await downloadCount(server.baseUrl, id), 0)
    const [, ofFile = '', ofSystem = ''] = places.map(([path]) => path)
    await assertRefused(
      [...args, '--only', 'a'],
      '--output',
      ofFile,
      'a file stands where a folder has to be.',
    )
    await assertRefused([...args, '--only', 'a'], '--output', ofSystem, 'this user may not.')
  })
})
