import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
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
