import { newId } from '#crypto/random-id.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Subscriber } from '#server/platform/events/open-dispatcher.ts'
import type { Services } from '#server/platform/services.ts'
import type { EventOf } from '#server/schema/event-kinds.ts'
import { type FileEvent, fileNoticeMail, mailSite } from '../mail/compose-mails.ts'
import { textsIn } from '../mail/mail-texts.ts'
import { queueMail } from '../mail/outbox.ts'
import { notifyRequester } from './request-notices.ts'

type Needs = Pick<Services, 'config' | 'clock' | 'keyRing'>
type TransferEvent = EventOf<'transfer.downloaded' | 'transfer.expiring' | 'transfer.expired'>

/** Notifies owners of events of their transfers. mail/mail-subscriber.ts starts delivery of the mails it queues. */
export function notificationSubscriber(services: Needs): Subscriber {
  return {
    async handle(transaction, event) {
      switch (event.kind) {
        case 'transfer.downloaded':
        case 'transfer.expiring':
        case 'transfer.expired':
          return notifyOwner(services, transaction, event)
        case 'transfer.damaged':
          return mailOwner(services, transaction, event, 'damaged')
        case 'request.received':
        case 'request.key-deleted':
          return notifyRequester(services, transaction, event)
      }
    },
  }
}

/**
 * Notifies in the portal each time, and by mail the first time if the owner wants such mails. Does nothing for a transfer
 * without an owner.
 */
async function notifyOwner(services: Needs, transaction: Database, event: TransferEvent): Promise<void> {
  const { userId, transferId, linkId } = event
  if (userId === null || transferId === null || linkId === null) return
  const owner = await findOwner(transaction, userId)
  if (!owner) return
  const isFirst = await recordNotification(transaction, event, { userId, transferId, linkId })
  if (!isFirst || event.kind === 'transfer.expired') return
  const kind = event.kind === 'transfer.downloaded' ? 'downloaded' : 'expiring'
  await mailOwner(services, transaction, event, kind)
}

function findOwner(transaction: Database, id: string) {
  return transaction
    .selectFrom('users')
    .select(['email', 'language', 'wants_notifications', 'is_active'])
    .where('id', '=', id)
    .executeTakeFirst()
}

/** Mails an owner who wants such mails. */
async function mailOwner(
  services: Needs,
  transaction: Database,
  { userId, transferId, at, payload }: TransferEvent | EventOf<'transfer.damaged'>,
  kind: FileEvent,
): Promise<void> {
  const owner = userId === null ? undefined : await findOwner(transaction, userId)
  if (owner?.wants_notifications !== 1 || owner.is_active !== 1) return
  const { filename, expiresAt, deleted } = payload
  const content = fileNoticeMail(
    {
      event: kind,
      filename,
      expiresAt,
      deleted,
      url: `${services.config.publicUrl}/portal`,
      ...mailSite(services),
    },
    textsIn(owner.language),
  )
  // That a file was downloaded stays true when it is gone; that it will expire, or is damaged, does not.
  const about = kind === 'downloaded' ? {} : { transferId }
  await queueMail(services, transaction, { ...content, ...about, kind: `file ${kind}`, to: owner.email, at })
}

const kinds = {
  'transfer.downloaded': 'downloaded',
  'transfer.expiring': 'expiring',
  'transfer.expired': 'expired',
} as const

/**
 * Downloads add up; a transfer expires soon once for each end it gets, and expires once. A repeated event is unread again.
 * @returns whether it is the first download, or the first notice of an end
 */
async function recordNotification(
  transaction: Database,
  { kind, at, payload }: TransferEvent,
  { userId, transferId, linkId }: { userId: string; transferId: string; linkId: string },
): Promise<boolean> {
  const insertion = transaction.insertInto('notifications').values({
    id: newId(),
    user_id: userId,
    transfer_id: transferId,
    link_id: linkId,
    kind: kinds[kind],
    filename: payload.filename,
    times: 1,
    happened_at: at,
    read_at: null,
  })
  const recorded = await insertion
    .onConflict((conflict) => {
      const same = conflict.columns(['transfer_id', 'kind'])
      if (kind === 'transfer.expired') return same.doNothing()
      return same.doUpdateSet(({ eb }) => ({
        times: eb('notifications.times', '+', kind === 'transfer.downloaded' ? 1 : 0),
        link_id: linkId,
        happened_at: at,
        read_at: null,
      }))
    })
    .returning('times')
    .executeTakeFirst()
  return recorded?.times === 1
}
