import { constants } from 'node:fs'
import { type FileHandle, lstat, open, realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { MIB } from '#contract/transfers/limits.ts'
import { type SourceFile, SourceProblem } from '../source.ts'

const chunkLength = MIB

/** A folder of another service. Nothing outside of it is read, and no symbolic link in it is followed. */
export type SourceFolder = {
  /** The path of a file in it that is there; undefined for none. @throws SourceProblem for a symbolic link */
  find(relative: string): Promise<string | undefined>
  /** Bytes of a regular file in it; undefined for none. @throws SourceProblem for a symbolic link */
  sizeOf(relative: string): Promise<number | undefined>
  /** A file in it, of this many bytes. */
  file(at: {
    readonly path: string
    readonly name: string
    readonly folder?: string
    readonly size: number
  }): SourceFile
}

/** @throws SourceProblem for what is no folder that can be read */
export async function openSourceFolder(path: string): Promise<SourceFolder> {
  const root = await realpath(path).catch(() => undefined)
  if (root === undefined || !(await lstat(root)).isDirectory())
    throw new SourceProblem(`${path} is no folder that can be read.`)

  /** @throws SourceProblem */
  function within(relative: string): string {
    const names = relative.split('/')
    // guard: path that leaves the folder -> tests/long/imports/hostile.test.ts "leads out of its folder"
    if (relative.includes('\0') || names.some((name) => name === '' || name === '.' || name === '..'))
      throw new SourceProblem('Its path leads out of the folder.')
    return join(root ?? '', ...names)
  }
  async function find(relative: string): Promise<string | undefined> {
    const wanted = within(relative)
    const real = await realpath(wanted).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'EACCES') throw error
      return undefined
    })
    if (real === undefined) return undefined
    // guard: symbolic link in a source -> tests/long/imports/hostile.test.ts "symbolic links"
    if (real !== wanted) throw new SourceProblem('It is a symbolic link, or lies behind one.')
    return real
  }
  async function openFile(relative: string, size: number): Promise<FileHandle> {
    const found = await find(relative)
    if (found === undefined) throw new SourceProblem('Its file is missing.')
    // A pipe would be waited for.
    const handle = await open(found, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
    const stats = await handle.stat()
    const problem = !stats.isFile()
      ? 'It is no regular file.'
      : stats.size !== size
        ? `Its file has ${stats.size} bytes instead of ${size}.`
        : undefined
    if (problem === undefined) return handle
    await handle.close()
    throw new SourceProblem(problem)
  }
  async function* read(relative: string, size: number): AsyncGenerator<Uint8Array> {
    await using handle = await openFile(relative, size)
    for (let position = 0; position < size; ) {
      const chunk = Buffer.allocUnsafeSlow(Math.min(chunkLength, size - position))
      const { bytesRead } = await handle.read(chunk, 0, chunk.length, position)
      if (bytesRead === 0) throw new SourceProblem('Its file became shorter.')
      position += bytesRead
      yield bytesRead === chunk.length ? chunk : Uint8Array.from(chunk.subarray(0, bytesRead))
    }
  }
  return {
    find,
    async sizeOf(relative) {
      const found = await find(relative)
      const stats = found === undefined ? undefined : await lstat(found)
      return stats?.isFile() ? stats.size : undefined
    },
    file: ({ path: relative, name, folder = '', size }) => ({
      name,
      folder,
      size,
      async check() {
        await (await openFile(relative, size)).close()
      },
      read: () => read(relative, size),
    }),
  }
}
