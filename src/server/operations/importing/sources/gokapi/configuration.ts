import { createDecipheriv } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import * as z from 'zod/mini'
import { SourceProblem } from '../../source.ts'
import type { SourceFolder } from '../source-folder.ts'
import { readGobStruct, UnknownGob } from './gob.ts'

const tagLength = 16
/** Levels whose key stands in the configuration; with others a person types it at each start. */
const storedLevels: ReadonlySet<number> = new Set([1, 3])

const configuration = z.object({
  Authentication: z.object({ SaltFiles: z._default(z.string().check(z.maxLength(1000)), '') }),
  Encryption: z.optional(
    z.object({ Level: z.int(), Cipher: z.nullable(z.optional(z.base64().check(z.maxLength(100)))) }),
  ),
})

/** Secrets of a Gokapi, as far as its configuration has them. */
export type GokapiSecrets = {
  /** Put behind passwords before they are hashed. */
  readonly salt: string
  /** Opens the keys of files; undefined where it is not kept. */
  readonly masterKey: Uint8Array | undefined
}

/** @throws SourceProblem for a configuration that cannot be read */
export async function readSecrets(folder: SourceFolder): Promise<GokapiSecrets> {
  const path = await folder.find('config/config.json')
  if (path === undefined) throw new SourceProblem('There is no config/config.json beside the folder data.')
  let value: unknown
  try {
    value = JSON.parse(await readFile(path, 'utf8'))
  } catch {
    throw new SourceProblem('config/config.json is no JSON.')
  }
  const parsed = z.safeParse(configuration, value)
  if (!parsed.success) throw new SourceProblem('config/config.json is none of Gokapi.')
  const { Authentication, Encryption } = parsed.data
  const key = Encryption && storedLevels.has(Encryption.Level) ? Encryption.Cipher : undefined
  const masterKey = key ? Buffer.from(key, 'base64') : undefined
  return { salt: Authentication.SaltFiles, masterKey: masterKey?.length === 32 ? masterKey : undefined }
}

/** How a file lies on the disk. */
export type GokapiSealing =
  | { readonly kind: 'plain' | 'end-to-end' }
  | { readonly kind: 'sealed'; readonly key: Uint8Array; readonly nonce: Uint8Array }

/** Reads what a table keeps of the encryption of a file; undefined for what cannot be read. */
export function readSealing(column: Uint8Array): GokapiSealing | undefined {
  try {
    const fields = readGobStruct(column)
    if (fields.get('IsEndToEndEncrypted') === true) return { kind: 'end-to-end' }
    if (fields.get('IsEncrypted') !== true) return { kind: 'plain' }
    const [key, nonce] = [fields.get('DecryptionKey'), fields.get('Nonce')]
    const areThere = key instanceof Uint8Array && nonce instanceof Uint8Array
    return areThere && nonce.length === 12 ? { kind: 'sealed', key, nonce } : undefined
  } catch (error) {
    if (error instanceof UnknownGob) return undefined
    throw error
  }
}

/** The key of a file. @throws SourceProblem where the master key does not open it */
export function openFileKey(masterKey: Uint8Array, key: Uint8Array, nonce: Uint8Array): Uint8Array {
  try {
    const decipher = createDecipheriv('aes-256-gcm', masterKey, nonce)
    decipher.setAuthTag(key.subarray(key.length - tagLength))
    const opened = Buffer.concat([decipher.update(key.subarray(0, key.length - tagLength)), decipher.final()])
    if (opened.length === 32) return opened
  } catch {
    // Another key, or altered bytes: one cannot tell which.
  }
  throw new SourceProblem('Its key does not open with that of config/config.json.')
}
