import assert from 'node:assert/strict'
import { type FileHandle, mkdtemp, open, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { BlobStoreFailure } from '../blob-store.ts'
import { writeWhole } from './disk-files.ts'

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

/** A real file that takes at most so many bytes in one call, as systems may. */
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
