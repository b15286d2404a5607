import type { Logger } from 'pino'
import { type Config, OptionsRefused, StartRefused } from '../../config/config.ts'
import { options } from '../../config/options.ts'
import type { Database } from '../database/database.ts'
import { follow } from './follow.ts'
import { findIdentity, findPictures } from './live-identity.ts'

/** The texts that administrators have set, by the names of their options. */
export type SettingTexts = Readonly<Record<string, string>>

/** Keeps a configuration up to date with the settings of the database. */
export type LiveConfig = {
  /** The same object throughout: the options with a `setting` change in it. */
  readonly config: Config
  /** Takes over what the database says now; for a caller that has just changed it. */
  refresh(): Promise<void>
  close(): Promise<void>
}

/** Everything that administrators have set. Options that this release does not know, or not as settings, are left out. */
export async function findSettings(database: Database): Promise<SettingTexts> {
  const rows = await database.selectFrom('settings').select(['name', 'value']).orderBy('name').execute()
  return Object.fromEntries(
    rows.filter(({ name }) => isSetting(name)).map(({ name, value }) => [name, value]),
  )
}

export function isSetting(name: string): boolean {
  const found = Object.entries(options).find(([option]) => option === name)?.[1]
  return found !== undefined && 'setting' in found
}

/**
 * Applies the settings and the identity of the database to a configuration, and follows them until it is closed. While the database is away,
 * or has what this instance cannot use, the last values hold.
 * @throws StartRefused when the settings do not fit the environment
 */
export async function openLiveConfig(start: Config, database: Database, log: Logger): Promise<LiveConfig> {
  const config = { ...start }
  let known = ''
  async function look(): Promise<void> {
    const settings = await findSettings(database)
    const house = { identity: await findIdentity(database), pictures: await findPictures(database) }
    const text = JSON.stringify([settings, house])
    if (text === known) return
    Object.assign(config, changing(start.withSettings(settings)), house)
    // The address of the sender is an option; without one of its own, the name follows the service's.
    if (!start.MAIL_FROM)
      Object.assign(config, { mailFrom: { ...start.mailFrom, name: house.identity.name } })
    known = text
  }
  try {
    await look()
  } catch (cause) {
    if (!(cause instanceof OptionsRefused)) throw cause
    throw new StartRefused(
      `What was saved in the admin area does not fit the environment, which holds where it sets an option: ${cause.message}`,
      { cause },
    )
  }

  const { close } = follow(look, { log, failure: 'the settings cannot be followed' })
  return { config, refresh: look, close }
}

/** Options that settings change, and values derived from them. */
function changing(config: Config): Partial<Config> {
  const entries = Object.entries(config).filter(([name]) => isSetting(name))
  const absent = Object.keys(options)
    .filter((name) => isSetting(name))
    .map((name) => [name, undefined])
  return { ...Object.fromEntries([...absent, ...entries]), longestFreeExpiry: config.longestFreeExpiry }
}
