import type { KeyRing } from '#crypto/keys/key-ring.ts'
import type { Option } from '../../config/option-values.ts'
import { options } from '../../config/options.ts'
import type { Database } from '../database/database.ts'

/** The texts that administrators have set, by the names of their options. */
export type SettingTexts = Readonly<Record<string, string>>

/** Settings as they lie in the database. */
type SavedSettings = {
  readonly plain: SettingTexts
  readonly sealed: readonly { readonly name: string; readonly kid: string; readonly sealed: Uint8Array }[]
}

/** Everything that administrators have set. Options that this release does not know, or not as settings, are left out. */
export async function findSettings(database: Database): Promise<SavedSettings> {
  const plain = await database.selectFrom('settings').select(['name', 'value']).orderBy('name').execute()
  const sealed = await database
    .selectFrom('sealed_settings')
    .select(['name', 'kid', 'sealed'])
    .orderBy('name')
    .execute()
  return {
    plain: Object.fromEntries(
      plain.filter(({ name }) => isSetting(name) && !isSecret(name)).map(({ name, value }) => [name, value]),
    ),
    sealed: sealed.filter(({ name }) => isSecret(name)),
  }
}

/** All of them as texts. @throws MasterKeysInvalid, WrongKey */
export function openSettings({ plain, sealed }: SavedSettings, keyRing: KeyRing): SettingTexts {
  const opened = sealed.map((row) => [row.name, keyRing.openSetting(row.name, row.kid, row.sealed)])
  return { ...plain, ...Object.fromEntries(opened) }
}

/** Puts a setting into the database; without a value the default holds. */
export async function saveSetting(
  database: Database,
  keyRing: KeyRing,
  { name, value, now }: { readonly name: string; readonly value: string | undefined; readonly now: number },
): Promise<void> {
  const row = { name, changed_at: now }
  if (isSecret(name)) {
    await database.deleteFrom('sealed_settings').where('name', '=', name).execute()
    if (value === undefined) return
    const sealed = keyRing.sealSetting(name, value)
    await database
      .insertInto('sealed_settings')
      .values({ ...row, ...sealed })
      .execute()
  } else {
    await database.deleteFrom('settings').where('name', '=', name).execute()
    if (value !== undefined)
      await database
        .insertInto('settings')
        .values({ ...row, value })
        .execute()
  }
}

/**
 * Seals every secret setting that another master key holds under the active one. It may be stopped and repeated.
 * @returns how many were sealed anew
 * @throws MasterKeysInvalid when the master key of one is not configured
 */
export async function resealSettings(database: Database, keyRing: KeyRing): Promise<number> {
  const { sealed: rows } = await findSettings(database)
  const old = rows.filter(({ kid }) => kid !== keyRing.activeKid)
  for (const { name, ...before } of old) {
    const { kid, sealed } = keyRing.resealSetting(name, before.kid, before.sealed)
    await database
      .updateTable('sealed_settings')
      .set({ kid, sealed })
      .where('name', '=', name)
      .where('sealed', '=', before.sealed)
      .execute()
  }
  return old.length
}

export function isSetting(name: string): boolean {
  return optionOf(name)?.setting !== undefined
}

export function isSecret(name: string): boolean {
  return optionOf(name)?.secret === true
}

/** Whether a change of the setting holds from the next start only. */
export function isHeldBack(name: string): boolean {
  return optionOf(name)?.holds !== undefined
}

function optionOf(name: string): Option | undefined {
  return Object.entries(options).find(([option]) => option === name)?.[1]
}
