import assert from 'node:assert/strict'
import { type FileHandle, mkdtemp, open, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { BlobStoreFailure } from '../blob-store.ts'
import { diskFailure, readFailure, writeWhole } from './disk-files.ts'

const chunks = ['one', 'two', 'three', 'four'].map((text) => Buffer.from(text))

for (const most of [1, 2, 3, 4, 6, 100]) {
  test(`a file that takes ${most} bytes a call gets every byte once`, async (t) => {
    const folder = await mkdtemp(join(tmpdir(), 'restante-write-'))
    t.after(() => rm(folder, { recursive: true }))
    const handle = await open(join(folder, 'file'), 'w')
    assert.equal(await writeWhole(reluctant(handle, most), chunks), 15)
    await handle.close()
    assert.equal(await readFile(join(folder, 'file'), 'utf8'), 'onetwothreefour')
  })
}

test('a file that takes nothing is a failure, not a loop', async () => {
  const silent: Pick<FileHandle, 'writev'> = {
    writev: async (buffers) => ({ bytesWritten: 0, buffers }),
  }
  await assert.rejects(writeWhole(silent, chunks), BlobStoreFailure)
})

/** A real file that takes at most `most` bytes in one call, as systems may. */
function reluctant(handle: FileHandle, most: number): Pick<FileHandle, 'writev'> {
  return {
    async writev(buffers) {
      const bytes = Buffer.concat(
        buffers.map((view) => new Uint8Array(view.buffer, view.byteOffset, view.byteLength)),
      )
      const { bytesWritten } = await handle.write(bytes.subarray(0, most))
      return { bytesWritten, buffers }
    },
  }
}

test('a blob is unreadable only where the store works otherwise', async () => {
  const failure = (code: string) => diskFailure('read', Object.assign(new Error(code), { code }))
  const outcome = async (error: unknown, proveWorking: () => Promise<void>) => {
    const found = await readFailure(error, proveWorking)
    return found instanceof BlobStoreFailure && found.unreadable
  }
  const works = async () => {}
  const fails = (code: string) => async () => Promise.reject(failure(code))
  assert.equal(await outcome(failure('EIO'), works), true)
  assert.equal(await outcome(failure('EIO'), fails('ENOSPC')), true)
  assert.equal(await outcome(failure('EIO'), fails('EROFS')), false)
  assert.equal(await outcome(failure('EACCES'), works), false)
})
