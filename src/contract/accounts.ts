import * as z from 'zod/mini'
import { emailAddress } from './files.ts'
import { accountLengths, lengths } from './limits.ts'

/** Letters, numbers, underscores and hyphens; two names that differ in case only are one. */
export const username = z.string().check(z.regex(/^[A-Za-z0-9_-]{3,50}$/))

/** As typed. What a new name must look like is judged by the server, which has a sentence for each mistake. */
const typedName = z.string().check(z.trim(), z.maxLength(lengths.emailAddress))
const typedPassword = z.string().check(z.maxLength(accountLengths.password.most))

/** The person signed in, as the web app knows them. */
export const user = z.object({
  id: z.string(),
  username,
  email: emailAddress,
  isAdmin: z.boolean(),
  isPro: z.boolean(),
  /** Nothing but a new password is accepted until then: an administrator has set the present one. */
  mustChangePassword: z.boolean(),
})
export type User = z.infer<typeof user>

export const registerRequest = z.object({ username: typedName, email: typedName, password: typedPassword })
export const registerReply = z.object({ success: z.literal(true), user })

export const loginRequest = z.object({
  /** A username or an e-mail address. */
  username: typedName,
  password: typedPassword,
  rememberMe: z.optional(z.boolean()),
})

/** What opens a session, or goes on with one. */
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
