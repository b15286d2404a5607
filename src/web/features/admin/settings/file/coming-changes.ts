import type { Identity } from '#contract/operations/branding/identity.ts'
import {
  compareVersions,
  type OwnTextPage,
  ownTextPages,
} from '#contract/operations/branding/own-text-limits.ts'
import type { Setting } from '#contract/operations/settings.ts'
import type { SettingsFile } from '#contract/operations/settings-file.ts'

/** The state of a service that a file is compared with. */
export type Present = { readonly settings: readonly Setting[]; readonly file: SettingsFile }

type Change = { readonly name: string; readonly from: string | null; readonly to: string }
export type ComingChanges = {
  readonly settings: readonly Change[]
  /** Settings that the environment sets: they stay as they are. */
  readonly fixed: readonly string[]
  /** Settings that this service does not know: it refuses the file. */
  readonly unknown: readonly string[]
  readonly identity: readonly (keyof Identity)[]
  /** Own texts that differ, with what becomes of them here. */
  readonly texts: readonly {
    readonly page: OwnTextPage
    readonly version: string
    readonly publish: boolean
  }[]
  /** Whether groups and their rules differ. */
  readonly groups: boolean
}

/** Compares a file with the service that it is to be imported in, by the rules of the import. */
export function comingChanges(file: SettingsFile, present: Present): ComingChanges {
  const byName = new Map(present.settings.map((setting) => [setting.name, setting]))
  const named = Object.entries(file.settings)
  const isFixed = (name: string) => byName.get(name)?.source === 'environment'
  return {
    settings: named
      .filter(([name]) => byName.has(name) && !isFixed(name))
      .map(([name, to]) => ({ name, from: byName.get(name)?.value ?? null, to }))
      .filter(({ from, to }) => from !== to),
    fixed: named.map(([name]) => name).filter(isFixed),
    unknown: named.map(([name]) => name).filter((name) => !byName.has(name)),
    identity: keysOf(file.identity).filter(
      (key) => JSON.stringify(file.identity[key]) !== JSON.stringify(present.file.identity[key]),
    ),
    texts: ownTextPages.flatMap((page) => {
      const [text, last] = [file[page], present.file[page]]
      if (!text || (last && JSON.stringify(last.sections) === JSON.stringify(text.sections))) return []
      return [
        { page, version: text.version, publish: !last || compareVersions(text.version, last.version) > 0 },
      ]
    }),
    groups: file.groups !== undefined && JSON.stringify(file.groups) !== JSON.stringify(present.file.groups),
  }
}

function keysOf(identity: Identity): (keyof Identity)[] {
  return Object.keys(identity).filter((key): key is keyof Identity => key in identity)
}
