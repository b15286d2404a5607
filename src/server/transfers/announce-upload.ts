import type { Announcement } from '#contract/files.ts'
import { fileSharedMail } from '#server/messaging/mail/file-shared.ts'
import { mailSite } from '#server/messaging/mail/mail-site.ts'
import { queueMail } from '#server/messaging/mail/queue-mail.ts'
import { textsIn } from '#server/messaging/mail/texts-in.ts'
import type { Database, FilesRow } from '#server/platform/database/database.ts'
import type { Services } from '#server/platform/services.ts'

type Announced = Pick<
  FilesRow,
  | 'id'
  | 'filename'
  | 'size'
  | 'expires_at'
  | 'encryption_method'
  | 'password_protected'
  | 'delete_after_download'
>

/**
 * Puts a mail with the file's link into the outbox for every address, once for each however often it is named. Within
 * the transaction that inserts the file, either all of it holds or nothing. Call deliverSoon once it is committed.
 */
export async function announceUpload(
  { config, clock }: Pick<Services, 'config' | 'clock'>,
  database: Database,
  file: Announced,
  announcements: readonly Announcement[],
): Promise<void> {
  const byAddress = new Map(announcements.map((one) => [one.email.toLowerCase(), one]))
  for (const { email, language, message, senderName } of byAddress.values()) {
    const content = fileSharedMail(
      {
        url: `${config.publicUrl}/download/${file.id}`,
        filename: file.filename,
        size: file.size,
        expiresAt: file.expires_at,
        passwordProtected: file.password_protected === 1,
        deleteAfterDownload: file.delete_after_download === 1,
        ownerOnly: file.encryption_method.startsWith('ml-kem') && file.password_protected === 0,
        senderName,
        message,
        ...mailSite({ config }),
      },
      textsIn(language),
    )
    await queueMail(database, { ...content, kind: 'file-shared', to: email, fileId: file.id }, clock.now())
  }
}
