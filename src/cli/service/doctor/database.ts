import { existsSync } from 'node:fs'
import { sql } from 'kysely'
import { createKeyRing } from '#crypto/keys/key-ring.ts'
import { lookAt } from '#server/app/services.ts'
import type { Config } from '#server/config/config.ts'
import { findSettings, openSettings } from '#server/platform/background/saved-settings.ts'
import { checkPart, type Finding, type State } from './finding.ts'

export type Reader = NonNullable<Awaited<ReturnType<typeof lookAt.openReader>>>
type TableState = Awaited<ReturnType<typeof lookAt.compareTables>>

/** Largest difference of clocks that does no harm, in milliseconds. */
const clockTolerance = 30_000
const second = 1000

/** Compares the tables with this program, and reads a SQLite file through. */
export async function checkTables({ database, engine }: Reader): Promise<readonly [State, string]> {
  const tables = await lookAt.compareTables(database)
  if (engine === 'sqlite') {
    const { rows } = await sql<{ quick_check: string }>`pragma quick_check(1)`.execute(database)
    if (rows[0]?.quick_check !== 'ok')
      return [
        'mend',
        'The database file is damaged: stop the service, set it aside and run restante restore.',
      ]
  }
  return [stateOf[tables.is], textOf(tables, engine)]
}

const stateOf = { current: 'ok', empty: 'note', newer: 'note', behind: 'note', unusable: 'stops' } as const

function textOf(tables: TableState, engine: Reader['engine']): string {
  const name = engine === 'sqlite' ? 'SQLite' : 'PostgreSQL'
  switch (tables.is) {
    case 'current':
      return `${name} answers, and its tables are up to date.`
    case 'empty':
      return `${name} answers and is empty; the first start makes the tables.`
    case 'newer':
      return `${name} has tables of a newer release: upgrade this instance, too.`
    case 'behind':
      return `${name} answers; the next start brings its tables up to date (${tables.missing.join(', ')}), so make a backup first.`
    case 'unusable':
      return `A newer release has changed the tables, and only releases with ${tables.needed} can use them: install that release.`
  }
}

/** Opens everything that is sealed under the master keys. */
export function checkKeys(config: Config, tables: Reader | undefined, isCurrent: boolean): Promise<Finding> {
  return checkPart(
    'master keys',
    async () => {
      const isBrought = config.MASTER_KEYS !== undefined || config.MASTER_KEYS_FILE !== undefined
      const isThere = config.MASTER_KEYS !== undefined || existsSync(lookAt.keyFileOf(config))
      const isMade = !isBrought && config.DATABASE_URL === undefined
      if (!isThere && isMade && (!tables || (isCurrent && (await isUnsealed(tables)))))
        return ['note', `The first start makes ${lookAt.keyFileOf(config)}: keep a copy of it elsewhere.`]
      // Without its file, this reads and never makes one: nothing is made where something is sealed.
      const keys =
        tables && isCurrent
          ? await lookAt.loadMasterKeys(config, tables.database)
          : lookAt.findMasterKeys(config)
      return ['ok', `${keys.length === 1 ? 'The master key opens' : 'The master keys open'} what is stored.`]
    },
    { failed: 'stops', advice: 'See docs/operations.md, Troubleshooting.' },
  )
}

async function isUnsealed({ database }: Reader): Promise<boolean> {
  return (await lookAt.findKidsInUse(database)).length === 0
}

/**
 * The configuration with the settings of the admin area.
 * @throws OptionsRefused, and errors of keys and of the database
 */
export async function withSavedSettings(config: Config, { database }: Reader): Promise<Config> {
  const saved = await findSettings(database)
  if (saved.sealed.length === 0) return config.withSettings(saved.plain)
  const keys = await lookAt.loadMasterKeys(config, database)
  return config.withSettings(openSettings(saved, createKeyRing(keys)))
}

/** Compares the clock of this machine with the database's, or with the last times that the service wrote down. */
export async function checkClock(
  { database, engine }: Reader,
  now: () => number,
): Promise<readonly [State, string]> {
  if (engine === 'postgres') {
    const { rows } = await sql<{
      now: number
    }>`select floor(extract(epoch from clock_timestamp()) * 1000)::bigint as now`.execute(database)
    const ahead = now() - (rows[0]?.now ?? 0)
    if (Math.abs(ahead) <= clockTolerance) return ['ok', "The clock agrees with the database server's."]
    const way = ahead > 0 ? 'ahead of' : 'behind'
    return [
      'mend',
      `The clock is ${Math.round(Math.abs(ahead) / second)} s ${way} the database server's: run an NTP client, such as systemd-timesyncd, on both.`,
    ]
  }
  const { checked_at: seen } = await database
    .selectFrom('service')
    .select('checked_at')
    .executeTakeFirstOrThrow()
  const behind = seen - now()
  if (behind <= clockTolerance)
    return ['ok', 'The clock is not behind the last time that the service wrote down.']
  return [
    'mend',
    `The clock is ${Math.round(behind / second)} s behind a time that the service wrote down: set it, and run an NTP client such as systemd-timesyncd.`,
  ]
}
