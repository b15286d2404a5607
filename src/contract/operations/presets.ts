import type { Setting, SettingChange } from './settings.ts'

export const presetNames = ['public', 'team'] as const
export type PresetName = (typeof presetNames)[number]

/** Settings that follow from who uses a service, as texts; null for the default, which is that of a public service. */
const presets = {
  public: {
    REGISTRATION: null,
    PLANS: null,
    EXPIRY_OPTIONS: null,
    PRO_EXPIRY_OPTIONS: null,
    DEFAULT_EXPIRY: null,
    TERMS_PROMPT: null,
    REQUEST_MIN_ACCOUNT_AGE: null,
    REQUEST_KEEP_FOR: null,
  },
  team: {
    REGISTRATION: 'invited',
    PLANS: 'hidden',
    EXPIRY_OPTIONS: '1h,1d,7d,30d',
    PRO_EXPIRY_OPTIONS: 'none',
    DEFAULT_EXPIRY: '7d',
    TERMS_PROMPT: 'at-upload',
    REQUEST_MIN_ACCOUNT_AGE: '0',
    REQUEST_KEEP_FOR: '30d',
  },
} as const satisfies Record<PresetName, Readonly<Record<string, string | null>>>

/** Settings that only fit one another: where the environment sets one of them, a preset leaves all of them. */
const dependent: readonly string[] = ['EXPIRY_OPTIONS', 'PRO_EXPIRY_OPTIONS', 'DEFAULT_EXPIRY']

/** The changes that make the settings those of a preset, as far as the environment leaves them open. */
export function presetChanges(preset: PresetName, settings: readonly Setting[]): SettingChange[] {
  const isFixed = (name: string) =>
    settings.some((setting) => setting.name === name && setting.source === 'environment')
  const keepsExpiry = dependent.some(isFixed)
  return Object.entries(presets[preset]).flatMap(([name, to]) => {
    const setting = settings.find((one) => one.name === name)
    if (!setting || isFixed(name) || (keepsExpiry && dependent.includes(name))) return []
    return setting.value === (to ?? setting.default) ? [] : [{ name, from: setting.value, to }]
  })
}

/** Settings of the presets that the environment sets; a preset leaves them as they are. */
export function fixedByEnvironment(settings: readonly Setting[]): string[] {
  return settings
    .filter(({ name, source }) => name in presets.team && source === 'environment')
    .map(({ name }) => name)
}

/** The preset that the settings have now, as far as the environment leaves them open; undefined after other changes. */
export function currentPreset(settings: readonly Setting[]): PresetName | undefined {
  return presetNames.find((name) => presetChanges(name, settings).length === 0)
}
