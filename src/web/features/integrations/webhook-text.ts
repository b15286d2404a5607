import type { WebhookCallType, WebhookFormat } from '#contract/accounts/webhooks/webhook-kinds.ts'
import type { CallFailure, Delivery, Webhook } from '#contract/accounts/webhooks/webhooks.ts'
import { formatDateTime } from '#web/i18n/format/format.ts'
import { formatNumber, pastMoment } from '#web/i18n/format/further-formats.ts'
import { type TextKey, t } from '#web/i18n/t.ts'

export const eventText = {
  'transfer.created': 'webhooks.event.created',
  'transfer.opened': 'webhooks.event.opened',
  'transfer.downloaded': 'webhooks.event.downloaded',
  'transfer.limit_reached': 'webhooks.event.limitReached',
  'transfer.expiring': 'webhooks.event.expiring',
  'transfer.ended': 'webhooks.event.ended',
  'transfer.reported': 'webhooks.event.reported',
  'transfer.disabled': 'webhooks.event.disabled',
  'request.received': 'webhooks.event.received',
  'request.closed': 'webhooks.event.closed',
  'user.created': 'webhooks.event.userCreated',
  'webhook.test': 'webhooks.event.test',
} as const satisfies Record<WebhookCallType, TextKey>

/** Names of products are the same in every language. */
export const formatNames: Readonly<Record<WebhookFormat, string>> = {
  standard: 'Standard Webhooks',
  slack: 'Slack',
  mattermost: 'Mattermost',
  matrix: 'Matrix',
  ntfy: 'ntfy',
  teams: 'Microsoft Teams',
}

export const failureTexts = {
  'address-not-public': 'webhooks.failure.notPublic',
  'address-unknown': 'webhooks.failure.unknown',
  'no-connection': 'webhooks.failure.noConnection',
  'no-answer-in-time': 'webhooks.failure.noAnswer',
  'not-secure': 'webhooks.failure.notSecure',
} as const satisfies Record<CallFailure, TextKey>

/** State of a webhook in words, and whether it needs attention. */
export function stateOf({ on, offReason, failingSince, lastCall }: Webhook): {
  text: string
  isBad: boolean
} {
  if (!on) {
    const text = offReason === null || offReason === 'owner' ? t('webhooks.off') : t(offTexts[offReason])
    return { text, isBad: offReason !== 'owner' }
  }
  const now = Date.now()
  if (failingSince !== null)
    return { text: t('webhooks.failing', { since: formatDateTime(Date.parse(failingSince)) }), isBad: true }
  if (lastCall === null) return { text: t('webhooks.neverCalled'), isBad: false }
  return { text: t('webhooks.lastCall', { when: pastMoment(Date.parse(lastCall.at), now) }), isBad: false }
}

const offTexts = {
  failing: 'webhooks.offFailing',
  gone: 'webhooks.offGone',
  demoted: 'webhooks.offDemoted',
} as const satisfies Record<'failing' | 'gone' | 'demoted', TextKey>

/** The status of an answer and how long it took, in tenths of a second. */
export function inTime(status: string | number, took: number): string {
  const seconds = formatNumber(Math.max(1, Math.round(took / 100)) / 10)
  return t('webhooks.answered', { status: String(status), seconds })
}

/** Result of a call in words, and whether it is a bad one. */
export function resultOf({ state, status, failure, took, tries }: Delivery): {
  text: string
  isBad: boolean
} {
  const answer =
    status !== null ? String(status) : failure !== null ? t(failureTexts[failure]) : t('webhooks.waiting')
  switch (state) {
    case 'delivered':
      return {
        text: inTime(answer, took ?? 0),
        isBad: false,
      }
    case 'waiting':
      return tries === 0
        ? { text: t('webhooks.waiting'), isBad: false }
        : { text: t('webhooks.tryingAgain', { answer }), isBad: true }
    case 'failed':
      return { text: t('webhooks.givenUp', { answer }), isBad: true }
    case 'dropped':
      return { text: t('webhooks.dropped'), isBad: true }
  }
}
