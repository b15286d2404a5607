import { hkdfSync } from 'node:crypto'
import {
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { createKeyRing, type MasterKey, newMasterKeyText, parseMasterKeys } from '#crypto/keys/key-ring.ts'
import { newId } from '#crypto/random-id.ts'
import { type Config, StartRefused } from '../../config.ts'
import type { Database } from '../database/database.ts'

/**
 * The master keys: from MASTER_KEYS, else from DATA_DIR/keys/master-keys, which is made once, on the first start; with
 * DATABASE_URL never, because several instances would make several. Every stored day key and pair key must open with
 * them, and the one that the database belongs to must be among them; nothing is ever deleted or replaced here.
 * @throws StartRefused when keys are missing, weak, readable by others or not the ones in use
 */
export async function loadMasterKeys(config: Config, database: Database): Promise<MasterKey[]> {
  const days = await database.selectFrom('day_keys').selectAll().execute()
  const pairs = await database.selectFrom('ml_kem_pairs').select(['id', 'kid', 'sealed_pair_key']).execute()
  const nothingSealed = days.length === 0 && pairs.length === 0
  const makes = config.DATABASE_URL === undefined ? 'make' : 'refuse to make'
  const text =
    config.MASTER_KEYS ?? readOrMakeKeyFile(join(config.DATA_DIR, 'keys'), nothingSealed ? makes : 'find')
  try {
    const keys = parseMasterKeys(text)
    const ring = createKeyRing(keys)
    for (const { day, kid, sealed } of days) ring.openDayKey(day, kid, sealed)
    for (const { id, kid, sealed_pair_key } of pairs) ring.openPairKey(id, kid, sealed_pair_key)
    await claimDatabase(database, keys)
    return keys
  } catch (cause) {
    if (cause instanceof StartRefused) throw cause
    const reason =
      cause instanceof Error && cause.name === 'MasterKeysInvalid'
        ? cause.message
        : 'They do not open what is stored.'
    throw new StartRefused(`The master keys cannot be used. ${reason}`, { cause })
  }
}

/**
 * Binds the database to the active key. Of instances that come to a new one at the same time, one does; the others must
 * have its key. A new key in front of that one takes its place.
 * @throws StartRefused
 */
async function claimDatabase(database: Database, keys: readonly MasterKey[]): Promise<void> {
  const fingerprints = keys.map(fingerprintOf)
  const [active = ''] = fingerprints
  const { numUpdatedRows } = await database
    .updateTable('service')
    .set({ key_fingerprint: active })
    .where(({ eb, or }) => or([eb('key_fingerprint', 'is', null), eb('key_fingerprint', 'in', fingerprints)]))
    .executeTakeFirst()
  if (numUpdatedRows === 1n) return
  throw new StartRefused(
    'The master keys are not those of this database: another one was active when a server used it last. Every server needs the same MASTER_KEYS.',
  )
}

/** Says which key it is, and nothing else about it. */
function fingerprintOf({ key }: MasterKey): string {
  return Buffer.from(hkdfSync('sha256', key, '', 'restante master key fingerprint', 16)).toString('hex')
}

function readOrMakeKeyFile(folder: string, missing: 'make' | 'refuse to make' | 'find'): string {
  const path = join(folder, 'master-keys')
  const mode = statSync(path, { throwIfNoEntry: false })?.mode
  if (mode === undefined) {
    if (missing === 'refuse to make')
      throw new StartRefused(
        'With DATABASE_URL no master key is made, because each server would make its own: set MASTER_KEYS, the same for all, to the word k1, a colon and the output of `openssl rand -base64 32`.',
      )
    if (missing === 'find')
      throw new StartRefused(
        'The master keys are missing: DATA_DIR/keys/master-keys is gone, and MASTER_KEYS is not set.',
      )
    return makeKeyFile(folder, path)
  }
  if ((mode & 0o077) !== 0)
    throw new StartRefused('DATA_DIR/keys/master-keys can be read by others; its mode must be 600.')
  return readFileSync(path, 'utf8')
}

/**
 * The master keys that are there, for what must never begin with a key of its own.
 * @throws StartRefused when there are none, or others can read them; MasterKeysInvalid
 */
export function findMasterKeys({ MASTER_KEYS, DATA_DIR }: Config): MasterKey[] {
  const folder = join(DATA_DIR, 'keys')
  if (MASTER_KEYS === undefined && !existsSync(join(folder, 'master-keys'))) {
    throw new StartRefused(
      'The master keys are missing: put those of the lost service into DATA_DIR/keys/master-keys or MASTER_KEYS first.',
    )
  }
  return parseMasterKeys(MASTER_KEYS ?? readOrMakeKeyFile(folder, 'find'))
}

/**
 * Puts a new master key in front of those in DATA_DIR/keys/master-keys, which stay: servers that start from now on seal
 * with it.
 * @returns the name of the new key
 * @throws StartRefused where MASTER_KEYS is set, or the file cannot be used
 */
export function addMasterKey(config: Config): string {
  if (config.MASTER_KEYS !== undefined) {
    throw new StartRefused('The master keys come from MASTER_KEYS: put a new one in front of them there.')
  }
  const folder = join(config.DATA_DIR, 'keys')
  const path = join(folder, 'master-keys')
  const text = readOrMakeKeyFile(folder, 'find').trim()
  const numbers = parseMasterKeys(text).map(({ kid }) => Number(/^k(\d+)$/.exec(kid)?.[1] ?? 0))
  const kid = `k${Math.max(...numbers) + 1}`
  rmSync(`${path}.new`, { force: true })
  writeDurably(`${path}.new`, `${newMasterKeyText(kid)},${text}\n`)
  renameSync(`${path}.new`, path)
  syncFolder(folder)
  return kid
}

function makeKeyFile(folder: string, path: string): string {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  // Written whole before it has its name: a start that is cut off leaves no half of a key, and one beside it no other key.
  const draft = `${path}.${newId()}`
  writeDurably(draft, `${newMasterKeyText('k1')}\n`)
  linkSync(draft, path)
  rmSync(draft)
  syncFolder(folder)
  return readFileSync(path, 'utf8')
}

/** @throws when the file is there already: nothing replaces a key by mistake */
function writeDurably(path: string, text: string): void {
  const file = openSync(path, 'wx', 0o600)
  writeSync(file, text)
  fsyncSync(file)
  closeSync(file)
}

function syncFolder(folder: string): void {
  const entry = openSync(folder, 'r')
  fsyncSync(entry)
  closeSync(entry)
}
