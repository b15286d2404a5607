import * as z from 'zod/mini'
import { emailAddress } from '#contract/transfers/files.ts'
import { GIB, KIB, MIB } from '#contract/transfers/limits.ts'
import type { Services } from '#server/platform/services.ts'
import { type Claims, claimValues, findClaim, holdsClaim, isTrue, type WantedClaim } from './claims.ts'

/** The claims about a person that this service uses. */
export const providerAccount = z.object({
  issuer: z.string(),
  subject: z.string(),
  email: z.nullable(z.string()),
  emailVerified: z.boolean(),
  preferredUsername: z.nullable(z.string()),
  isAdmin: z.boolean(),
  isPro: z.boolean(),
  /** Bytes; null without such a claim. */
  quota: z.nullable(z.int()),
  /** Values of OIDC_GROUPS_CLAIM. */
  groups: z._default(z.array(z.string()), []),
  /** Whether the person showed more than one factor there (RFC 8176: `mfa`). */
  usedFactors: z.boolean(),
})
export type ProviderAccount = z.infer<typeof providerAccount>

type Options = Pick<
  Services['config'],
  'OIDC_ADMIN_CLAIM' | 'OIDC_PRO_CLAIM' | 'OIDC_QUOTA_CLAIM' | 'OIDC_GROUPS_CLAIM' | 'OIDC_TRUST_EMAIL'
>

/**
 * Reads the claims of an id token that has been validated, and of the userinfo that belongs to it. The id token, which is
 * signed, takes precedence; an address and whether it is verified come from the same of the two.
 */
export function readAccount(
  { idToken, userinfo }: { idToken: Claims & { iss: string; sub: string }; userinfo: Claims },
  options: Options,
): ProviderAccount {
  const claims: Claims = { ...userinfo, ...idToken }
  const source = idToken.email === undefined ? userinfo : idToken
  const email = z.safeParse(emailAddress, source.email)
  const { preferred_username: name } = claims
  return {
    issuer: idToken.iss,
    subject: idToken.sub,
    email: email.success ? email.data : null,
    emailVerified: email.success && isVerified(source.email_verified, options),
    preferredUsername: typeof name === 'string' ? name : null,
    isAdmin: holds(claims, options.OIDC_ADMIN_CLAIM),
    isPro: holds(claims, options.OIDC_PRO_CLAIM),
    quota:
      options.OIDC_QUOTA_CLAIM === undefined ? null : readQuota(findClaim(claims, options.OIDC_QUOTA_CLAIM)),
    groups: options.OIDC_GROUPS_CLAIM === undefined ? [] : claimValues(claims, options.OIDC_GROUPS_CLAIM),
    usedFactors: Array.isArray(idToken.amr) && idToken.amr.includes('mfa'),
  }
}

/** Whether an address is verified; a provider that says nothing about it may be trusted, one that says no is believed. */
function isVerified(said: unknown, { OIDC_TRUST_EMAIL: isTrusted }: Options): boolean {
  // guard: addresses without a word about them -> tests/http/signing-in/recipes.test.ts "says nothing of addresses"
  return said === undefined || said === null ? isTrusted : isTrue(said)
}

function holds(claims: Claims, wanted: readonly WantedClaim[] | undefined): boolean {
  return wanted?.some((one) => holdsClaim(claims, one)) ?? false
}

const units = [
  ['KB', KIB],
  ['MB', MIB],
  ['GB', GIB],
  ['TB', 1024 * GIB],
] as const

/** Bytes, as a number, its digits, or such as 20GB. */
function readQuota(claim: unknown): number | null {
  if (typeof claim === 'number') return Number.isSafeInteger(claim) && claim >= 0 ? claim : null
  const text = typeof claim === 'string' ? claim.trim() : ''
  if (/^\d{1,15}$/.test(text)) return Number(text)
  const [, amount, unit] = /^(\d+(?:\.\d+)?)\s?(KB|MB|GB|TB)$/i.exec(text) ?? []
  const found = units.find(([name]) => name === unit?.toUpperCase())
  const bytes = found ? Math.floor(Number(amount) * found[1]) : Number.NaN
  return Number.isSafeInteger(bytes) ? bytes : null
}
