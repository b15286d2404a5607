import { useQueryClient } from '@tanstack/react-query'
import type { RequestUpload } from '#contract/requests/requests.ts'
import { client } from '#web/accounts/client.ts'
import { t } from '#web/i18n/t.ts'
import { filesKey, statsQuery } from '#web/service/queries.ts'
import { isGone } from '#web/transfers/store/is-gone.ts'
import { ConfirmDialog } from '#web/ui/dialogs/confirm-dialog.tsx'
import { closeAndNotify } from '#web/ui/dialogs/use-modal.ts'
import { failureText } from '#web/ui/messages/failure-text.ts'
import { requestsKey } from '../queries.ts'

/** Asks before an upload goes for good. */
export function DeleteUpload({ upload, onDone }: { upload: RequestUpload; onDone: () => void }) {
  const queries = useQueryClient()
  const name = upload.name ?? upload.email ?? upload.reference
  async function remove(): Promise<string | undefined> {
    try {
      await client.call('deleteTransfer', { params: { ref: upload.ref } })
    } catch (error) {
      if (!isGone(error)) return failureText(error, 'requests.uploadNotDeleted')
    }
    await Promise.all([
      queries.invalidateQueries({ queryKey: requestsKey }),
      queries.invalidateQueries({ queryKey: filesKey }),
      queries.invalidateQueries(statsQuery),
    ])
    closeAndNotify(onDone, 'arrived-title', t('requests.uploadDeleted', { reference: upload.reference }))
    return undefined
  }
  return (
    <ConfirmDialog
      title={t('requests.deleteUploadOf', { name })}
      text={t('requests.deleteUploadText', { count: upload.fileCount })}
      action={t('requests.deleteUpload')}
      busyAction={t('requests.deleting')}
      onConfirm={remove}
      onClose={onDone}
    />
  )
}
