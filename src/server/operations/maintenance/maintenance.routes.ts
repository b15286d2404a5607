import type { FastifyInstance } from 'fastify'
import { endpoints } from '#contract/endpoints.ts'
import { ruleNames } from '#contract/operations/groups/rule-names.ts'
import { requestLimits } from '#contract/requests/request-limits.ts'
import type { Retention, ServiceConfig } from '#contract/service.ts'
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
import { bindEndpoint } from '#server/identity/calls/bind-endpoint.ts'
import type { Caller } from '#server/identity/calls/caller.ts'
import { termsInForce } from '#server/identity/consents/own-terms.ts'
import { providerName } from '#server/identity/oidc/provider.ts'
import { type Policy, policyFor } from '#server/identity/principals/policy.ts'
import { guest, principalOf, withPro } from '#server/identity/principals/principal.ts'
import { isUploadNetwork } from '#server/identity/principals/upload-networks.ts'
import { takesPasskeys } from '#server/identity/sign-in/passkeys/passkeys.ts'
import { clientIp } from '#server/platform/http/client-address.ts'
import type { MaintenanceWatch } from '#server/platform/http/maintenance.ts'
import { worksBesideOlder } from '#server/platform/locks/instance-rows.ts'
import { findAlarms } from '#server/platform/observability/alarms.ts'
import type { Services } from '#server/platform/services.ts'
import { typeGroups } from '#server/transfers/types/type-groups.ts'
import { type Checks, checkServices } from './check-services.ts'

const DAY = 24 * 60 * 60_000

/** The migration of the first release that takes end-to-end encrypted transfers, and the times of files. */
const endToEndStep = '0018-end-to-end'

/** The calls about the service itself. */
export function maintenanceRoutes(
  app: FastifyInstance,
  services: Services,
  maintenance: MaintenanceWatch,
  retention: () => Retention,
): void {
  const { config, scanner, clock } = services
  const directPart = config.UPLOAD_DIRECT_EARLY ? uploadRouting.directEarlyPart : 1
  bindEndpoint(app, endpoints.config, async ({ caller, request }) => {
    const isNear = isUploadNetwork(config, clientIp(request))
    const free = policyFor(guest, config)
    const pro = policyFor(withPro, config)
    const own = policyFor(principalOf(caller), config)
    const isRuled = Object.keys(own.decided).length > 0
    const isPro = caller?.isPro === true
    const storageLeft = caller
      ? Math.max(0, own.storage - (await storageUsed(services.database, caller.id, clock.now())))
      : null
    const isBesideOlder = await worksBesideOlder(services, endToEndStep)
    const withinStorage = (size: number) => Math.min(size, storageLeft ?? size)
    return {
      limits: {
        ...recipientLimitsOf(own),
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
      },
      expiryOptions:
        own.decided.expiryOptions === undefined
          ? pro.offeredLifetimes.map((lifetime) => ({
              ...lifetime,
              pro: !free.offeredLifetimes.includes(lifetime),
            }))
          : own.offeredLifetimes.map((lifetime) => ({ ...lifetime, pro: false })),
      requests: caller ? requestsConfigOf(caller, own, clock.now()) : null,
      longestExpiry: own.maxLifetime,
      defaultExpiry: own.defaultLifetime.value,
      filePassword: own.filePassword,
      encryptionMethods: [...encryptionMethods],
      publicUrl: config.PUBLIC_URL ?? null,
      uploadOrigin: config.UPLOAD_ORIGIN ?? null,
      routing: {
        resumableAbove: uploadRouting.resumableAbove,
        directAbove: Math.floor(uploadRouting.directAbove * directPart),
        fileTimes: !isBesideOlder,
      },
      fileTypes: { allowed: own.types?.slice() ?? null, dangerous: [...config.BLOCKED_TYPES] },
      maintenance: await maintenance.read(),
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
      ...(isRuled && { rules: senderRules(own, config) }),
      mailEnabled: config.SMTP_URL !== undefined,
      mailServer: config.SMTP_URL !== undefined,
      scanner: scanner.name,
      supportMail: config.SUPPORT_MAIL ?? null,
      socialUrl: config.SOCIAL_URL ?? null,
      operator: operatorOf(config),
      privacyMail: config.PRIVACY_MAIL ?? config.SUPPORT_MAIL ?? null,
      hostingRegion: config.HOSTING_REGION ?? null,
      processors: [...(config.PROCESSORS ?? [])],
      retention: retention(),
    }
  })

  let checking: Promise<Health> | undefined
  /** Shares one running check among concurrent calls: each check writes to the disk, and the call is open to guests. */
  function check(): Promise<Health> {
    checking ??= findHealth(services).finally(() => {
      checking = undefined
    })
    return checking
  }
  bindEndpoint(app, endpoints.health, async ({ reply }) => {
    const { checks, alarms } = await check()
    // Without its scanner or mail server the service still hands out files, so that it stays in reach of a load balancer.
    const serves = checks.database === 'ok' && checks.storage === 'ok'
    if (!serves) reply.code(503).header('retry-after', '10')
    const isWell = serves && checks.scanner === 'ok' && checks.mail !== 'down' && alarms.length === 0
    return {
      success: serves,
      status: isWell ? ('ok' as const) : ('degraded' as const),
      version: config.version,
      checks,
      alarms,
    }
  })
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

function recipientLimitsOf({ recipients, ownLinks }: Policy) {
  return { recipients, ownLinks }
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

type Health = { readonly checks: Checks; readonly alarms: string[] }

/** Alarms that the database cannot be asked for are none: its check says what is wrong. */
async function findHealth(services: Services): Promise<Health> {
  const checks = await checkServices(services)
  return { checks, alarms: checks.database === 'ok' ? await findAlarms(services) : [] }
}

function operatorOf(config: Services['config']): ServiceConfig['operator'] {
  const { OPERATOR_NAME: name, OPERATOR_ADDRESS: address = null, OPERATOR_DETAILS: details = [] } = config
  return name === undefined ? null : { name, address, details: [...details] }
}
