import { notifyOwner } from '#server/messaging/notifications/notify-owner.ts'
import type { Services } from '#server/platform/services.ts'
import { endFile } from '../files-table.ts'

const batch = 200

/** Ends every file whose time is up, and tells its owner: nothing can open it when this resolves. */
export async function endExpired(services: Pick<Services, 'config' | 'database' | 'clock'>): Promise<void> {
  const { database, clock } = services
  for (;;) {
    const rows = await database
      .selectFrom('files')
      .select(['id', 'owner_id', 'filename', 'expires_at', 'delete_after_download'])
      .where('ended_at', 'is', null)
      .where('expires_at', '<=', clock.now())
      .orderBy('expires_at')
      .limit(batch)
      .execute()
    for (const file of rows) {
      await database.transaction().execute(async (transaction) => {
        if (await endFile(transaction, file.id, 'expired', clock.now()))
          await notifyOwner(services, transaction, file, 'expired')
      })
    }
    if (rows.length < batch) return
  }
}
