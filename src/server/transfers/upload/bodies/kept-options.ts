import { policyFor } from '#server/identity/principals/policy.ts'
import { Failure } from '#server/platform/failure.ts'
import type { Services } from '#server/platform/services.ts'
import type { Sender } from '../../sender/sender.ts'
import type { TransferOptions } from '../../sender/transfer-options.ts'
import { validateOptions } from '../upload-options.ts'

/** Options that no form has, of a transfer that comes from another service. */
export type KeptTerms = {
  /** When it was to end there, in milliseconds since 1970; null for never. */
  readonly endsAt: number | null
  /** Hash of its password; see crypto/passwords/foreign-hash.ts. */
  readonly passwordHash: string | undefined
}

/**
 * Validates the text fields of a transfer that comes from another service against what its owner may do. It ends when it was to
 * end, and no later than any transfer of its owner may.
 * @throws Failure FILE_EXPIRED, VALIDATION_ERROR, RULE_FORBIDS, FILE_PASSWORD_REQUIRED
 */
export function keptOptions(
  fields: Readonly<Record<string, string>>,
  { principal, ...sender }: Sender,
  { config, clock }: Pick<Services, 'config' | 'clock'>,
  { endsAt, passwordHash }: KeptTerms,
): TransferOptions {
  const policy = policyFor(principal, config)
  const lifetime = Math.min((endsAt ?? Number.POSITIVE_INFINITY) - clock.now(), policy.longestLife)
  if (lifetime <= 0) throw new Failure('FILE_EXPIRED')
  if (policy.endToEndAlways) throw new Failure('RULE_FORBIDS', { details: 'encryptionMethod: end-to-end' })
  if (policy.filePassword.required && passwordHash === undefined) throw new Failure('FILE_PASSWORD_REQUIRED')
  return { ...validateOptions(fields, { principal, ...sender }, [], config), lifetime, passwordHash }
}
