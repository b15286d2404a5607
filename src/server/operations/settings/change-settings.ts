import type { Setting, SettingChange } from '#contract/operations/settings.ts'
import { OptionsRefused } from '#server/config/config.ts'
import type { Option } from '#server/config/option-values.ts'
import { options } from '#server/config/options.ts'
import { assertAdministrator } from '#server/identity/accounts/assert-administrator.ts'
import { endGraceOfOthers } from '#server/identity/sign-in/factors/days-of-grace.ts'
import { findSettings, isSetting, type SettingTexts } from '#server/platform/background/live-config.ts'
import type { Database } from '#server/platform/database/database.ts'
import { transact } from '#server/platform/database/transact.ts'
import { type Act, recordAct } from '#server/platform/events/record-act.ts'
import { Failure } from '#server/platform/failure.ts'
import type { Services } from '#server/platform/services.ts'

type Needs = Pick<Services, 'config' | 'database' | 'clock' | 'settings'>

/** Everything that may be changed while the server runs, with what holds and where it comes from. */
export async function listSettings({ config, database }: Needs): Promise<Setting[]> {
  const saved = await findSettings(database)
  return Object.entries(options).flatMap(([name, option]: [string, Option]) => {
    if (option.setting === undefined) return []
    const own = config.fixed.get(name)
    const usual = option.default ?? null
    return {
      name,
      group: option.setting,
      value: own ?? saved[name] ?? usual,
      default: usual,
      source: own !== undefined ? 'environment' : saved[name] !== undefined ? 'database' : 'default',
      choices: option.read.choices?.slice() ?? null,
    }
  })
}

/**
 * Makes changes, all or none, each with an entry in the audit log. This instance has them when it resolves, others within
 * seconds.
 * @throws Failure INVALID_SETTING, SETTING_FIXED, SETTING_CHANGED, whose details name the settings, separated by commas
 */
export async function changeSettings(
  { config, database, clock, settings }: Needs,
  changes: readonly SettingChange[],
  actor: Pick<Act, 'by' | 'network'>,
): Promise<void> {
  const names = changes.map(({ name }) => name)
  const unknown = names.filter((name, at) => !isSetting(name) || names.indexOf(name) !== at)
  if (unknown.length > 0) throw new Failure('INVALID_SETTING', { details: unknown.join() })
  const fixed = names.filter((name) => config.fixed.has(name))
  if (fixed.length > 0) throw new Failure('SETTING_FIXED', { details: fixed.join() })
  await transact(database, async (transaction) => {
    await assertAdministrator(transaction, actor.by)
    await holdSettings(transaction)
    const saved = await findSettings(transaction)
    const stale = changes.filter(({ name, from }) => from !== (saved[name] ?? defaultOf(name)))
    // guard: a setting that changed meanwhile -> tests/http/setup/settings.test.ts "changed meanwhile"
    if (stale.length > 0)
      throw new Failure('SETTING_CHANGED', { details: stale.map(({ name }) => name).join() })
    const next: Record<string, string> = { ...saved }
    for (const { name, to } of changes) {
      if (to) next[name] = to
      else delete next[name]
    }
    await endGraceOfOthers(transaction, assertUsable(config, next))
    const now = clock.now()
    for (const { name, from, to } of changes) {
      await save(transaction, name, next[name], now)
      const details = { setting: name, from: from ?? '', to: to || (defaultOf(name) ?? '') }
      await recordAct(transaction, { act: 'service.setting-changed', ...actor, details }, now)
    }
  })
  await settings.refresh()
}

function assertUsable(config: Services['config'], settings: SettingTexts): Services['config'] {
  try {
    return config.withSettings(settings)
  } catch (cause) {
    if (!(cause instanceof OptionsRefused)) throw cause
    throw new Failure('INVALID_SETTING', { details: cause.options.join(), cause })
  }
}

/** Changes are made one after another: two that fit alone may not fit together. The row of the set-up stands for all. */
async function holdSettings(transaction: Database): Promise<void> {
  await transaction.selectFrom('setup').select('id').forNoKeyUpdate().execute()
}

async function save(transaction: Database, name: string, value: string | undefined, now: number) {
  await transaction.deleteFrom('settings').where('name', '=', name).execute()
  if (value === undefined) return
  await transaction.insertInto('settings').values({ name, value, changed_at: now }).execute()
}

function defaultOf(name: string): string | null {
  return Object.entries(options).find(([option]) => option === name)?.[1].default ?? null
}
