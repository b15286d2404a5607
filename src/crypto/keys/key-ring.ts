import { hkdfSync, randomBytes } from 'node:crypto'
import { totpSecretLength } from '../passwords/one-time-code.ts'
import { openKey, sealedOverhead, sealKey } from './sealed-key.ts'

/** Master keys that cannot be used. The message is one sentence and never holds key material. */
export class MasterKeysInvalid extends Error {
  override readonly name = 'MasterKeysInvalid'
}

export type MasterKey = { readonly kid: string; readonly key: Uint8Array }

/** A day key or a pair key as it is stored: sealed under the master key `kid`. */
export type SealedUnderMaster = { kid: string; sealed: Uint8Array }

/**
 * Makes, opens and re-seals what lies right below the master key: the keys of expiry days, named by UTC dates such as
 * 2026-11-21, those under which the private halves of people's key pairs lie, named by the pair's id, the secrets of
 * authenticator apps, named by the person's id, secret settings, by their names, and keys that reporters gave along, named by the
 * report's id.
 */
export type KeyRing = {
  readonly activeKid: string
  newDayKey(day: string): SealedUnderMaster
  /** @throws MasterKeysInvalid when the master key is not at hand, WrongKey when it does not fit */
  openDayKey(day: string, kid: string, sealed: Uint8Array): Uint8Array
  /** Seals an existing day key under the active master key; with the others of this kind all that a rotation has to do. */
  reseal(day: string, kid: string, sealed: Uint8Array): SealedUnderMaster
  newPairKey(pairId: string): SealedUnderMaster
  /** @throws as openDayKey does */
  openPairKey(pairId: string, kid: string, sealed: Uint8Array): Uint8Array
  resealPairKey(pairId: string, kid: string, sealed: Uint8Array): SealedUnderMaster
  /** A new secret for the authenticator app of a person. */
  newTotpSecret(userId: string): SealedUnderMaster & { secret: Uint8Array }
  /** @throws as openDayKey does */
  openTotpSecret(userId: string, kid: string, sealed: Uint8Array): Uint8Array
  resealTotpSecret(userId: string, kid: string, sealed: Uint8Array): SealedUnderMaster
  /** Seals the text of a secret setting. */
  sealSetting(name: string, text: string): SealedUnderMaster
  /** @throws as openDayKey does */
  openSetting(name: string, kid: string, sealed: Uint8Array): string
  resealSetting(name: string, kid: string, sealed: Uint8Array): SealedUnderMaster
  /** Seals the key of an end-to-end encrypted transfer that came with a report: 32 bytes. */
  sealReportKey(reportId: string, key: Uint8Array): SealedUnderMaster
  /** @throws as openDayKey does */
  openReportKey(reportId: string, kid: string, sealed: Uint8Array): Uint8Array
  resealReportKey(reportId: string, kid: string, sealed: Uint8Array): SealedUnderMaster
  /**
   * The key of records that wait in a table for a moment, such as mails: 32 bytes, derived from the master key `kid`.
   * @throws MasterKeysInvalid when that is not at hand
   */
  outboxKey(kid: string): Uint8Array
  /** The key under which codes that are mailed, and proofs of them, are authenticated; undefined without that master key. */
  codeKey(kid: string): Uint8Array | undefined
}

/**
 * Reads `kid:base64,kid:base64`; the first key is active.
 * @throws MasterKeysInvalid
 */
export function parseMasterKeys(text: string): MasterKey[] {
  const keys = text
    .trim()
    .split(',')
    .map((entry) => {
      const [, kid, base64] = /^\s*([A-Za-z0-9_-]{1,32}):([A-Za-z0-9+/_-]{43}=?)\s*$/.exec(entry) ?? []
      if (!kid || !base64)
        throw new MasterKeysInvalid('A master key is not written as kid:base64 of 32 bytes.')
      const key = Buffer.from(base64, 'base64')
      if (key.length !== 32) throw new MasterKeysInvalid(`The master key ${kid} does not have 32 bytes.`)
      if (new Set(key).size < 8) throw new MasterKeysInvalid(`The master key ${kid} is not random.`)
      return { kid, key }
    })
  if (new Set(keys.map(({ kid }) => kid)).size < keys.length) {
    throw new MasterKeysInvalid('Two master keys have the same name.')
  }
  return keys
}

/** One new entry for MASTER_KEYS. */
export function newMasterKeyText(kid: string): string {
  return `${kid}:${randomBytes(32).toString('base64')}`
}

/** A ring whose keys change while it is in use. */
type LiveKeyRing = KeyRing & {
  /** The first becomes active. @throws MasterKeysInvalid when there is none */
  replace(masterKeys: readonly MasterKey[]): void
}

