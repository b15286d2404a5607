import * as z from 'zod/mini'
import { options } from './accounts.ts'

const account = z.string().check(z.minLength(1))

/** Calls of the management page to the background page, which alone reads and writes what is kept. */
export const request = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('look'), account }),
  z.object({ kind: z.literal('begin'), account, service: z.string() }),
  z.object({ kind: z.literal('ask'), account }),
  z.object({ kind: z.literal('approve'), account }),
  z.object({ kind: z.literal('disconnect'), account }),
  /** An empty password keeps the present one. */
  z.object({ kind: z.literal('save'), account, options, password: z.string().check(z.maxLength(1024)) }),
  z.object({ kind: z.literal('delete'), account, ref: z.string() }),
  z.object({ kind: z.literal('open'), account }),
])
export type Request = z.infer<typeof request>

/** Answer to `look`. */
export const state = z.object({
  service: z.nullable(z.string()),
  options,
  hasPassword: z.boolean(),
  /** Null when the service did not answer: why. */
  offered: z.nullable(
    z.object({
      expiries: z.array(z.object({ value: z.string(), duration: z.int() })),
      defaultExpiry: z.string(),
      endToEnd: z.boolean(),
      passwordRequired: z.boolean(),
      passwordLength: z.int(),
    }),
  ),
  trouble: z.nullable(z.string()),
  sent: z.array(z.object({ ref: z.string(), name: z.string(), expiresAt: z.string() })),
})
export type State = z.infer<typeof state>

/** Answer to `begin`; seconds. */
export const begun = z.object({ userCode: z.string(), interval: z.int(), expiresIn: z.int() })

/** Answer to `ask`. */
export const progress = z.object({ done: z.boolean(), slower: z.boolean() })

/** Answer to anything that failed: a sentence. */
export const failure = z.object({ failure: z.string() })
