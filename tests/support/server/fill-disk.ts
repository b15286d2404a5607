import { randomBytes } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { BlobStoreFailure } from '#server/platform/blobs/blob-store.ts'
import { openDiskBlobStore } from '#server/platform/blobs/disk/disk-blob-store.ts'
import { Budget } from '#server/platform/buffers/budget.ts'

/**
 * A process of its own that writes 16 MiB to a disk store in `folder`, where there is less room. Prints what
 * went wrong and what was left as JSON.
 */
const [folder = ''] = process.argv.slice(2)
const store = openDiskBlobStore({ folder, clock: Date, budget: new Budget(8 * 1024 * 1024) })
const stage = await store.stage('a-blob-that-is-too-large')
let failure: unknown
try {
  for (let chunk = 0; chunk < 256; chunk += 1) await stage.write(randomBytes(65_536))
  await stage.end()
} catch (error) {
  failure = error
}
let later: unknown
await stage.end().catch((error: unknown) => {
  later = error
})
await stage.abort()
const found = failure instanceof BlobStoreFailure ? failure : undefined
const report = {
  name: found?.name,
  full: found?.full,
  same: later === failure,
  left: readdirSync(join(folder, 'staged')),
  healthy: await store.check().then(() => true),
}
process.stdout.write(JSON.stringify(report))
