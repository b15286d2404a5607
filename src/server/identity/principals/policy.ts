import type { RuleName } from '#contract/operations/groups/groups.ts'
import { ruleNames } from '#contract/operations/groups/rule-names.ts'
import { requestLimits } from '#contract/requests/request-limits.ts'
import type { OwnRequest } from '#contract/requests/requests.ts'
import { apiKeyLimits } from '#contract/signing-in/limits.ts'
import { type EncryptionMethod, encryptionMethods } from '#contract/transfers/files.ts'
import { defaultStorageLimit, maxDownloadLimit, recipientLimits } from '#contract/transfers/limits.ts'
import type { Services } from '#server/platform/services.ts'
import type { Principal } from './principal.ts'
import { type Level, ladderOf } from './rules/levels.ts'
import { type Merged, mergeBounds, mergeChoice, mergeSets } from './rules/merge.ts'
import { mergeLifetimes } from './rules/merge-lifetimes.ts'
import { boundsOf, choicesOf, setsOf } from './rules/rules-of.ts'

/** How long a link may live: as it is written, and in milliseconds. */
type Lifetime = Services['config']['DEFAULT_EXPIRY']

type RequestLock = OwnRequest['lock']

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
  /** How long a transfer may live in all, however often it is extended. */
  readonly longestLife: number
  /** Whether files may be sent at all. */
  readonly maySend: boolean
  /** The lifetimes that pages offer, and the one chosen at first. */
  readonly offeredLifetimes: readonly Lifetime[]
  readonly defaultLifetime: Lifetime
  /** The one that files of a request get unless told. */
  readonly requestLifetime: Lifetime
  /** Whether a file needs a password unless a key locks it, and the least length of one. */
  readonly filePassword: { readonly required: boolean; readonly minLength: number }
  /** Downloads of one link: the limit it has unless told, null for none, what may be chosen, and whether there has to be one. */
  readonly downloads: {
    readonly usual: number | null
    readonly least: number
    readonly most: number
    readonly required: boolean
  }
  /** Whether options that are reserved for Pro accounts may be asked for. */
  readonly isPro: boolean
  /** Methods of encryption that may be named. */
  readonly methods: readonly EncryptionMethod[]
  /** Whether files may be end-to-end encrypted, and whether they have to be. */
  readonly endToEnd: boolean
  readonly endToEndAlways: boolean
  /** Whether signing in needs a second factor. */
  readonly secondFactor: boolean
  /** Recipients of one transfer, and those of them with a link of their own: none without a mail server. */
  readonly recipients: number
  readonly ownLinks: number
  /** Mail domains that recipients have to be at; undefined for any. */
  readonly recipientDomains: readonly string[] | undefined
  /** Whether links of recipients always need a code. */
  readonly codesAlways: boolean
  /** Extensions of files that are taken; undefined for all. */
  readonly types: readonly string[] | undefined
  /** File requests that may be open at a time, and the locks that they may have; undefined for any. */
  readonly openRequests: number
  readonly requestLocks: readonly RequestLock[] | undefined
  readonly apiKeys: number
  /** Bytes per second of one upload; Infinity for any. */
  readonly uploadSpeed: number
  /** Mails to recipients in an hour. */
  readonly mailsPerHour: number
  /** The level that decided a rule, by its id; without a member for what is the service's own. */
  readonly decided: Readonly<Partial<Record<RuleName, string>>>
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
  | 'LONGEST_LIFE'
  | 'REQUEST_KEEP_FOR'
  | 'longestFreeExpiry'
  | 'FILE_PASSWORD'
  | 'FILE_PASSWORD_LENGTH'
  | 'ALLOWED_TYPES'
  | 'ANONYMOUS_UPLOADS'
  | 'SECOND_FACTOR'
  | 'SMTP_URL'
  | 'endToEnd'
  | 'groups'
>

/** How many full transfers one network may have under way without an account. */
const unfinishedTransfers = 10

/**
 * The only source of a principal's rights and limits, for uploads, the /config call and the documents: the rules of the whole
 * service and of one group over the options of the service. Without rules an account never allows less than a guest has,
 * except for storage: there the limit that an administrator has set holds, and 0 allows none.
 */
