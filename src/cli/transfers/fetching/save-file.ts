import { createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { finished } from 'node:stream/promises'
import { showProgress } from '../progress.ts'
import { fetchFile } from './fetch-file.ts'

/** Saves what an address answers, `size` bytes; until all of it is there the file ends in `.part`. @throws ApiError */
export async function saveFile(url: string, size: number, path: string): Promise<void> {
  const partial = `${path}.part`
  const sink = createWriteStream(partial, { flags: 'w', flush: true })
  const written = finished(sink)
  written.catch(() => {})
  const progress = showProgress('Downloading', size)
  try {
    await fetchFile(url, { size, sink, onProgress: progress.to })
    sink.end()
    await written
    await rename(partial, path)
  } catch (error) {
    sink.destroy()
    await rm(partial, { force: true })
    throw error
  } finally {
    progress.end()
  }
}
