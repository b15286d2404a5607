import type { Retention, ServiceConfig } from '#contract/service.ts'
import { formatDuration } from '../../i18n/format/format.ts'
import { type TextKey, t } from '../../i18n/t.ts'

/** What is kept for a time that this service sets, in the order in which it is told. */
const limited: readonly (readonly [TextKey, keyof Retention])[] = [
  ['privacy.kept.devices', 'devices'],
  ['privacy.kept.networks', 'networks'],
  ['privacy.kept.reset', 'resetLinks'],
  ['privacy.kept.verification', 'verificationLinks'],
  ['privacy.kept.unverified', 'unverifiedAccounts'],
  ['privacy.kept.confirmations', 'confirmations'],
  ['privacy.kept.apiKeys', 'expiredApiKeys'],
  ['privacy.kept.tries', 'wrongPasswords'],
  ['privacy.kept.codes', 'codes'],
  ['privacy.kept.allowances', 'allowances'],
  ['privacy.kept.notifications', 'notifications'],
  ['privacy.kept.audit', 'auditLog'],
  ['privacy.kept.reporters', 'reporters'],
  ['privacy.kept.decisions', 'decisions'],
]

/** What the service keeps, and how long, by its own settings. */
export function keptRows({
  retention,
  expiryOptions,
  oidc,
}: ServiceConfig): [what: string, howLong: string][] {
  const atMost = (span: number) => t('privacy.kept.atMost', { span: long(span) })
  const free = expiryOptions.filter(({ pro }) => !pro).map(({ duration }) => duration)
  const all = expiryOptions.map(({ duration }) => duration)
  const files = {
    from: long(Math.min(...free)),
    to: long(Math.max(...free)),
    pro: long(Math.max(...all)),
  }
  const sessions = { span: long(retention.sessions), remembered: long(retention.rememberedSessions) }
  return [
    [t('privacy.kept.files'), t('privacy.kept.filesFor', files)],
    [t('privacy.kept.ended'), atMost(retention.endedFiles)],
    [t('privacy.kept.unfinished'), atMost(retention.unfinishedUploads)],
    [t('privacy.kept.mails'), t('privacy.kept.mailsFor', { span: long(retention.mails) })],
    [t('privacy.kept.account'), t('privacy.kept.accountFor')],
    [t('privacy.kept.sessions'), t('privacy.kept.sessionsFor', sessions)],
    ...limited.map(([text, name]): [string, string] => [t(text), atMost(retention[name])]),
    ...named(oidc, (name): [string, string] => [
      t('privacy.kept.provider', { name }),
      atMost(retention.providerSignIns),
    ]),
    [t('privacy.kept.stopped'), t('privacy.kept.stoppedFor')],
    [t('privacy.kept.backups'), t('privacy.kept.backupsFor')],
  ]
}

/** What this browser keeps for the service, and how long. */
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
    [t('privacy.browser.banner'), t('privacy.browser.bannerFor')],
  ]
}

/** A row about the provider, where there is one. */
function named(
  oidc: ServiceConfig['oidc'],
  row: (name: string) => [string, string],
): [what: string, howLong: string][] {
  return oidc ? [row(oidc.name)] : []
}

function long(duration: number): string {
  return formatDuration(duration, 'long')
}
