import * as z from 'zod/mini'
import { settingGroups } from './setting-groups.ts'

/** Characters of a value at most. */
const valueLength = 2_000

/** An option that may be changed while the server runs. Values are texts, as they would stand in the environment. */
export const setting = z.object({
  name: z.string(),
  group: z.enum(settingGroups),
  /** Current value; null where nothing is set and there is no default, and of a secret. */
  value: z.nullable(z.string()),
  default: z.nullable(z.string()),
  /** Source of the value. Values of the environment can't be changed here. */
  source: z.enum(['environment', 'database', 'default']),
  /** The values that it may have, where those are few. */
  choices: z.nullable(z.array(z.string())),
  /** A secret, which no answer gives: `set` says whether there is one. */
  secret: z.boolean(),
  set: z.boolean(),
  /** Whether the value holds from the next start of the server only. */
  pending: z.boolean(),
})
export type Setting = z.infer<typeof setting>

export const settingText = z.string().check(z.trim(), z.maxLength(valueLength), z.regex(/^[^\0\r\n]*$/))

/** All of them are made, or none. */
export const changeSettingsRequest = z.object({
  changes: z
    .array(
      z.object({
        name: z.string(),
        /** The value that the change was made from; another one by now refuses it. Not compared for a secret. */
        from: z.nullable(z.string()),
        /** Null, or an empty text: back to the default. */
        to: z.nullable(settingText),
      }),
    )
    .check(z.minLength(1), z.maxLength(100)),
})
export type SettingChange = z.infer<typeof changeSettingsRequest>['changes'][number]
