import type { BundleFile } from '#end-to-end/format/manifest.ts'
import type { OpenedBundle } from '#end-to-end/format/open-bundle.ts'
import { pictureAddress } from './decrypted-preview.ts'

/**
 * Reads the small pictures of files once one of them is wanted, all in one request: they lie together, and are at most 200 of
 * 24 KB. Returns a function that gives the address of a file's.
 */
export function sealedThumbnails({ manifest, read }: OpenedBundle) {
  const pictured = manifest.files.flatMap((file) => (file.thumbnail ? [{ file, ...file.thumbnail }] : []))
  const waiting = new Map(
    pictured.map(({ file }) => [file, Promise.withResolvers<string | undefined>()] as const),
  )
  let isReading = false

  async function readAll(): Promise<void> {
    const last = pictured.at(-1)
    const bytes = new Uint8Array(last ? last.offset + last.length : 0)
    let done = 0
    const left = pictured.values()
    let next = left.next()
    for await (const chunk of read(0, bytes.length)) {
      bytes.set(chunk, done)
      done += chunk.length
      for (; !next.done && next.value.offset + next.value.length <= done; next = left.next()) {
        const { file, offset, length } = next.value
        waiting.get(file)?.resolve(pictureAddress(bytes.subarray(offset, offset + length)))
      }
    }
  }

  return (file: BundleFile): Promise<string | undefined> => {
    if (!isReading) {
      isReading = true
      readAll().catch((error: unknown) => {
        for (const { promise, reject } of waiting.values()) {
          promise.catch(() => {})
          reject(error)
        }
      })
    }
    return waiting.get(file)?.promise ?? Promise.resolve(undefined)
  }
}
