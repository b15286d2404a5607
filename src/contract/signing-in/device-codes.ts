import * as z from 'zod/mini'
import { scopes } from '../accounts/scopes.ts'
import { time } from '../transfers/files.ts'
import { apiKeyLimits } from './limits.ts'

/** Scopes that a program can ask for: none of administrators. */
export const deviceScopes = scopes.filter((scope) => !scope.startsWith('admin:'))

const scope = z.enum(scopes)
const requestedScopes = z.array(scope).check(
  z.minLength(1),
  z.maxLength(deviceScopes.length),
  z.refine((list) => new Set(list).size === list.length, 'has something twice'),
  z.refine((list) => list.every((one) => deviceScopes.includes(one)), 'has a scope of administrators'),
)

export const deviceRequest = z.strictObject({
  /** Name of the program, for its owner. */
  name: z.string().check(z.trim(), z.regex(/^\P{C}*$/u), z.minLength(1), z.maxLength(apiKeyLimits.name)),
  scopes: requestedScopes,
})
export type DeviceRequest = z.output<typeof deviceRequest>

export const deviceReply = z.object({
  success: z.literal(true),
  /** Secret of the program. */
  deviceCode: z.string(),
  /** Shown to the person: eight letters and digits, such as K7QX-2MFB. */
  userCode: z.string(),
  /** Address of the page where the person enters it. */
  verificationUri: z.string(),
  /** Seconds between two polls. */
  interval: z.int(),
  /** Seconds from now. */
  expiresIn: z.int(),
})

export const deviceTokenRequest = z.strictObject({ deviceCode: z.string().check(z.maxLength(100)) })

/** The code as typed: small letters, blanks and a missing hyphen are forgiven. */
export const userCodeRequest = z.strictObject({ userCode: z.string().check(z.maxLength(40)) })

/** A program that waits, for the person who compares the codes. */
const waitingDevice = z.object({
  userCode: z.string(),
  name: z.string(),
  scopes: z.array(scope),
  askedAt: time,
  expiresAt: time,
  /** Network that it asked from. */
  network: z.string(),
})
export type WaitingDevice = z.infer<typeof waitingDevice>

export const waitingDeviceReply = z.object({ success: z.literal(true), device: waitingDevice })
