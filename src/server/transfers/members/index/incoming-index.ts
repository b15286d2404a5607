import { KIB } from '#contract/transfers/limits.ts'
import { blobLength } from '#crypto/content/blob-header.ts'
import { collectBlob } from '#server/platform/blobs/database/collect-blob.ts'
import type { Services } from '#server/platform/services.ts'
import { openSealedBlob, type SealedBlob } from '../../content/sealed-blob.ts'
import type { StoredSegment } from '../../transfers-table.ts'
import { footerPlaceLength, type IndexFooter, linesOfPage, type MemberLine } from './member-line.ts'

/** Bytes that are kept before they are sealed. An index that never has more lies in the database. */
const maxHeld = 64 * KIB

/** The index of an archive while its members come. */
export type IncomingIndex = {
  /** Wait for the promise, if there is one, before the next call. */
  add(line: MemberLine): Promise<void> | undefined
  /** Everything has been added: makes it durable, and gives the segment for the table. @throws BlobStoreFailure */
  commit(): Promise<StoredSegment>
  /** Drops what is not committed. Never rejects. */
  abort(): Promise<void>
  /** Removes what is committed and certainly has no row. Never rejects. */
  remove(): Promise<void>
}

/** Writes the index of an archive, sealed under the key of its file, in bounded memory. */
export function incomingIndex(
  { config, blobs }: Pick<Services, 'config' | 'blobs'>,
  fileKey: Uint8Array,
  fileId: string,
): IncomingIndex {
  const place = { fileId, position: 0, part: 'members' } as const
  const pages: number[] = []
  let members = 0
  /** Bytes of all lines so far. */
  let size = 0
  let held: Buffer[] = []
  let heldLength = 0
  let blob: SealedBlob | undefined

  function hold(text: string): void {
    const line = Buffer.from(text)
    held.push(line)
    heldLength += line.length
    size += line.length
  }
  async function flush(into: SealedBlob): Promise<void> {
    const lines = Buffer.concat(held)
    held = []
    heldLength = 0
    await into.write(lines)
  }
  async function flushToStore(): Promise<void> {
    blob ??= await openSealedBlob(blobs.default, fileKey, place)
    await flush(blob)
  }
  function holdFooter(): void {
    const footer: IndexFooter = { members, pages }
    const footerPlace = String(size).padStart(footerPlaceLength - 1, '0')
    hold(`${JSON.stringify(footer)}\n${footerPlace}\n`)
  }
  async function finish(into: SealedBlob): Promise<StoredSegment> {
    blob = into
    await flush(into)
    await into.end()
    await into.commit()
    return {
      file_id: fileId,
      part: 'members',
      position: 0,
      blob_id: into.blobId.toString('hex'),
      size,
      store: blobs.default.name,
      sealed_size: blobLength(size),
    }
  }
  return {
    add(line) {
      if (members % linesOfPage === 0) pages.push(size)
      members += 1
      hold(`${JSON.stringify(line)}\n`)
      return heldLength > maxHeld ? flushToStore() : undefined
    },
    async commit() {
      holdFooter()
      if (blob || heldLength > maxHeld || !config.SMALL_FILES_IN_DATABASE)
        return finish(blob ?? (await openSealedBlob(blobs.default, fileKey, place)))
      const small = collectBlob()
      const inMemory = { stage: async () => small.stage, remove: async () => {} }
      const segment = await finish(await openSealedBlob(inMemory, fileKey, place))
      return { ...segment, store: 'database', content: small.content() }
    },
    async abort() {
      await blob?.abort()
    },
    async remove() {
      await blob?.remove()
    },
  }
}
