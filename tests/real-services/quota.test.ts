import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { constants, tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { atMost } from '#tests/bench/bounds/at-most.ts'
import { watchOtherCallers } from '#tests/support/server/other-callers.ts'
import { run } from '#tests/support/server/run-fill-server.ts'
import { startServerProcess } from '#tests/support/server/server-process.ts'
import { beginUpload } from '#tests/support/transfers/begin-upload.ts'
import { ticketUrl, upload } from '#tests/support/transfers/transfers.ts'

const MIB = 1024 * 1024

// No quota of a kernel: those of Debian's cloud images have none. The system call answers as one does, by libfiu.
test('ten uploads that meet the quota of the disk get 507, and there is room again once there is', async (context) => {
  const folder = await mkdtemp(join(tmpdir(), 'restante-quota-'))
  const control = join(folder, 'control')
  const server = await startServerProcess(join(folder, 'data'), {
    LD_PRELOAD: '/usr/lib/fiu/fiu_run_preload.so /usr/lib/fiu/fiu_posix_preload.so',
    FIU_CTRL_FIFO: control,
    LOG_LEVEL: 'error',
  })
  const { baseUrl, child } = server
  context.after(async () => {
    child.kill()
    await server.exited
    await rm(folder, { recursive: true, force: true })
  })
  const command = (words: string) => run(['fiu-ctrl', '-f', control, '-c', words, String(child.pid)])
  const bytes = randomBytes(5 * MIB)
  const before = await upload(baseUrl, bytes)
  // Pages and files would meet the same call of the system on their way to the network.
  const callers = watchOtherCallers(baseUrl, ['/api/config'])
  const uploads = Array.from({ length: 10 }, () => beginUpload(server))
  await Promise.all(uploads.map((one) => one.write(bytes)))

  await command(`enable name=posix/io/rw/writev,failinfo=${constants.errno.EDQUOT}`)
  const codes = await Promise.all(uploads.map((one) => one.end(bytes)))
  assert.deepEqual(new Set(codes), new Set(['STORAGE_FULL']))
  assert.deepEqual(await readdir(join(folder, 'data/blobs/staged')), [])

  await command('disable name=posix/io/rw/writev')
  const after = await upload(baseUrl, bytes)
  for (const { id } of [before, after]) assert.ok((await download(baseUrl, id)).equals(bytes))
  const { statuses, slow } = await callers.stop()
  assert.deepEqual(statuses, [200])
  atMost(context, 'others waited', slow, 1000, 'ms')
  assert.equal(child.exitCode, null)
})

async function download(baseUrl: string, id: string): Promise<Buffer> {
  const response = await fetch(await ticketUrl(baseUrl, id))
  return Buffer.from(await response.arrayBuffer())
}
