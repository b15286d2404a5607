import { requestLimits } from '#contract/requests/request-limits.ts'
import { type EncryptionMethod, encryptionMethods } from '#contract/transfers/files.ts'
import { recipientLimits } from '#contract/transfers/limits.ts'
import type { Services } from '#server/platform/services.ts'
import type { Principal } from './principal.ts'

/** How long a link may live: as it is written, and in milliseconds. */
type Lifetime = Services['config']['DEFAULT_EXPIRY']

/** Rights and limits of a principal. Sizes in bytes, times in milliseconds. */
export type Policy = {
  /** Limits of one file, and of all files of one transfer together. */
  readonly fileSize: number
  readonly transferSize: number
  /** Limit of all live transfers together; Infinity without an account. */
  readonly storage: number
  /** Limit of all unfinished uploads of one network together; Infinity with an account, whose storage counts them. */
  readonly unfinishedUploads: number
  readonly maxLifetime: number
  /** Whether files may be sent at all. */
  readonly maySend: boolean
  /** The lifetimes that pages offer, and the one chosen at first. */
  readonly offeredLifetimes: readonly Lifetime[]
  readonly defaultLifetime: Lifetime
  /** Whether a file needs a password unless a key locks it, and the least length of one. */
  readonly filePassword: { readonly required: boolean; readonly minLength: number }
  /** Whether options that are reserved for Pro accounts may be asked for. */
  readonly isPro: boolean
  /** Methods of encryption that may be named. */
  readonly methods: readonly EncryptionMethod[]
  /** Whether files may be end-to-end encrypted. */
  readonly endToEnd: boolean
  /** Recipients of one transfer, and those of them with a link of their own: none without a mail server. */
  readonly recipients: number
  readonly ownLinks: number
  /** Whether links of recipients always need a code. */
  readonly codesAlways: boolean
  /** File requests that may be open at a time. */
  readonly openRequests: number
  /** Mails to recipients in an hour. */
  readonly mailsPerHour: number
}

type Limits = Pick<
  Services['config'],
  | 'FREE_FILE_SIZE'
  | 'FREE_TRANSFER_SIZE'
  | 'PRO_FILE_SIZE'
  | 'PRO_TRANSFER_SIZE'
  | 'EXPIRY_OPTIONS'
  | 'PRO_EXPIRY_OPTIONS'
  | 'DEFAULT_EXPIRY'
  | 'longestFreeExpiry'
  | 'FILE_PASSWORD'
  | 'FILE_PASSWORD_LENGTH'
  | 'ANONYMOUS_UPLOADS'
  | 'SMTP_URL'
  | 'endToEnd'
>

/** How many full transfers one network may have under way without an account. */
const unfinishedTransfers = 10

/**
 * The only source of a principal's rights and limits, for uploads, the /config call and the documents. An account never allows
 * less than a guest has, except for storage: there the limit that an administrator has set holds, and 0 allows none.
 */
export function policyFor(principal: Principal, config: Limits): Policy {
  const isUser = principal.kind !== 'guest'
  const isPro = isUser && principal.isPro
  const fileSize = isPro ? Math.max(config.PRO_FILE_SIZE, config.FREE_FILE_SIZE) : config.FREE_FILE_SIZE
  const transferSize = isPro
    ? Math.max(config.PRO_TRANSFER_SIZE, config.FREE_TRANSFER_SIZE)
    : config.FREE_TRANSFER_SIZE
  const lifetimes = isPro ? [...config.EXPIRY_OPTIONS, ...config.PRO_EXPIRY_OPTIONS] : config.EXPIRY_OPTIONS
  const { recipients, ownLinks } = recipientLimits[isUser ? 'account' : 'guest']
  return {
    maySend: isUser || config.ANONYMOUS_UPLOADS,
    fileSize,
    transferSize,
    storage: isUser ? principal.storageLimit : Number.POSITIVE_INFINITY,
    unfinishedUploads: isUser ? Number.POSITIVE_INFINITY : unfinishedTransfers * transferSize,
    maxLifetime: Math.max(config.longestFreeExpiry, ...lifetimes.map(({ duration }) => duration)),
    offeredLifetimes: lifetimes,
    defaultLifetime: config.DEFAULT_EXPIRY,
    filePassword: { required: config.FILE_PASSWORD === 'required', minLength: config.FILE_PASSWORD_LENGTH },
    isPro,
    methods: encryptionMethods
      .filter(
        ({ comingSoon, signInRequired }) => !comingSoon && (principal.kind === 'user' || !signInRequired),
      )
      .map(({ value }) => value),
    endToEnd: config.endToEnd === 'all' || (config.endToEnd === 'accounts' && isUser),
    recipients,
    ownLinks: config.SMTP_URL === undefined ? 0 : ownLinks,
    codesAlways: !isUser,
    openRequests: isUser ? requestLimits.open : 0,
    mailsPerHour: isUser ? 100 : 20,
  }
}
