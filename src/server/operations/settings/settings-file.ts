import {
  compareVersions,
  type OwnTextPage,
  ownTextPages,
} from '#contract/operations/branding/own-text-limits.ts'
import type { OwnText } from '#contract/operations/branding/own-texts.ts'
import type { SettingsFile } from '#contract/operations/settings-file.ts'
import { isFixed } from '#server/config/config.ts'
import { findIdentity } from '#server/platform/background/live-identity.ts'
import { findOwnTexts, findPublished } from '#server/platform/background/live-texts.ts'
import { findSettings, isSetting } from '#server/platform/background/saved-settings.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Act } from '#server/platform/events/record-act.ts'
import type { Services } from '#server/platform/services.ts'
import { enterIdentity } from '../branding/change-identity.ts'
import { enterOwnText } from '../branding/change-own-text.ts'
import { nextVersion } from '../branding/own-text-state.ts'
import { exportGroups, importGroups } from '../groups/groups-in-file.ts'
import { changeSettings } from './change-settings.ts'
import { defaultOf } from './default-of.ts'
import { namesService } from './try-services.ts'

/** The settings that administrators have changed, the identity, own texts and groups, without what belongs to this service only. */
export async function exportSettings({ database }: Pick<Services, 'database'>): Promise<SettingsFile> {
  const { plain } = await findSettings(database)
  // guard: services with a login stay in their service -> tests/http/setup/settings-file.test.ts "are those of another"
  //   !namesService(name) becomes true
  const settings = Object.entries(plain).filter(([name]) => !namesService(name))
  const ownTexts = await findOwnTexts(database)
  const groups = await exportGroups(database)
  const [terms] = ownTexts.terms
  const [privacy] = ownTexts.privacy
  return {
    version: 1,
    settings: Object.fromEntries(settings),
    identity: await findIdentity(database),
    ...(terms && { terms }),
    ...(privacy && { privacy }),
    ...(groups.length > 0 && { groups }),
  }
}

/**
 * Takes over settings, identity, own texts and groups, all or none, with the entries in the audit log that changes by hand have. Settings that
 * the file does not name stay as they are, and those that the environment sets too.
 * @returns the names of the latter
 * @throws Failure those of changeSettings and importGroups
 */
export async function importSettings(
  services: Services,
  file: SettingsFile,
  actor: Pick<Act, 'by' | 'network'>,
): Promise<string[]> {
  const { config, database, clock } = services
  const { plain } = await findSettings(database)
  const skipped = Object.keys(file.settings).filter((name) => isSetting(name) && isFixed(config.fixed, name))
  const changes = Object.entries(file.settings)
    .map(([name, to]) => ({ name, from: plain[name] ?? defaultOf(name), to }))
    .filter(({ name, from, to }) => !skipped.includes(name) && from !== to)
  await changeSettings(services, changes, actor, async (transaction) => {
    await enterIdentity(transaction, file.identity, actor, clock.now())
    for (const page of ownTextPages) await importOwnText(transaction, page, file[page])
    await importGroups(transaction, file.groups ?? [], actor, clock.now())
  })
  return skipped

  /** A version that is not higher than those here becomes the draft, with the number that comes next. */
  async function importOwnText(transaction: Database, page: OwnTextPage, text: OwnText | undefined) {
    const [last] = await findPublished(transaction, page)
    if (!text || (last && JSON.stringify(last.sections) === JSON.stringify(text.sections))) return
    const publish = !last || compareVersions(text.version, last.version) > 0
    const entered = publish ? text : { ...text, version: nextVersion(last.version) }
    await enterOwnText(transaction, { page, text: entered, publish }, actor, clock.now())
  }
}
