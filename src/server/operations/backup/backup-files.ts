import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { type BlobLine, blobLine } from './backup-layout.ts'

/** The lines of a text file, one at a time; of a compressed one when its name ends in .gz. */
export async function* readLines(path: string): AsyncGenerator<string, void> {
  const file = createReadStream(path)
  const input: Readable = path.endsWith('.gz') ? file.compose(createGunzip()) : file
  const lines = createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })
  // readline does not pass on an error of its input: it would wait for ever.
  let failure: unknown
  input.once('error', (error) => {
    failure = error
    lines.close()
  })
  try {
    for await (const line of lines) {
      if (failure !== undefined) break
      yield line
    }
    if (failure !== undefined) throw failure
  } finally {
    lines.close()
    input.destroy()
  }
}

/** The blobs that a blobs.ndjson names. */
export async function* readBlobLines(path: string): AsyncGenerator<BlobLine, void> {
  for await (const text of readLines(path)) yield blobLine.parse(JSON.parse(text))
}

type Content = AsyncIterable<string | Uint8Array> | Iterable<string | Uint8Array>

/**
 * Writes a file that only its owner may read. It has reached the disk, under its name, when this resolves; a half-written
 * one never has the name.
 * @returns the SHA-256 of what is in the file, in hex
 */
export async function writeDurably(path: string, content: Content): Promise<string> {
  const sha256 = await writeFlushed(path, content)
  await syncFolder(dirname(path))
  return sha256
}

/** The same, except that the name has reached the disk only after syncFolder: for many files in one folder. */
export async function writeFlushed(path: string, content: Content): Promise<string> {
  const hash = createHash('sha256')
  const partial = `${path}.part`
  const file = await open(partial, 'w', 0o600)
  try {
    await pipeline(
      tapped(content, (piece) => hash.update(piece)),
      file.createWriteStream({ flush: true }),
    )
    await rename(partial, path)
  } catch (error) {
    await rm(partial, { force: true })
    throw error
  }
  return hash.digest('hex')
}

/** What was named in a folder has reached the disk when this resolves. */
export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

async function* tapped(content: Content, tap: (piece: string | Uint8Array) => void) {
  for await (const piece of content) {
    tap(piece)
    yield piece
  }
}
