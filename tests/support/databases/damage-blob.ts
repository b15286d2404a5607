import { open, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { diskLayout } from '#server/platform/blobs/disk/disk-layout.ts'

/** Bytes before the first chunk of a blob; see docs/file-format.md. */
export const preambleLength = 88
/** A chunk with its tag. */
export const sealedChunkLength = 16_384 + 16

/** Path of a blob in a server's disk store. */
export function storedFile(dataDir: string, blobId: string): string {
  return diskLayout(join(dataDir, 'blobs')).storedFile(blobId)
}

/** Every file below a server's disk store, stages included, except the identity, which stays. */
export async function blobFiles(dataDir: string): Promise<string[]> {
  const entries = await readdir(join(dataDir, 'blobs'), { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile() && entry.name !== 'identity')
    .map(({ parentPath, name }) => join(parentPath, name))
}

/** Turns one bit of a stored blob, at byte `at`: in the first chunk unless told. */
export async function damageBlob(path: string, at = preambleLength): Promise<void> {
  await using file = await open(path, 'r+')
  const byte = Buffer.alloc(1)
  await file.read(byte, 0, 1, at)
  byte[0] = (byte[0] ?? 0) ^ 1
  await file.write(byte, 0, 1, at)
}
