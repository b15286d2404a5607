import type { Language } from '#contract/languages.ts'
import { newId } from '#crypto/random-id.ts'
import type { Database, FilesRow, NotificationsRow } from '#server/platform/database/database.ts'
import type { Services } from '#server/platform/services.ts'
import { type FileEvent, fileNoticeMail } from '../mail/file-notice.ts'
import type { MailContent } from '../mail/lay-out-mail.ts'
import { mailSite } from '../mail/mail-site.ts'
import { queueMail } from '../mail/queue-mail.ts'
import { textsIn } from '../mail/texts-in.ts'

type Kind = NotificationsRow['kind']

/** A file as it was when it happened. */
export type ConcernedFile = Pick<
  FilesRow,
  'id' | 'owner_id' | 'filename' | 'expires_at' | 'delete_after_download'
>

/**
 * Tells the owner of a file what happened to it: in the portal each time, by mail the first time and if they want such
 * mails. Within the transaction in which it happens, either all of it holds or nothing. Call deliverSoon once that is
 * committed. Of a file without an owner, or whose owner has been erased, nobody is told.
 */
export async function notifyOwner(
  services: Pick<Services, 'config' | 'clock'>,
  transaction: Database,
  file: ConcernedFile,
  kind: Kind,
): Promise<void> {
  if (file.owner_id === null) return
  const owner = await transaction
    .selectFrom('users')
    .select(['email', 'language', 'wants_notifications', 'is_active'])
    .where('id', '=', file.owner_id)
    .executeTakeFirst()
  if (!owner) return
  const now = services.clock.now()
  const row = { user_id: file.owner_id, file_id: file.id, kind, filename: file.filename, happened_at: now }
  const { times } = await transaction
    .insertInto('notifications')
    .values({ ...row, id: newId(), times: 1, read_at: null })
    .onConflict((conflict) =>
      conflict.columns(['file_id', 'kind']).doUpdateSet(({ eb }) => ({
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
  const about = kind === 'expiring' ? { fileId: file.id } : {}
  const content = noticeOf(services, file, kind, owner.language)
  await queueMail(transaction, { ...content, ...about, kind: `file ${kind}`, to: owner.email }, now)
}

function noticeOf(
  { config }: Pick<Services, 'config'>,
  file: ConcernedFile,
  event: FileEvent,
  language: Language | null,
): MailContent {
  return fileNoticeMail(
    {
      event,
      filename: file.filename,
      expiresAt: file.expires_at,
      deleted: event === 'downloaded' && file.delete_after_download === 1,
      url: `${config.publicUrl}/portal`,
      ...mailSite({ config }),
    },
    textsIn(language),
  )
}
