import type { ManagedLink, ManagedTransfer } from '#contract/transfers/manage.ts'
import { endOfLife } from '#web/i18n/format/format.ts'
import { type TextKey, t } from '#web/i18n/t.ts'
import { clockNow } from '#web/ui/time/clock.ts'
import { linkName } from './links/link-name.ts'

type Event = ManagedTransfer['events'][number]

const plain: Readonly<Record<string, TextKey>> = {
  created: 'manage.event.created',
  renamed: 'manage.event.renamed',
  'message-changed': 'manage.event.messageChanged',
  'limit-changed': 'manage.event.limitChanged',
  'deletion-changed': 'manage.event.deletionChanged',
  'password-set': 'manage.event.passwordSet',
  'password-changed': 'manage.event.passwordChanged',
  'password-removed': 'manage.event.passwordRemoved',
  'file-added': 'manage.event.fileAdded',
  'file-removed': 'manage.event.fileRemoved',
  claimed: 'manage.event.claimed',
  expiring: 'manage.event.expiring',
  'recipient-forgotten': 'manage.event.recipientForgotten',
  disabled: 'manage.event.disabled',
  restored: 'manage.event.restored',
}

const ofLink: Readonly<Record<string, TextKey>> = {
  downloaded: 'manage.event.downloaded',
  'contents-opened': 'manage.event.contentsOpened',
  'link-added': 'manage.event.linkAdded',
  'link-changed': 'manage.event.linkChanged',
  'link-revoked': 'manage.event.linkRevoked',
  'link-sent': 'manage.event.linkSent',
}

/** An event in words; undefined for one that this page has no words for. */
export function eventText(event: Event, links: readonly ManagedLink[]): string | undefined {
  const { kind, details, linkId } = event
  if (kind === 'end-moved' && typeof details.to === 'number')
    return t('manage.event.endMoved', { when: endOfLife(details.to, clockNow()) })
  const own = plain[kind]
  if (own) return t(own)
  const key = ofLink[kind]
  if (!key) return undefined
  const link = links.find(({ id }) => id === linkId)
  if (kind === 'contents-opened' && link?.kind === 'main') return t('manage.event.listSeen')
  return t(key, { name: link ? linkName(link) : t('manage.extraLink') })
}
