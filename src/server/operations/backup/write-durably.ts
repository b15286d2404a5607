import { createHash } from 'node:crypto'
import { open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { pipeline } from 'node:stream/promises'

type Content = AsyncIterable<string | Uint8Array> | Iterable<string | Uint8Array>

/**
 * Writes a file that only its owner may read. It has reached the disk, under its name, when this resolves; a half-written
 * one never has the name.
 * @returns the SHA-256 of what is in the file, in hex
 */
export async function writeDurably(path: string, content: Content): Promise<string> {
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
  const folder = await open(dirname(path), 'r')
  await folder.sync()
  await folder.close()
  return hash.digest('hex')
}

async function* tapped(content: Content, tap: (piece: string | Uint8Array) => void) {
  for await (const piece of content) {
    tap(piece)
    yield piece
  }
}
