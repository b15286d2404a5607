import { useQueryClient } from '@tanstack/react-query'
import { ApiError } from '#client/api-error.ts'
import type { OwnFile } from '#contract/files.ts'
import { client } from '../../api/client.ts'
import { filesKey, statsQuery } from '../../api/queries.ts'
import { failureWithReason } from '../../failure-text.ts'
import { t } from '../../i18n/t.ts'
import { closeWithNews } from '../../ui/close-with-news.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'

const gone = ['FILE_NOT_FOUND', 'FILE_EXPIRED', 'FILE_DELETED']

/** Asks whether a file of one's own shall go, and deletes it. */
export function DeleteFile({ file, onClose }: { file: OwnFile; onClose: () => void }) {
  const queries = useQueryClient()
  async function remove() {
    try {
      await client.call('deleteFile', { params: { id: file.id } })
    } catch (error) {
      const isGone = error instanceof ApiError && gone.includes(error.code)
      if (!isGone) return failureWithReason(error, 'files.deleteFailed')
    }
    await Promise.all([
      queries.invalidateQueries({ queryKey: filesKey }),
      queries.invalidateQueries(statsQuery),
    ])
    closeWithNews(onClose, 'main', t('files.deleted', { name: file.filename }))
    return undefined
  }
  return (
    <ConfirmDialog
      title={t('deletion.deleteNamed', { name: file.filename })}
      text={t('deletion.whatHappens')}
      action={t('deletion.deleteFile')}
      busyAction={t('deletion.deleting')}
      onConfirm={remove}
      onClose={onClose}
    />
  )
}
