import type { RetentionKind } from '#contract/operations/retention.ts'
import type { Retention, ServiceConfig } from '#contract/service.ts'
import { formatDuration } from '../../i18n/format/format.ts'
import { type TextKey, t } from '../../i18n/t.ts'

/** Why the law allows that something is kept. */
type Ground = 'privacy.ground.contract' | 'privacy.ground.interest' | 'privacy.ground.duty'

const contract = 'privacy.ground.contract'
const interest = 'privacy.ground.interest'
const duty = 'privacy.ground.duty'

/** One kind of data that is kept. */
export type KeptRow = {
  readonly what: string
  readonly why: string
  readonly ground: string
  readonly howLong: string
  /** Names under which its age is measured; none where it has no end of its own. */
  readonly kinds: readonly RetentionKind[]
}

/** Data kept for a time that this service sets, in the order of the page. */
const limited: readonly (readonly [TextKey, TextKey, Ground, keyof Retention & RetentionKind])[] = [
  ['privacy.kept.webhookCalls', 'privacy.why.webhookCalls', contract, 'webhookCalls'],
  ['privacy.kept.sentMails', 'privacy.why.sentMails', interest, 'sentMails'],
  ['privacy.kept.devices', 'privacy.why.devices', interest, 'devices'],
  ['privacy.kept.networks', 'privacy.why.networks', interest, 'networks'],
  ['privacy.kept.reset', 'privacy.why.reset', contract, 'resetLinks'],
  ['privacy.kept.invitations', 'privacy.why.invitations', contract, 'invitations'],
  ['privacy.kept.verification', 'privacy.why.verification', contract, 'verificationLinks'],
  ['privacy.kept.unverified', 'privacy.why.unverified', contract, 'unverifiedAccounts'],
  ['privacy.kept.confirmations', 'privacy.why.confirmations', contract, 'confirmations'],
  ['privacy.kept.apiKeys', 'privacy.why.apiKeys', contract, 'expiredApiKeys'],
  ['privacy.kept.tries', 'privacy.why.tries', interest, 'wrongPasswords'],
  ['privacy.kept.codes', 'privacy.why.codes', contract, 'codes'],
  ['privacy.kept.deviceCodes', 'privacy.why.deviceCodes', contract, 'deviceCodes'],
  ['privacy.kept.confirmedAddresses', 'privacy.why.confirmedAddresses', interest, 'confirmedAddresses'],
  ['privacy.kept.allowances', 'privacy.why.allowances', interest, 'allowances'],
  ['privacy.kept.notifications', 'privacy.why.notifications', contract, 'notifications'],
  ['privacy.kept.audit', 'privacy.why.audit', interest, 'auditLog'],
  ['privacy.kept.reporters', 'privacy.why.reporters', duty, 'reporters'],
  ['privacy.kept.decisions', 'privacy.why.decisions', duty, 'decisions'],
]

/** Data that the service keeps, why, and how long, by its settings. */
export function keptRows({ retention, expiryOptions, oidc, reports }: ServiceConfig): KeptRow[] {
  const atMost = (span: number) => t('privacy.kept.atMost', { span: long(span) })
  const free = expiryOptions.filter(({ pro }) => !pro).map(({ duration }) => duration)
  const all = expiryOptions.map(({ duration }) => duration)
  const files = {
    from: long(Math.min(...free)),
    to: long(Math.max(...free)),
    pro: long(Math.max(...all)),
  }
  const sessions = { span: long(retention.sessions), remembered: long(retention.rememberedSessions) }
  const row = (
    what: TextKey,
    why: TextKey,
    ground: Ground,
    howLong: string,
    ...kinds: RetentionKind[]
  ): KeptRow => ({ what: t(what), why: t(why), ground: t(ground), howLong, kinds })
  return [
    row('privacy.kept.files', 'privacy.why.files', contract, t('privacy.kept.filesFor', files), 'files'),
    row('privacy.kept.ended', 'privacy.why.ended', interest, atMost(retention.endedFiles), 'endedFiles'),
    row(
      'privacy.kept.unfinished',
      'privacy.why.unfinished',
      contract,
      atMost(retention.unfinishedUploads),
      'unfinishedUploads',
    ),
    row('privacy.kept.requests', 'privacy.why.requests', contract, atMost(retention.requests)),
    row(
      'privacy.kept.mails',
      'privacy.why.mails',
      contract,
      t('privacy.kept.mailsFor', { span: long(retention.mails) }),
      'mails',
    ),
    row('privacy.kept.account', 'privacy.why.account', contract, t('privacy.kept.accountFor')),
    row(
      'privacy.kept.sessions',
      'privacy.why.sessions',
      contract,
      t('privacy.kept.sessionsFor', sessions),
      'sessions',
      'rememberedSessions',
    ),
    ...limited
      .filter(([, , , name]) => reports || (name !== 'reporters' && name !== 'decisions'))
      .map(([what, why, ground, name]) => row(what, why, ground, atMost(retention[name]), name)),
    ...named(oidc, (name) => ({
      ...row(
        'privacy.kept.provider',
        'privacy.why.provider',
        contract,
        atMost(retention.providerSignIns),
        'providerSignIns',
      ),
      what: t('privacy.kept.provider', { name }),
    })),
    row('privacy.kept.consents', 'privacy.why.consents', duty, t('privacy.kept.consentsFor')),
    row('privacy.kept.stopped', 'privacy.why.stopped', duty, t('privacy.kept.stoppedFor')),
    row('privacy.kept.backups', 'privacy.why.backups', interest, t('privacy.kept.backupsFor')),
  ]
}

/** Data that this browser keeps for the service, and how long. */
export function browserRows({ retention, oidc }: ServiceConfig): [what: string, howLong: string][] {
  const days = long(retention.rememberedSessions)
  return [
    [t('privacy.browser.terms'), t('privacy.browser.termsFor')],
    [t('privacy.browser.language'), t('privacy.browser.termsFor')],
    [t('privacy.browser.theme'), t('privacy.browser.termsFor')],
    [t('privacy.browser.session'), t('privacy.browser.sessionFor', { days })],
    ...named(oidc, (name): [string, string] => [
      t('privacy.browser.provider', { name }),
      t('privacy.browser.providerFor'),
    ]),
    [t('privacy.browser.recorded'), t('privacy.browser.recordedFor')],
    [t('privacy.browser.uploads'), t('privacy.kept.atMost', { span: long(retention.unfinishedUploads) })],
    [t('privacy.browser.sentHere'), t('privacy.browser.sentHereFor')],
    [t('privacy.browser.visits'), t('privacy.browser.visitsFor')],
    [t('privacy.browser.tab'), t('privacy.browser.bannerFor')],
    [t('privacy.browser.banner'), t('privacy.browser.bannerFor')],
  ]
}

/** A row about the provider, where there is one. */
function named<Row>(oidc: ServiceConfig['oidc'], row: (name: string) => Row): Row[] {
  return oidc ? [row(oidc.name)] : []
}

function long(duration: number): string {
  return formatDuration(duration, 'long')
}