/**
 * @param masterKeys the first is active @param findMissing looks for a key that the ring does not have
 * @throws MasterKeysInvalid when there is none
 */
export function createKeyRing(
  masterKeys: readonly MasterKey[],
  findMissing: (kid: string) => MasterKey | undefined = () => undefined,
): LiveKeyRing {
  let active = firstOf(masterKeys)
  let byKid = new Map(masterKeys.map(({ kid, key }) => [kid, key]))

  function seal(use: Use, key: Uint8Array, { kid, key: masterKey }: MasterKey): SealedUnderMaster {
    return { kid, sealed: sealKey(key, masterKey, purposeOf(use), context(use, kid)) }
  }
  function open(use: Use, kid: string, sealed: Uint8Array): Uint8Array {
    const length = lengthOf(use, sealed)
    return openKey(sealed, masterKeyOf(kid), purposeOf(use), context(use, kid), length)
  }
  function masterKeyOf(kid: string): Uint8Array {
    const masterKey = byKid.get(kid) ?? findMissing(kid)?.key
    if (!masterKey) throw new MasterKeysInvalid(`The master key ${kid} is needed and not configured.`)
    return masterKey
  }
  const day = (name: string): Use => ({ kind: 'day', name })
  const pair = (name: string): Use => ({ kind: 'pair', name })
  const totp = (name: string): Use => ({ kind: 'totp', name })
  const setting = (name: string): Use => ({ kind: 'setting', name })
  const report = (name: string): Use => ({ kind: 'report', name })
  return {
    get activeKid() {
      return active.kid
    },
    replace(next) {
      active = firstOf(next)
      byKid = new Map(next.map(({ kid, key }) => [kid, key]))
    },
    newDayKey: (name) => seal(day(name), randomBytes(32), active),
    openDayKey: (name, kid, sealed) => open(day(name), kid, sealed),
    reseal: (name, kid, sealed) => seal(day(name), open(day(name), kid, sealed), active),
    newPairKey: (name) => seal(pair(name), randomBytes(32), active),
    openPairKey: (name, kid, sealed) => open(pair(name), kid, sealed),
    resealPairKey: (name, kid, sealed) => seal(pair(name), open(pair(name), kid, sealed), active),
    newTotpSecret(name) {
      const secret = randomBytes(totpSecretLength)
      return { secret, ...seal(totp(name), secret, active) }
    },
    openTotpSecret: (name, kid, sealed) => open(totp(name), kid, sealed),
    resealTotpSecret: (name, kid, sealed) => seal(totp(name), open(totp(name), kid, sealed), active),
    sealSetting: (name, text) => seal(setting(name), Buffer.from(text, 'utf8'), active),
    openSetting: (name, kid, sealed) => Buffer.from(open(setting(name), kid, sealed)).toString('utf8'),
    resealSetting: (name, kid, sealed) => seal(setting(name), open(setting(name), kid, sealed), active),
    sealReportKey: (name, key) => seal(report(name), key, active),
    openReportKey: (name, kid, sealed) => open(report(name), kid, sealed),
    resealReportKey: (name, kid, sealed) => seal(report(name), open(report(name), kid, sealed), active),
    outboxKey: (kid) => derive(masterKeyOf(kid), 'restante/v1 outbox'),
    codeKey: (kid) => {
      const masterKey = byKid.get(kid) ?? findMissing(kid)?.key
      return masterKey && derive(masterKey, 'restante/v1 codes')
    },
  }
}

function firstOf(masterKeys: readonly MasterKey[]): MasterKey {
  const [first] = masterKeys
  if (!first) throw new MasterKeysInvalid('There is no master key.')
  return first
}

function derive(masterKey: Uint8Array, purpose: string): Uint8Array {
  return new Uint8Array(hkdfSync('sha512', masterKey, Buffer.alloc(0), purpose, 32))
}

/** Purpose of a key below the master key. A key of one purpose does not open as another. */
type Use = { readonly kind: 'day' | 'pair' | 'totp' | 'setting' | 'report'; readonly name: string }

function purposeOf({ kind }: Use): string {
  return kind === 'totp' || kind === 'setting' ? `restante/v1 ${kind}` : `restante/v1 ${kind} key`
}

/** Length of what is sealed, in bytes; that of a key unless told. */
function lengthOf({ kind }: Use, sealed: Uint8Array): number | undefined {
  if (kind === 'totp') return totpSecretLength
  return kind === 'setting' ? sealed.length - sealedOverhead : undefined
}

function context(use: Use, kid: string): Buffer {
  return Buffer.from(`${purposeOf(use)}\0${use.name}\0${kid}`, 'ascii')
}
