import type { SettingChange } from '#contract/operations/settings.ts'
import { isFixed, OptionsRefused } from '#server/config/config.ts'
import { assertAdministrator } from '#server/identity/accounts/assert-administrator.ts'
import { endGraceOfOthers } from '#server/identity/sign-in/factors/days-of-grace.ts'
import {
  findSettings,
  isSecret,
  isSetting,
  openSettings,
  type SettingTexts,
  saveSetting,
} from '#server/platform/background/saved-settings.ts'
import type { Database } from '#server/platform/database/database.ts'
import { transact } from '#server/platform/database/transact.ts'
import { type Act, recordAct } from '#server/platform/events/record-act.ts'
import { Failure } from '#server/platform/failure.ts'
import { consumeRateLimit } from '#server/platform/rate-limits/rate-limits.ts'
import type { Services } from '#server/platform/services.ts'
import { defaultOf } from './default-of.ts'
import { withoutStaleSecrets } from './stale-secrets.ts'
import { assertSecureAddress, namesService, tryServices } from './try-services.ts'

const HOUR = 60 * 60_000
const triesOfServices = { burst: 30, interval: HOUR / 60 }

/**
 * Makes changes, all or none, each with an entry in the audit log. Services that they name are tried before. This instance has
 * them when it resolves, others within seconds; those that are held back have them from their next start.
 * @param also happens in the same transaction
 * @throws Failure INVALID_SETTING, SETTING_FIXED, SETTING_CHANGED, whose details name the settings, separated by commas, and
 * those of tryServices and assertSecureAddress
 */
export async function changeSettings(
  services: Services,
  changes: readonly SettingChange[],
  actor: Pick<Act, 'by' | 'network'>,
  also?: (transaction: Database) => Promise<void>,
): Promise<void> {
  const { config, database, clock, keyRing, settings } = services
  const names = changes.map(({ name }) => name)
  const unknown = names.filter((name, at) => !isSetting(name) || names.indexOf(name) !== at)
  if (unknown.length > 0) throw new Failure('INVALID_SETTING', { details: unknown.join() })
  const fixed = names.filter((name) => isFixed(config.fixed, name))
  if (fixed.length > 0) throw new Failure('SETTING_FIXED', { details: fixed.join() })
  assertSecureAddress(changes)
  const read = async (from: Database) => openSettings(await findSettings(from), keyRing)
  if (names.some(namesService)) {
    await consumeRateLimit(services, `tries of services ${actor.by?.id}`, triesOfServices)
    const before = await read(database)
    await tryServices(services, assertUsable(config, applied(before, changes)), names)
  }
  await transact(database, async (transaction) => {
    await assertAdministrator(transaction, actor.by)
    await lockSettings(transaction)
    const saved = await read(transaction)
    const stale = changes.filter(
      ({ name, from }) => !isSecret(name) && from !== (saved[name] ?? defaultOf(name)),
    )
    // guard: a setting that changed meanwhile -> tests/http/setup/settings.test.ts "changed meanwhile"
    if (stale.length > 0)
      throw new Failure('SETTING_CHANGED', { details: stale.map(({ name }) => name).join() })
    const next = applied(saved, changes)
    await endGraceOfOthers(transaction, assertUsable(config, next))
    const now = clock.now()
    const gone = Object.keys(saved).filter((name) => !(name in next) && !names.includes(name))
    for (const name of [...names, ...gone]) {
      await saveSetting(transaction, keyRing, { name, value: next[name], now })
      const details = isSecret(name) ? { setting: name } : { setting: name, ...wordsOf(changes, name) }
      await recordAct(transaction, { act: 'service.setting-changed', ...actor, details }, now)
    }
    await also?.(transaction)
  })
  await settings.refresh()
}

/** The settings with the changes, without secrets that went to another service. */
function applied(saved: SettingTexts, changes: readonly SettingChange[]): SettingTexts {
  const next: Record<string, string> = { ...saved }
  for (const { name, to } of changes) {
    if (to) next[name] = to
    else delete next[name]
  }
  return withoutStaleSecrets(saved, next, changes)
}

function wordsOf(changes: readonly SettingChange[], name: string) {
  const change = changes.find((one) => one.name === name)
  return { from: change?.from ?? '', to: change?.to || (defaultOf(name) ?? '') }
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
async function lockSettings(transaction: Database): Promise<void> {
  await transaction.selectFrom('setup').select('id').forNoKeyUpdate().execute()
}
