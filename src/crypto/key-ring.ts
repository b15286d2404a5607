import { randomBytes } from 'node:crypto'
import { openKey, sealKey } from './sealed-key.ts'

/** Master keys that cannot be used. The message is one sentence and never holds key material. */
export class MasterKeysInvalid extends Error {
  override readonly name = 'MasterKeysInvalid'
}

export type MasterKey = { readonly kid: string; readonly key: Uint8Array }

/** A day key as it is stored: sealed under the master key `kid`. */
export type SealedDayKey = { kid: string; sealed: Uint8Array }

/** Makes, opens and re-seals the keys of expiry days. Days are UTC dates such as 2026-11-21. */
export type KeyRing = {
  readonly activeKid: string
  newDayKey(day: string): SealedDayKey
  /** @throws MasterKeysInvalid when the master key is not at hand, WrongKey when it does not fit */
  openDayKey(day: string, kid: string, sealed: Uint8Array): Uint8Array
  /** Seals an existing day key under the active master key: all that a rotation has to do. */
  reseal(day: string, kid: string, sealed: Uint8Array): SealedDayKey
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

/** @throws MasterKeysInvalid when there is none */
export function createKeyRing(masterKeys: readonly MasterKey[]): KeyRing {
  const [active] = masterKeys
  if (!active) throw new MasterKeysInvalid('There is no master key.')
  const byKid = new Map(masterKeys.map(({ kid, key }) => [kid, key]))

  function seal(day: string, key: Uint8Array, { kid, key: masterKey }: MasterKey): SealedDayKey {
    return { kid, sealed: sealKey(key, masterKey, purpose, context(day, kid)) }
  }
  function open(day: string, kid: string, sealed: Uint8Array): Uint8Array {
    const masterKey = byKid.get(kid)
    if (!masterKey) throw new MasterKeysInvalid(`The master key ${kid} is needed and not configured.`)
    return openKey(sealed, masterKey, purpose, context(day, kid))
  }
  return {
    activeKid: active.kid,
    newDayKey: (day) => seal(day, randomBytes(32), active),
    openDayKey: open,
    reseal: (day, kid, sealed) => seal(day, open(day, kid, sealed), active),
  }
}

const purpose = 'restante/v1 day key'

function context(day: string, kid: string): Buffer {
  return Buffer.from(`${purpose}\0${day}\0${kid}`, 'ascii')
}
