import * as z from 'zod/mini'
import { registerRequest } from '../accounts/accounts.ts'
import { bytes, emailAddress, scanVerdict, time } from '../transfers/files.ts'

const tokenLength = 100
const token = z.string().check(z.maxLength(tokenLength))

/** Fragment of the set-up link. */
export const setupLinkRequest = z.object({ token })
export const setupLinkReply = z.object({ success: z.literal(true), expiresAt: time })

export const firstAdminRequest = z.extend(registerRequest, { token })

/** Tasks for an operator before others use the service. */
export const setupTasks = [
  'scanner',
  'mail',
  'address',
  'masterKeys',
  'imprint',
  'region',
  'backup',
  'secondFactor',
] as const
export type SetupTask = (typeof setupTasks)[number]

const state = z.enum(['ok', 'down', 'off'])

/** How the service is set up, as found now. */
export const setup = z.object({
  /** Tasks left, the most pressing first. */
  todo: z.array(z.enum(setupTasks)),
  publicUrl: z.string(),
  database: z.object({ engine: z.enum(['sqlite', 'postgres']), state }),
  /** `freeSpace` is null where the store does not say. */
  storage: z.object({ name: z.string(), state, freeSpace: z.nullable(bytes) }),
  scanner: z.object({ name: z.enum(['built-in', 'clamd']), state }),
  /** `server` is null where mails are only saved as files. */
  mail: z.object({ server: z.nullable(z.string()), from: z.string(), state }),
  /** `environment`: the operator has brought them along, and they cannot be downloaded. */
  masterKeys: z.object({ source: z.enum(['file', 'environment']), saved: z.boolean() }),
})
export type Setup = z.infer<typeof setup>

export const mailTestReply = z.object({ success: z.literal(true), sentTo: emailAddress })

/** Verdicts of the scanner on the EICAR test file and on a harmless text. */
export const scanTestReply = z.object({
  success: z.literal(true),
  found: z.boolean(),
  harmless: z.union([scanVerdict, z.literal('infected')]),
})

/** A copy of the file with the master keys, to be kept elsewhere. */
export const masterKeysReply = z.object({ success: z.literal(true), name: z.string(), text: z.string() })

const codeLength = 100
export const savedKeysRequest = z.object({
  /** The last eight characters of the first key in the file; = and blanks do not matter. */
  ending: z.string().check(z.maxLength(codeLength)),
})
