import { ruleNames } from '#contract/operations/groups/rule-names.ts'
import { requestLimits } from '#contract/requests/request-limits.ts'
import type { ServiceConfig } from '#contract/service.ts'
import { encryptionMethods } from '#contract/transfers/files.ts'
import {
  lengths,
  maxDownloadLimit,
  maxFiles,
  maxLinks,
  maxPathBytes,
  maxTransferFiles,
  uploadRouting,
} from '#contract/transfers/limits.ts'
import { storageUsed } from '#server/identity/accounts/storage.ts'
import type { Caller } from '#server/identity/calls/caller.ts'
import { termsInForce } from '#server/identity/consents/own-terms.ts'
import { providerName } from '#server/identity/oidc/provider.ts'
import { type Policy, policyFor } from '#server/identity/principals/policy.ts'
import { guest, principalOf, withPro } from '#server/identity/principals/principal.ts'
import { isUploadNetwork } from '#server/identity/principals/upload-networks.ts'
import { takesPasskeys } from '#server/identity/sign-in/passkeys/passkeys.ts'
import { worksBesideOlder } from '#server/platform/locks/instance-rows.ts'
import type { Services } from '#server/platform/services.ts'
import { typeGroups } from '#server/transfers/types/type-groups.ts'

const DAY = 24 * 60 * 60_000

/** The migration of the first release that takes end-to-end encrypted transfers, and the times of files. */
const endToEndStep = '0018-end-to-end'

type Asking = Pick<ServiceConfig, 'maintenance' | 'retention'> & {
  readonly caller: Caller | undefined
  readonly ip: string
}

/** The caller's own policy, and the two that it is shown beside: of guests, and of Pro accounts. */
type Policies = { readonly own: Policy; readonly free: Policy; readonly pro: Policy }

/** Describes the service to a caller: what it offers, and how much of it they may use. */
export async function findServiceConfig(
  services: Services,
  { caller, ip, maintenance, retention }: Asking,
): Promise<Omit<ServiceConfig, 'success'>> {
  const { config } = services
  const own = policyFor(principalOf(caller), config)
  const free = policyFor(guest, config)
  const policies = { own, free, pro: policyFor(withPro, config) }
  const isNear = isUploadNetwork(config, ip)
  const isBesideOlder = await worksBesideOlder(services, endToEndStep)
  return {
    limits: await findLimits(services, caller, policies),
    expiryOptions: expiryOptionsOf(policies),
    requests: caller ? requestsConfigOf(caller, own, services.clock.now()) : null,
    longestExpiry: own.maxLifetime,
    defaultExpiry: own.defaultLifetime.value,
    filePassword: own.filePassword,
    encryptionMethods: [...encryptionMethods],
    publicUrl: config.PUBLIC_URL ?? null,
    uploadOrigin: config.UPLOAD_ORIGIN ?? null,
    routing: {
      resumableAbove: uploadRouting.resumableAbove,
      directAbove: Math.floor(
        uploadRouting.directAbove * (config.UPLOAD_DIRECT_EARLY ? uploadRouting.directEarlyPart : 1),
      ),
      fileTimes: !isBesideOlder,
    },
    fileTypes: { allowed: own.types?.slice() ?? null, dangerous: [...config.BLOCKED_TYPES] },
    maintenance,
    termsVersion: termsInForce(config),
    termsPrompt: config.TERMS_PROMPT,
    ...registrationOf(config),
    oidc: oidcOf(config),
    passwordSignIn: config.PASSWORD_SIGN_IN,
    secondFactor: config.SECOND_FACTOR,
    passkeys: takesPasskeys(config),
    reports: config.REPORTS,
    plans: config.PLANS,
    emailVerification: config.EMAIL_VERIFICATION,
    anonymousUploads: free.maySend && isNear,
    anonymousUploadsElsewhere: free.maySend && !isNear,
    endToEnd: {
      mode: config.endToEnd,
      allowed: own.endToEnd && !isBesideOlder,
    },
    ...(Object.keys(own.decided).length > 0 && { rules: senderRules(own, config) }),
    mailEnabled: config.SMTP_URL !== undefined,
    mailServer: config.SMTP_URL !== undefined,
    scanner: services.scanner.name,
    supportMail: config.SUPPORT_MAIL ?? null,
    socialUrl: config.SOCIAL_URL ?? null,
    operator: operatorOf(config),
    privacyMail: config.PRIVACY_MAIL ?? config.SUPPORT_MAIL ?? null,
    hostingRegion: config.HOSTING_REGION ?? null,
    processors: [...(config.PROCESSORS ?? [])],
    retention,
  }
}

