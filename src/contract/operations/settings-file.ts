import * as z from 'zod/mini'
import { identity } from './branding/identity.ts'
import { ownText } from './branding/own-texts.ts'
import { groupsInFile } from './groups/groups.ts'
import { settingText } from './settings.ts'

/**
 * Settings that were changed, by name, and the identity, to be imported in another service. It has neither secrets nor what
 * belongs to one place only: the address, the folder of backups, and the services with a login.
 */
export const settingsFile = z.object({
  version: z.literal(1),
  settings: z.record(z.string().check(z.maxLength(100)), settingText),
  identity,
  /** The operator's own texts that hold; left out where the built-in ones do. */
  terms: z.optional(ownText),
  privacy: z.optional(ownText),
  /** Groups and levels with rules, without the people put into them by hand; left out where there are none. */
  groups: z.optional(groupsInFile),
})
export type SettingsFile = z.infer<typeof settingsFile>

/** Settings that the environment of this service sets, which stayed as they are. */
export const skippedSettings = z.array(z.string())
