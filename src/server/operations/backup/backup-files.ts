import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { syncFolder } from '#server/config/make-folder.ts'
import { type BlobLine, blobLine } from './backup-layout.ts'

/** The lines of a text file, one at a time; of a compressed one when its name ends in .gz. */
export async function* readLines(path: string): AsyncGenerator<string, void> {
  const file = createReadStream(path)
  // Not composed: leaving a composed stream early now and then throws an uncaught error.
  const input: Readable = path.endsWith('.gz') ? file.pipe(createGunzip()) : file
  const lines = createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })
  // readline does not pass on an error of its input: the loop would never end.
  let failure: unknown
  for (const stream of new Set([file, input]))
    stream.on('error', (error) => {
      failure ??= error
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
    file.destroy()
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
  const partial = await writePartial(path, content)
  await partial.keep()
  await syncFolder(dirname(path))
  return partial.sha256
}

/** A file that is written and has reached the disk, and has not got its name yet. */
export type PartialFile = {
  /** Hex digest of the content. */
  readonly sha256: string
  /** Gives it its name, which has reached the disk only after syncFolder. */
  keep(): Promise<void>
  remove(): Promise<void>
}

/** Writes a file that only its owner may read, and leaves nothing when that fails. */
export async function writePartial(path: string, content: Content): Promise<PartialFile> {
  const hash = createHash('sha256')
  const partial = `${path}.part`
  const remove = () => rm(partial, { force: true })
  const file = await open(partial, 'w', 0o600)
  try {
    try {
      for await (const bytes of gathered(content)) {
        hash.update(bytes)
        await file.writeFile(bytes)
      }
      await file.sync()
    } finally {
      await file.close()
    }
  } catch (error) {
    await remove()
    throw error
  }
  return { sha256: hash.digest('hex'), keep: () => rename(partial, path), remove }
}

/**
 * The SHA-256 of a file, in hex; undefined for a file that is not there or cannot be read.
 * @param pace is called with the bytes of each step, and resolves when the next may follow
 */
export async function hashFile(
  path: string,
  pace?: (bytes: number) => Promise<void>,
): Promise<string | undefined> {
  const hash = createHash('sha256')
  try {
    for await (const chunk of createReadStream(path)) {
      hash.update(chunk)
      await pace?.(chunk.length)
    }
  } catch (error) {
    if (error instanceof Error && 'syscall' in error) return undefined
    throw error
  }
  return hash.digest('hex')
}

/** Bytes that are written at once, where buffers are smaller. */
const gatheredLength = 64 * 1024

async function* gathered(content: Content): AsyncGenerator<Uint8Array> {
  let buffers: Uint8Array[] = []
  let length = 0
  for await (const buffer of content) {
    const bytes = typeof buffer === 'string' ? Buffer.from(buffer) : buffer
    buffers.push(bytes)
    length += bytes.length
    if (length < gatheredLength) continue
    yield Buffer.concat(buffers)
    buffers = []
    length = 0
  }
  if (length > 0) yield Buffer.concat(buffers)
}
