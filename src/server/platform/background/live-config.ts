import type { Logger } from 'pino'
import type { KeyRing } from '#crypto/keys/key-ring.ts'
import { type Config, OptionsRefused, StartRefused } from '../../config/config.ts'
import { options } from '../../config/options.ts'
import type { Database } from '../database/database.ts'
import { follow } from './follow.ts'
import { findGroups } from './live-groups.ts'
import { findIdentity, findPictures } from './live-identity.ts'
import { findOwnTexts, findPublishedIds } from './live-texts.ts'
import { findSettings, isHeldBack, isSetting, openSettings, type SettingTexts } from './saved-settings.ts'

/** Keeps a configuration up to date with the settings of the database. */
export type LiveConfig = {
  /** The same object throughout: the options with a `setting` change in it. */
  readonly config: Config
  /** Settings that hold from the next start, with the texts that held at this one. */
  readonly heldBack: SettingTexts
  /** Takes over what the database says now; for a caller that has just changed it. */
  refresh(): Promise<void>
  close(): Promise<void>
}

/**
 * Applies the settings and the identity of the database to a configuration, and follows them until it is closed. While the
 * database is away, or has what this instance cannot use, the last values hold.
 * @throws StartRefused when the settings do not fit the environment
 */
export async function openLiveConfig(
  start: Config,
  database: Database,
  keyRing: KeyRing,
  log: Logger,
): Promise<LiveConfig> {
  const config = { ...start }
  let heldBack: SettingTexts | undefined
  let known = ''
  async function poll(): Promise<void> {
    const saved = await findSettings(database)
    const house = {
      identity: await findIdentity(database),
      pictures: await findPictures(database),
      groups: await findGroups(database),
    }
    const text = JSON.stringify([saved, house, await findPublishedIds(database)])
    if (text === known) return
    const settings = openSettings(saved, keyRing)
    heldBack ??= pick(settings, isHeldBack)
    const holding = { ...pick(settings, (name) => !isHeldBack(name)), ...heldBack }
    const next = start.withSettings(holding)
    Object.assign(config, changing(next), house, { ownTexts: await findOwnTexts(database) })
    // The address of the sender is an option; without one of its own, the name follows the service's.
    if (!next.MAIL_FROM) Object.assign(config, { mailFrom: { ...next.mailFrom, name: house.identity.name } })
    known = text
  }
  try {
    await poll()
  } catch (cause) {
    if (!(cause instanceof OptionsRefused)) throw cause
    throw new StartRefused(
      `What was saved in the admin area does not fit the environment, which holds where it sets an option: ${cause.message}`,
      { cause },
    )
  }

  const { close } = follow(poll, { log, failure: 'the settings cannot be followed' })
  return { config, heldBack: heldBack ?? {}, refresh: poll, close }
}

function pick(settings: SettingTexts, isWanted: (name: string) => boolean): SettingTexts {
  return Object.fromEntries(Object.entries(settings).filter(([name]) => isWanted(name)))
}

/** Options that settings change, and values derived from them. */
function changing(config: Config): Partial<Config> {
  const entries = Object.entries(config).filter(([name]) => isSetting(name))
  const absent = Object.keys(options)
    .filter((name) => isSetting(name))
    .map((name) => [name, undefined])
  const { longestFreeExpiry, mailFrom, publicUrl } = config
  return { ...Object.fromEntries([...absent, ...entries]), longestFreeExpiry, mailFrom, publicUrl }
}
