import { randomBytes } from 'node:crypto'
import { rmSync } from 'node:fs'
import { open, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { finished } from 'node:stream/promises'
import { safeFileName } from '#contract/transfers/file-name.ts'
import { UsageError } from '../../command.ts'
import { unwritable } from '../../trouble.ts'
import { showProgress } from '../progress/show-progress.ts'
import { fetchFile } from './fetch-file.ts'

/**
 * Saves the `size` bytes at an address. Until complete, they are in a file of their own in the same folder that ends in
 * `.part`. If it can't be created, nothing is fetched and no download is counted.
 * @throws ApiError; UsageError if the name was taken in the meantime, or can't be written; errors of the disk
 */
export async function saveFile(url: string, size: number, path: string): Promise<void> {
  await assertWritable(path)
  const partial = join(dirname(path), `restante-${randomBytes(8).toString('hex')}.part`)
  const sink = (await open(partial, 'wx')).createWriteStream({ flush: true })
  const written = finished(sink)
  written.catch(() => {})
  const progress = showProgress('Downloading', size)
  const stop = (signal: NodeJS.Signals) => {
    rmSync(partial, { force: true })
    process.off(signal, stop).kill(process.pid, signal)
  }
  for (const signal of signals) process.on(signal, stop)
  try {
    await fetchFile(url, { size, sink, onProgress: progress.to })
    sink.end()
    await written
    await claim(path)
    await rename(partial, path).catch(async (error: unknown) => {
      await rm(path, { force: true })
      throw error
    })
  } catch (error) {
    sink.destroy()
    await rm(partial, { force: true })
    throw error
  } finally {
    for (const signal of signals) process.off(signal, stop)
    progress.end()
  }
}

/**
 * The path at which something is saved: in the folder `output`, of a sender's `name` only a safe base name; or `output` itself.
 * @throws UsageError for a folder that isn't there, and a path that exists or can't be written
 */
export async function choosePath(output: string, name: string): Promise<string> {
  const isFolder = (await stat(output).catch(() => undefined))?.isDirectory() ?? false
  if (!isFolder && (output === '' || /[/\\]$/.test(output)))
    throw new UsageError(`--output is not a folder: ${output}`)
  const path = isFolder ? join(output, safeFileName(name)) : output
  await assertFree(path)
  await assertWritable(path)
  return path
}

/** @throws UsageError for a path that exists, or is too long for the disk */
export async function assertFree(path: string): Promise<void> {
  try {
    await stat(path)
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'ENAMETOOLONG')
      throw new UsageError(`The name is too long for this disk: ${path}`, { cause })
    return
  }
  throw new UsageError(`${path} already exists.`)
}

/** Tries a free name before anything is fetched. @throws UsageError for one that the disk doesn't allow */
async function assertWritable(path: string): Promise<void> {
  await claim(path)
  await rm(path)
}

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** Reserves the name with an empty file, because a rename alone would overwrite an existing one. */
async function claim(path: string): Promise<void> {
  const file = await open(path, 'wx').catch((cause: unknown) => {
    if (cause instanceof Error && 'code' in cause && cause.code === 'EEXIST')
      throw new UsageError(`${path} already exists.`, { cause })
    throw unwritable('--output', path, cause)
  })
  await file.close()
}
