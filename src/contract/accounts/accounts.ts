import * as z from 'zod/mini'
import { asciiEmailAddress } from '../email-address.ts'
import { bytes, emailAddress, language, randomId, time } from '../transfers/files.ts'
import { accountLengths, lengths, usernamePattern } from '../transfers/limits.ts'

/** Letters, numbers, underscores and hyphens; two names that differ in case only are one. */
export const username = z.string().check(z.regex(usernamePattern))

/** As typed, a mail address with its domain in ASCII. The server validates new names, with a sentence for each mistake. */
export const typedName = z
  .string()
  .check(z.trim(), z.overwrite(asciiEmailAddress), z.maxLength(lengths.emailAddress), z.regex(/^[^\0]*$/))
export const typedPassword = z.string().check(z.maxLength(accountLengths.password.most))

/** The person signed in, as the web app knows them. */
export const user = z.object({
  id: z.string(),
  username,
  email: emailAddress,
  isAdmin: z.boolean(),
  isPro: z.boolean(),
  /** Nothing but a new password is accepted until then: an administrator has set the present one. */
  mustChangePassword: z.boolean(),
  /** Nothing but a second factor is accepted until then: this service requires one, and the days of grace are over. */
  mustAddFactor: z.boolean(),
  /** Language of their mails, and of pages once they sign in; null until known. */
  language: z.nullable(language),
})
export type User = z.infer<typeof user>

/** Secret of an invitation, which opens one account. */
export const invitationToken = z.string().check(z.maxLength(100))

export const registerRequest = z.object({
  username: typedName,
  email: typedName,
  password: typedPassword,
  language: z.optional(language),
  /** Fragment of an invitation's link. */
  invitation: z.optional(invitationToken),
})
export const registerReply = z.object({
  success: z.literal(true),
  user,
  /** Whether the address has to be confirmed first, by the link that was mailed to it. */
  mustVerifyEmail: z.boolean(),
})

export const loginRequest = z.object({
  /** A username or an e-mail address. */
  username: typedName,
  password: typedPassword,
  rememberMe: z.optional(z.boolean()),
})

/** Answer that opens or renews a session. */
export const authReply = z.object({
  success: z.literal(true),
  /** Access token: the bearer of every call. */
  token: z.string(),
  /** Milliseconds from now in which the access token is good. */
  expiresIn: z.int(),
  /** Good for one refresh, which gives the next one. */
  refreshToken: z.string(),
  user,
})
export type AuthReply = z.infer<typeof authReply>

export const refreshRequest = z.object({ refreshToken: z.string() })

/** Either the bearer or the refresh token says which session ends: one of them may be out of time. */
export const logoutRequest = z.object({ refreshToken: z.optional(z.string()) })

export const forgotPasswordRequest = z.object({ email: typedName })

export const resetPasswordRequest = z.object({
  /** From the link in the mail. */
  token: z.string(),
  password: typedPassword,
})

/** `accessEnded`: the address had never been confirmed, and API keys, passkeys and connected sign-ins from before are gone. */
export const resetPasswordReply = z.object({
  success: z.literal(true),
  message: z.string(),
  accessEnded: z.optional(z.boolean()),
})

export const changePasswordRequest = z.object({ currentPassword: typedPassword, newPassword: typedPassword })

/** Profile of the caller. Sizes in bytes. */
export const profile = z.extend(user, {
  createdAt: time,
  storageUsed: bytes,
  storageLimit: bytes,
  /** The address that is to replace `email` once the link mailed to it was opened. */
  pendingEmail: z.nullable(z.string()),
  /** Whether there is a password to sign in and confirm with. */
  hasPassword: z.boolean(),
})
export type Profile = z.infer<typeof profile>

export const profileRequest = z.object({
  username: typedName,
  email: typedName,
  /** Wanted when the e-mail address is another than before, unless the call comes with a fresh confirmation. */
  currentPassword: z.optional(typedPassword),
})

export const languageRequest = z.object({ language })

/** Which mails a person wants. */
export const preferences = z.object({
  security: z.boolean(),
  notifications: z.boolean(),
  marketing: z.boolean(),
})
export type Preferences = z.infer<typeof preferences>

/** Kinds of data held about a person. */
export const personalParts = [
  'sessions',
  'passkeys',
  'apiKeys',
  'identities',
  'files',
  'uploads',
  'requests',
  'webhooks',
  'contacts',
  'keys',
  'notifications',
  'mails',
  'consents',
  'reports',
  'log',
] as const
export type PersonalPart = (typeof personalParts)[number]

/** How much of each part goes with an account; of the log, how many entries lose the person's name. */
export const erasure = z.record(z.enum(personalParts), z.int())
export type Erasure = z.infer<typeof erasure>

/** The password may be missing where the call comes with a fresh confirmation. */
export const eraseRequest = z.object({ password: z.optional(typedPassword) })

/** Totals of a person. Files and bytes are those that can still be had; downloads also those of the last 30 days. */
export const stats = z.object({
  totalFiles: z.int(),
  totalDownloads: z.int(),
  totalStorage: bytes,
  totalContacts: z.int(),
})
export type Stats = z.infer<typeof stats>

export const sessionId = randomId

/** A device on which a person is signed in. */
export const session = z.object({
  id: sessionId,
  /** Such as «Firefox, Windows»; empty when it is not known. */
  device: z.string(),
  createdAt: time,
  lastUsedAt: time,
  /** End of the session if it is not used again. */
  expiresAt: time,
  remembered: z.boolean(),
  /** The one that asks. */
  current: z.boolean(),
})
export type Session = z.infer<typeof session>
