import { createDecipheriv, scryptSync } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type * as z from 'zod/mini'
import { safeFileName, safePath } from '#contract/transfers/file-name.ts'
import { type SourceFile, SourceProblem, type SourceSecrets } from '../../source.ts'
import type { SourceFolder } from '../source-folder.ts'
import { type ObjectStore, openObjectStore } from './object-store.ts'
import type { fileRow } from './tables.ts'

/** Bytes of the block of AES, and of the vector that stands before it. */
const block = 16

type Stored = Pick<z.output<typeof fileRow>, 'name' | 'size' | 'objectName'>

/** Finds files of Palmr: in the folder uploads, as they are or sealed, or in its S3 store. */
export type StoredFiles = { file(stored: Stored, folder?: string): SourceFile }

/** @throws SourceProblem for a key or a store that cannot be used */
export async function openStoredFiles(
  folder: SourceFolder,
  { keyFile, s3File }: SourceSecrets,
): Promise<StoredFiles> {
  const key = keyFile === undefined ? undefined : await readKey(keyFile)
  const store = s3File === undefined ? undefined : await openObjectStore(s3File)
  return {
    file(stored, path = '') {
      const { name, size, objectName } = stored
      async function find(): Promise<() => AsyncIterable<Uint8Array>> {
        const onDisk = await findOnDisk(folder, stored, key)
        if (onDisk) return onDisk
        if (store) return findInStore(store, objectName, size)
        throw new SourceProblem('Its file is missing. Newer files of Palmr lie in an S3 store: see --s3.')
      }
      return {
        name: safeFileName(name),
        folder: safePath(path),
        size,
        async check() {
          await find()
        },
        async *read() {
          yield* (await find())()
        },
      }
    },
  }
}

/** @throws SourceProblem for a file that is sealed without a key, or has another size */
async function findOnDisk(
  folder: SourceFolder,
  { name, size, objectName }: Stored,
  key: Uint8Array | undefined,
): Promise<(() => AsyncIterable<Uint8Array>) | undefined> {
  const path = `uploads/${objectName.replace(/[^a-zA-Z0-9\-_./]/g, '_')}`
  const onDisk = await folder.sizeOf(path)
  if (onDisk === undefined) return undefined
  const file = folder.file({ path, name, size: onDisk })
  if (onDisk === size) return () => file.read()
  if (onDisk !== block + block * (Math.floor(size / block) + 1))
    throw new SourceProblem(`Its file has ${onDisk} bytes instead of ${size}.`)
  if (!key) throw new SourceProblem('Its file is sealed with the ENCRYPTION_KEY of Palmr: see --key-file.')
  return () => unseal(file.read(), key, size)
}

async function findInStore(store: ObjectStore, key: string, size: number) {
  const found = await store.sizeOf(key)
  if (found === undefined) throw new SourceProblem('Its file is missing.')
  if (found !== size) throw new SourceProblem(`Its file has ${found} bytes instead of ${size}.`)
  return async function* read() {
    let length = 0
    for await (const chunk of store.read(key)) {
      length += chunk.length
      yield chunk
    }
    if (length !== size) throw new SourceProblem(`The store sent ${length} bytes of it instead of ${size}.`)
  }
}

/** @throws SourceProblem */
async function readKey(path: string): Promise<Uint8Array> {
  const text = await readFile(path, 'utf8').catch(() => '')
  if (text.trim() === '') throw new SourceProblem(`${path} has no key.`)
  return scryptSync(text.trim(), 'salt', 32)
}

/** Opens AES-256-CBC: nothing but its padding and its size shows a wrong key. @throws SourceProblem */
async function* unseal(
  sealed: AsyncIterable<Uint8Array>,
  key: Uint8Array,
  size: number,
): AsyncGenerator<Uint8Array> {
  const wrong = () => new SourceProblem('Its file does not open with the key of --key-file.')
  let decipher: ReturnType<typeof createDecipheriv> | undefined
  let length = 0
  for await (const chunk of sealed) {
    // Chunks are longer than the vector.
    const content = decipher ? chunk : chunk.subarray(block)
    decipher ??= createDecipheriv('aes-256-cbc', key, chunk.subarray(0, block))
    const opened = decipher.update(content)
    length += opened.length
    if (opened.length > 0) yield Uint8Array.from(opened)
  }
  let last: Uint8Array | undefined
  try {
    last = decipher?.final()
  } catch {
    throw wrong()
  }
  if (last === undefined || length + last.length !== size) throw wrong()
  if (last.length > 0) yield Uint8Array.from(last)
}