export function policyFor(principal: Principal, config: Limits): Policy {
  const levels = ladderOf(principal, config.groups)
  const own = ownLimits(principal, config)
  const bounds = boundsOf(levels)
  const sets = setsOf(levels)
  const choices = choicesOf(levels)
  const isUser = principal.kind !== 'guest'
  const fileSize = mergeBounds(bounds.fileSize, own.fileSize)
  const transferSize = mergeBounds(bounds.transferSize, own.transferSize)
  const storage = mergeStorage(bounds.storage, principal)
  const lives = mergeLifetimes(levels, own, config.LONGEST_LIFE.duration)
  const password = mergeChoice(choices.filePassword, config.FILE_PASSWORD)
  const passwordLength = mergeBounds(bounds.filePasswordLength, config.FILE_PASSWORD_LENGTH, 'least')
  const downloads = mergeBounds(bounds.downloadLimit, Number.POSITIVE_INFINITY)
  const types = mergeSets(sets.types, config.ALLOWED_TYPES)
  // Types of sealed files cannot be read: as with ALLOWED_TYPES, a rule about them leaves none unless another rule says so.
  const endToEnd = mergeChoice(choices.endToEnd, types.level === null ? own.endToEnd : 'off', [
    'off',
    'always',
  ])
  const secondFactor = mergeChoice(choices.secondFactor, own.secondFactor)
  const recipients = mergeBounds(bounds.recipients, own.recipients)
  const recipientCode = mergeChoice(choices.recipientCode, 'optional')
  const recipientDomains = mergeSets(sets.recipientDomains, undefined)
  const requests = mergeBounds(bounds.requests, requestLimits.open)
  const requestLock = mergeSets(sets.requestLock, undefined)
  const apiKeys = mergeBounds(bounds.apiKeys, apiKeyLimits.keys)
  const uploadSpeed = mergeBounds(bounds.uploadSpeed, Number.POSITIVE_INFINITY)
  // More than one answer holds is no limit of a group.
  const recipientCount = Math.min(recipients.value, own.recipients)
  return {
    maySend: isUser || config.ANONYMOUS_UPLOADS,
    fileSize: fileSize.value,
    transferSize: transferSize.value,
    storage: storage.value,
    unfinishedUploads: isUser ? Number.POSITIVE_INFINITY : unfinishedTransfers * transferSize.value,
    maxLifetime: lives.maxLifetime,
    longestLife: lives.longestLife,
    offeredLifetimes: lives.offered.value,
    defaultLifetime: lives.usual.value,
    requestLifetime: lives.usualOfRequests,
    filePassword: { required: password.value === 'required', minLength: passwordLength.value },
    downloads: {
      usual: Number.isFinite(downloads.value) ? downloads.value : null,
      least: Math.max(1, downloads.least),
      most: Math.min(maxDownloadLimit, downloads.most),
      required: Number.isFinite(downloads.most),
    },
    isPro: own.isPro,
    methods: encryptionMethods
      .filter(
        ({ comingSoon, signInRequired }) => !comingSoon && (principal.kind === 'user' || !signInRequired),
      )
      .map(({ value }) => value),
    endToEnd: endToEnd.value !== 'off',
    endToEndAlways: endToEnd.value === 'always',
    secondFactor: secondFactor.value === 'required',
    recipients: recipientCount,
    ownLinks: config.SMTP_URL === undefined ? 0 : Math.min(own.ownLinks, recipientCount),
    recipientDomains: recipientDomains.value,
    codesAlways: !isUser || recipientCode.value === 'required',
    types: types.value,
    openRequests: isUser ? Math.min(requests.value, requestLimits.open) : 0,
    requestLocks: requestLock.value,
    apiKeys: isUser ? Math.min(apiKeys.value, apiKeyLimits.keys) : 0,
    uploadSpeed: uploadSpeed.value,
    mailsPerHour: isUser ? 100 : 20,
    decided: decidedBy(levels, {
      fileSize,
      transferSize,
      storage,
      expiryOptions: lives.offered,
      defaultExpiry: lives.usual,
      longestLife: lives.longest,
      filePassword: password,
      filePasswordLength: passwordLength,
      // A bound from below decides, too, though no usual limit follows from it.
      downloadLimit: { ...downloads, level: downloads.level ?? downloads.leastBy },
      endToEnd,
      secondFactor,
      recipients,
      recipientCode,
      recipientDomains,
      types,
      requests,
      requestLock,
      apiKeys,
      uploadSpeed,
    }),
  }
}

/** Limits that the options of the service give, by Pro and account. */
function ownLimits(principal: Principal, config: Limits) {
  const isUser = principal.kind !== 'guest'
  const isPro = isUser && principal.isPro
  const lifetimes = isPro ? [...config.EXPIRY_OPTIONS, ...config.PRO_EXPIRY_OPTIONS] : config.EXPIRY_OPTIONS
  const mayEndToEnd = config.endToEnd === 'all' || (config.endToEnd === 'accounts' && isUser)
  const { SECOND_FACTOR: factor } = config
  const needsFactor = factor === 'all' || (factor === 'administrators' && isUser && principal.isAdmin)
  return {
    isPro,
    fileSize: isPro ? Math.max(config.PRO_FILE_SIZE, config.FREE_FILE_SIZE) : config.FREE_FILE_SIZE,
    transferSize: isPro
      ? Math.max(config.PRO_TRANSFER_SIZE, config.FREE_TRANSFER_SIZE)
      : config.FREE_TRANSFER_SIZE,
    maxLifetime: Math.max(config.longestFreeExpiry, ...lifetimes.map(({ duration }) => duration)),
    offered: lifetimes,
    all: [...config.EXPIRY_OPTIONS, ...config.PRO_EXPIRY_OPTIONS],
    usual: config.DEFAULT_EXPIRY,
    usualOfRequests: config.REQUEST_KEEP_FOR,
    endToEnd: mayEndToEnd ? ('offered' as const) : ('off' as const),
    secondFactor: needsFactor ? ('required' as const) : ('optional' as const),
    ...recipientLimits[isUser ? 'account' : 'guest'],
  }
}

/** Storage that an administrator has given one person holds within the bounds of their levels, and in place of a default. */
function mergeStorage(
  rules: Parameters<typeof mergeBounds>[0],
  principal: Principal,
): ReturnType<typeof mergeBounds> {
  if (principal.kind === 'guest') return mergeBounds([], Number.POSITIVE_INFINITY)
  const { storageLimit } = principal
  const merged = mergeBounds(rules, storageLimit)
  if (storageLimit === defaultStorageLimit) return merged
  const value = Math.min(merged.most, Math.max(merged.least, storageLimit))
  return { ...merged, value, level: value === storageLimit ? null : merged.level }
}

function decidedBy(
  levels: readonly Level[],
  merged: Readonly<Record<RuleName, Merged<unknown>>>,
): Policy['decided'] {
  const entries = ruleNames.flatMap((name) => {
    const { level } = merged[name]
    const by = level === null ? undefined : levels[level]
    return by ? [[name, by.id]] : []
  })
  return Object.fromEntries(entries)
}