/** Gives sizes for both plans: the caller's own as decided for them, the other as it is for everyone. */
async function findLimits(
  { database, clock }: Services,
  caller: Caller | undefined,
  { own, free, pro }: Policies,
): Promise<ServiceConfig['limits']> {
  const isPro = caller?.isPro === true
  const storageLeft = caller
    ? Math.max(0, own.storage - (await storageUsed(database, caller.id, clock.now())))
    : null
  const withinStorage = (size: number) => Math.min(size, storageLeft ?? size)
  return {
    recipients: own.recipients,
    ownLinks: own.ownLinks,
    fileSize: {
      free: isPro ? free.fileSize : own.fileSize,
      pro: isPro ? own.fileSize : pro.fileSize,
    },
    transferSize: {
      free: withinStorage(isPro ? free.transferSize : own.transferSize),
      pro: withinStorage(isPro ? own.transferSize : pro.transferSize),
    },
    storageLeft,
    files: maxFiles,
    paths: maxPathBytes,
    links: maxLinks,
    transferFiles: maxTransferFiles,
    downloadLimit: maxDownloadLimit,
    longestLife: own.longestLife,
    label: lengths.label,
    title: lengths.title,
    senderName: lengths.senderName,
    fileName: lengths.fileName,
    filePassword: lengths.filePassword,
    description: lengths.description,
    emailMessage: lengths.emailMessage,
  }
}

function expiryOptionsOf({ own, free, pro }: Policies): ServiceConfig['expiryOptions'] {
  if (own.decided.expiryOptions !== undefined)
    return own.offeredLifetimes.map((lifetime) => ({ ...lifetime, pro: false }))
  return pro.offeredLifetimes.map((lifetime) => ({
    ...lifetime,
    pro: !free.offeredLifetimes.includes(lifetime),
  }))
}

function requestsConfigOf(
  { requestsFrom }: Caller,
  { openRequests, requestLifetime }: Policy,
  now: number,
): ServiceConfig['requests'] {
  const { open: _, days, ...lengths } = requestLimits
  return {
    open: openRequests,
    allowedFrom: requestsFrom > now ? new Date(requestsFrom).toISOString() : null,
    longestOpen: days * DAY,
    keepFor: requestLifetime.value,
    ...lengths,
    documents: [...typeGroups.documents],
    pictures: [...typeGroups.pictures],
  }
}

/** Rules of the caller beyond the options of the service, and in whose name. */
function senderRules(policy: Policy, config: Services['config']): ServiceConfig['rules'] {
  return {
    by: config.OPERATOR_NAME ?? config.identity.name,
    set: ruleNames.filter((name) => policy.decided[name] !== undefined),
    downloadLimit: policy.downloads,
    endToEndAlways: policy.endToEndAlways,
    recipientCode: policy.codesAlways,
    recipientDomains: policy.recipientDomains?.slice() ?? null,
    requestLocks: policy.requestLocks?.slice() ?? null,
    apiKeys: policy.apiKeys,
  }
}

/** Whether people can register by themselves, and with addresses at which mail domains. */
function registrationOf({ PASSWORD_SIGN_IN, REGISTRATION: rule }: Services['config']) {
  const hasDomains = Array.isArray(rule)
  return {
    registrationOpen: PASSWORD_SIGN_IN === 'on' && (rule === 'open' || hasDomains),
    registrationDomains: hasDomains ? rule : null,
  }
}

function oidcOf(config: Services['config']): ServiceConfig['oidc'] {
  const name = providerName(config)
  return name === null ? null : { name, signUp: config.OIDC_SIGN_UP !== 'off' }
}

function operatorOf(config: Services['config']): ServiceConfig['operator'] {
  const { OPERATOR_NAME: name, OPERATOR_ADDRESS: address = null, OPERATOR_DETAILS: details = [] } = config
  return name === undefined ? null : { name, address, details: [...details] }
}
