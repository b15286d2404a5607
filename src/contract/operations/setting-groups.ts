/** The sections of the settings, apart from their schemas, which pages do not carry. */
export const settingGroups = [
  'limits',
  'sending',
  'signIn',
  'operator',
  'privacy',
  'mail',
  'scanner',
  'address',
  'backups',
  'provider',
] as const
export type SettingGroup = (typeof settingGroups)[number]
