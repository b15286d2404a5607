import type { Language } from '#contract/languages.ts'
import { newId } from '#crypto/random-id.ts'
import type { Database, NotificationsRow, TransfersRow } from '#server/platform/database/database.ts'
import type { Services } from '#server/platform/services.ts'
import { type FileEvent, fileNoticeMail } from '../mail/file-notice.ts'
import type { MailContent } from '../mail/lay-out-mail.ts'
import { mailSite } from '../mail/mail-site.ts'
import { queueMail } from '../mail/queue-mail.ts'
import { textsIn } from '../mail/texts-in.ts'

type Kind = NotificationsRow['kind']

/** A transfer as it was when it happened. */
export type ConcernedTransfer = Pick<
  TransfersRow,
  'id' | 'owner_id' | 'name' | 'expires_at' | 'delete_after_download'
>

/**
 * Tells the owner of a file what happened to it: in the portal each time, by mail the first time and if they want such
 * mails. Within the transaction in which it happens, either all of it holds or nothing. Call deliverSoon once that is
 * committed. Of a file without an owner, or whose owner has been erased, nobody is told.
 */
export async function notifyOwner(
  services: Pick<Services, 'config' | 'clock'>,
  transaction: Database,
  transfer: ConcernedTransfer,
  kind: Kind,
): Promise<void> {
  if (transfer.owner_id === null) return
  const owner = await transaction
    .selectFrom('users')
    .select(['email', 'language', 'wants_notifications', 'is_active'])
    .where('id', '=', transfer.owner_id)
    .executeTakeFirst()
  if (!owner) return
  const now = services.clock.now()
  const row = { user_id: transfer.owner_id, transfer_id: transfer.id, kind, name: transfer.name, happened_at: now }
  const { times } = await transaction
    .insertInto('notifications')
    .values({ ...row, id: newId(), times: 1, read_at: null })
    .onConflict((conflict) =>
      conflict.columns(['transfer_id', 'kind']).doUpdateSet(({ eb }) => ({
        times: eb('notifications.times', '+', 1),
        happened_at: now,
        read_at: null,
      })),
    )
    .returning('times')
    .executeTakeFirstOrThrow()
  const wantsMail = owner.wants_notifications === 1 && owner.is_active === 1
  if (times > 1 || kind === 'expired' || !wantsMail) return
  // That a file was downloaded stays true when it is gone; that it will expire does not.
  const about = kind === 'expiring' ? { transferId: transfer.id } : {}
  const content = noticeOf(services, transfer, kind, owner.language)
  await queueMail(transaction, { ...content, ...about, kind: `file ${kind}`, to: owner.email }, now)
}

function noticeOf(
  { config }: Pick<Services, 'config'>,
  transfer: ConcernedTransfer,
  event: FileEvent,
  language: Language | null,
): MailContent {
  return fileNoticeMail(
    {
      event,
      filename: transfer.name,
      expiresAt: transfer.expires_at,
      deleted: event === 'downloaded' && transfer.delete_after_download === 1,
      url: `${config.publicUrl}/portal`,
      ...mailSite({ config }),
    },
    textsIn(language),
  )
}
