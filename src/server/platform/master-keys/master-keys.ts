import { hkdfSync } from 'node:crypto'
import {
  closeSync,
  existsSync,
  fchmodSync,
  fchownSync,
  fsyncSync,
  linkSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { createKeyRing, type MasterKey, newMasterKeyText, parseMasterKeys } from '#crypto/keys/key-ring.ts'
import { newId } from '#crypto/random-id.ts'
import { type Config, StartRefused } from '../../config/config.ts'
import { makeFolder, syncFolderNow } from '../../config/make-folder.ts'
import type { Database } from '../database/database.ts'

/**
 * The master keys: from MASTER_KEYS, else from a file, which is made once, on the first start, where it has its usual place;
 * with DATABASE_URL never, because several instances would make several. Everything that is stored under a master key must
 * have its key among them, every day key, pair key, secret of an app and secret setting must open, and nothing is ever deleted or replaced here.
 * @throws StartRefused when keys are missing, weak, readable by others or not the ones in use
 */
export async function loadMasterKeys(config: Config, database: Database): Promise<MasterKey[]> {
  const days = await database.selectFrom('day_keys').selectAll().execute()
  const pairs = await database.selectFrom('ml_kem_pairs').select(['id', 'kid', 'sealed_pair_key']).execute()
  const secrets = await database.selectFrom('totp').select(['user_id', 'kid', 'sealed_secret']).execute()
  const settings = await database.selectFrom('sealed_settings').selectAll().execute()
  const nothingSealed = [days, pairs, secrets, settings].every(({ length }) => length === 0)
  const makes =
    config.DATABASE_URL === undefined && config.MASTER_KEYS_FILE === undefined ? 'make' : 'refuse to make'
  const text = config.MASTER_KEYS ?? readOrMakeKeyFile(config, nothingSealed ? makes : 'find')
  try {
    const keys = parseMasterKeys(text)
    const ring = createKeyRing(keys)
    for (const { day, kid, sealed } of days) ring.openDayKey(day, kid, sealed)
    for (const { id, kid, sealed_pair_key } of pairs) ring.openPairKey(id, kid, sealed_pair_key)
    for (const { user_id, kid, sealed_secret } of secrets) ring.openTotpSecret(user_id, kid, sealed_secret)
    for (const { name, kid, sealed } of settings) ring.openSetting(name, kid, sealed)
    for (const kid of await findKidsInUse(database)) ring.outboxKey(kid)
    return keys
  } catch (cause) {
    const reason =
      cause instanceof Error && cause.name === 'MasterKeysInvalid'
        ? cause.message
        : 'They do not open what is stored.'
    throw new StartRefused(`The master keys cannot be used. ${reason}`, { cause })
  }
}

/** The names of the master keys under which something lies. A key is needed until its name is gone from here. */
export async function findKidsInUse(database: Database): Promise<string[]> {
  const rows = await database
    .selectFrom('day_keys')
    .select('kid')
    .union(database.selectFrom('ml_kem_pairs').select('kid'))
    .union(database.selectFrom('totp').select('kid'))
    .union(database.selectFrom('sealed_settings').select('kid'))
    .union(database.selectFrom('report_keys').select('kid'))
    .union(database.selectFrom('events').select('kid'))
    .union(database.selectFrom('mail_outbox').select('kid'))
    .union(database.selectFrom('webhooks').select('kid'))
    .union(database.selectFrom('webhook_deliveries').select('kid'))
    .execute()
  return rows.map(({ kid }) => kid)
}

/** Says which key it is, and nothing else about it. */
export function fingerprintOf({ key }: MasterKey): string {
  return Buffer.from(hkdfSync('sha256', key, '', 'restante master key fingerprint', 16)).toString('hex')
}

/** Path of the file with the master keys. */
export function keyFileOf({
  MASTER_KEYS_FILE,
  DATA_DIR,
}: Pick<Config, 'MASTER_KEYS_FILE' | 'DATA_DIR'>): string {
  return MASTER_KEYS_FILE ?? join(DATA_DIR, 'keys', 'master-keys')
}

function readOrMakeKeyFile(config: Config, missing: 'make' | 'refuse to make' | 'find'): string {
  const path = keyFileOf(config)
  const mode = statSync(path, { throwIfNoEntry: false })?.mode
  if (mode === undefined) {
    if (missing === 'refuse to make')
      throw new StartRefused(
        'With DATABASE_URL or MASTER_KEYS_FILE no master key is made, because each server would make its own: set MASTER_KEYS, the same for all, to the word k1, a colon and the output of `openssl rand -base64 32`, or put that into the file.',
      )
    if (missing === 'find')
      throw new StartRefused(`The master keys are missing: ${path} is gone, and MASTER_KEYS is not set.`)
    return makeKeyFile(path)
  }
  return readKeyFile(path)
}

/** @throws StartRefused when everyone can read it, or more than its owner change it; the error of the file system */
export function readKeyFile(path: string): string {
  if ((statSync(path).mode & 0o027) !== 0)
    throw new StartRefused(
      `${path} can be read or changed by others; its mode must be 600, or 640 for a group.`,
    )
  return readFileSync(path, 'utf8')
}

/**
 * The master keys that are there, for what must never begin with a key of its own.
 * @throws StartRefused when there are none, or others can read them; MasterKeysInvalid
 */
export function findMasterKeys(config: Config): MasterKey[] {
  const { MASTER_KEYS } = config
  if (MASTER_KEYS === undefined && !existsSync(keyFileOf(config))) {
    throw new StartRefused(
      'The master keys are missing: put those of the lost service into DATA_DIR/keys/master-keys or MASTER_KEYS first.',
    )
  }
  return parseMasterKeys(MASTER_KEYS ?? readOrMakeKeyFile(config, 'find'))
}

/**
 * Puts a new master key in front of those in the file, which stay. Servers take it over within seconds, and seal with it once
 * it has been made the active one. One of two concurrent calls is refused: the draft exists from before the keys are read until
 * it replaces them, and no one else removes it.
 * @returns the name of the new key
 * @throws StartRefused where MASTER_KEYS is set, the file cannot be used, or another key is being added
 */
export function addMasterKey(config: Config): string {
  if (config.MASTER_KEYS !== undefined) {
    throw new StartRefused('The master keys come from MASTER_KEYS: put a new one in front of them there.')
  }
  const path = keyFileOf(config)
  const draft = `${path}.new`
  const file = beginDraft(draft)
  try {
    const text = readOrMakeKeyFile(config, 'find').trim()
    const numbers = parseMasterKeys(text).map(({ kid }) => Number(/^k(\d+)$/.exec(kid)?.[1] ?? 0))
    const kid = `k${Math.max(...numbers) + 1}`
    const { mode, uid, gid } = statSync(path)
    // Servers of the group can read the new file as well.
    fchownSync(file, uid, gid)
    fchmodSync(file, mode & 0o777)
    writeAndClose(file, `${newMasterKeyText(kid)},${text}\n`)
    renameSync(draft, path)
    return kid
  } catch (error) {
    rmSync(draft, { force: true })
    throw error
  } finally {
    syncFolderNow(dirname(path))
  }
}

function beginDraft(draft: string): number {
  try {
    // guard: one new master key at a time -> tests/long/cli/commands.test.ts "one master key at a time"
    //   'wx' becomes 'w'
    return openSync(draft, 'wx', 0o600)
  } catch (cause) {
    if (!isThere(cause)) throw cause
    throw new StartRefused(
      `${draft} is there: another key is being added, or that was cut off. If no other command is running, remove it.`,
      { cause },
    )
  }
}

function makeKeyFile(path: string): string {
  const folder = dirname(path)
  makeFolder(folder)
  // Written whole before it has its name: a start that is cut off leaves no half of a key, and one beside it no other key.
  const draft = `${path}.${newId()}`
  writeDurably(draft, `${newMasterKeyText('k1')}\n`)
  try {
    linkSync(draft, path)
  } catch (error) {
    // Two first starts at the same time both take the key of the faster one.
    if (!isThere(error)) throw error
  } finally {
    rmSync(draft)
  }
  syncFolderNow(folder)
  syncFolderNow(dirname(folder))
  return readFileSync(path, 'utf8')
}

function isThere(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EEXIST'
}

/** @throws when the file is there already: nothing replaces a key by mistake */
function writeDurably(path: string, text: string): void {
  writeAndClose(openSync(path, 'wx', 0o600), text)
}

function writeAndClose(file: number, text: string): void {
  writeSync(file, text)
  fsyncSync(file)
  closeSync(file)
}
