import { type EncryptionMethod, encryptionMethods } from '#contract/transfers/files.ts'
import {
  type ExpiryValue,
  expiryOptions,
  longestFreeExpiry,
  maxRecipients,
} from '#contract/transfers/limits.ts'
import type { Services } from '#server/platform/services.ts'
import type { Principal } from './principal.ts'

/** What somebody may do. Sizes in bytes, times in milliseconds. */
export type Policy = {
  /** Of one file, and of all files of one transfer together. */
  readonly fileSize: number
  readonly transferSize: number
  /** Of all live transfers together; Infinity without an account. */
  readonly storage: number
  /** Of all unfinished uploads of one network together; Infinity with an account, whose storage counts them. */
  readonly unfinishedUploads: number
  readonly maxLifetime: number
  /** The lifetimes that pages offer; without a Pro account none of a whole day, though it is accepted. */
  readonly offeredLifetimes: readonly ExpiryValue[]
  /** Whether options that are reserved for Pro accounts may be asked for. */
  readonly isPro: boolean
  /** Methods of encryption that may be named. */
  readonly methods: readonly EncryptionMethod[]
  /** Recipients of one upload, and mails to recipients in an hour. */
  readonly recipients: number
  readonly mailsPerHour: number
}

type Limits = Pick<
  Services['config'],
  'FREE_FILE_SIZE' | 'FREE_TRANSFER_SIZE' | 'PRO_FILE_SIZE' | 'PRO_TRANSFER_SIZE'
>

/** The longest life of all, in milliseconds. */
const longestExpiry = Math.max(...expiryOptions.map(({ duration }) => duration))

/** How many full transfers one network may have under way without an account. */
const unfinishedTransfers = 10

/**
 * What a principal may do: uploads, the /config call and the documents use nothing else. An account never allows less than
 * a guest has, so its storage holds one transfer of the largest size, whatever limit it was given.
 */
export function policyFor(principal: Principal, config: Limits): Policy {
  const isUser = principal.kind === 'user'
  const isPro = isUser && principal.isPro
  const fileSize = isPro ? Math.max(config.PRO_FILE_SIZE, config.FREE_FILE_SIZE) : config.FREE_FILE_SIZE
  const transferSize = isPro
    ? Math.max(config.PRO_TRANSFER_SIZE, config.FREE_TRANSFER_SIZE)
    : config.FREE_TRANSFER_SIZE
  return {
    fileSize,
    transferSize,
    storage: isUser ? Math.max(principal.storageLimit, transferSize) : Number.POSITIVE_INFINITY,
    unfinishedUploads: isUser ? Number.POSITIVE_INFINITY : unfinishedTransfers * transferSize,
    maxLifetime: isPro ? longestExpiry : longestFreeExpiry,
    offeredLifetimes: expiryOptions.filter(({ pro }) => isPro || !pro).map(({ value }) => value),
    isPro,
    methods: encryptionMethods
      .filter(({ comingSoon, signInRequired }) => !comingSoon && (isUser || !signInRequired))
      .map(({ value }) => value),
    recipients: maxRecipients,
    mailsPerHour: isUser ? 100 : 20,
  }
}
