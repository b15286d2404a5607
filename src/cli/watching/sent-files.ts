import { type FileHandle, open, readFile, rename, writeFile } from 'node:fs/promises'
import * as z from 'zod/mini'
import { UsageError } from '../command.ts'
import { unwritable } from '../trouble.ts'
import type { FileVersion } from './folder-files.ts'

const line = z.object({ path: z.string(), size: z.number(), modifiedAt: z.number() })

/** Files that are no longer sent, in the state file of a watched folder: a line of JSON for each. */
export type SentFiles = {
  readonly count: number
  has(file: FileVersion): boolean
  /** Resolves once the disk has it. */
  add(file: FileVersion): Promise<void>
  close(): Promise<void>
}

/**
 * Opens a state file.
 * @param present reads the files that a new state file begins with
 * @throws UsageError for an invalid file, and for a path that can't be written
 */
export async function openSentFiles(path: string, present: () => Promise<FileVersion[]>): Promise<SentFiles> {
  const known = new Map<string, FileVersion>()
  for (const file of (await readLines(path)) ?? (await present())) known.set(file.path, file)
  // Written anew, so that neither a line that a crash cut off nor those of replaced versions stay.
  const state = await rewrite(path, [...known.values()].map(lineOf).join('')).catch((cause: unknown) => {
    throw unwritable('--state', path, cause)
  })
  return {
    count: known.size,
    has(file) {
      const found = known.get(file.path)
      return found?.size === file.size && found.modifiedAt === file.modifiedAt
    },
    async add(file) {
      known.set(file.path, file)
      await state.appendFile(lineOf(file))
      await state.sync()
    },
    close: () => state.close(),
  }
}

/** @returns the file, to append to */
async function rewrite(path: string, lines: string): Promise<FileHandle> {
  const written = `${path}.new`
  await writeFile(written, lines, { mode: 0o600, flush: true })
  await rename(written, path)
  return open(path, 'a')
}

function lineOf({ path, size, modifiedAt }: FileVersion): string {
  return `${JSON.stringify({ path, size, modifiedAt })}\n`
}

/** Reads the complete lines of a state file; undefined if there is none. @throws UsageError for an invalid line or place */
async function readLines(path: string): Promise<FileVersion[] | undefined> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw unwritable('--state', path, error)
  })
  return text
    ?.split('\n')
    .slice(0, -1)
    .map((content) => {
      try {
        return line.parse(JSON.parse(content))
      } catch (cause) {
        throw new UsageError(`${path} is not valid. Without it, the files in the folder count as sent.`, {
          cause,
        })
      }
    })
}
