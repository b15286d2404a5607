import { useQueryClient } from '@tanstack/react-query'
import { ApiError } from '#client/api-error.ts'
import type { OwnRequest } from '#contract/requests/requests.ts'
import { client } from '#web/accounts/client.ts'
import { navigate } from '#web/app/router/history.ts'
import { paths } from '#web/app/router/paths.ts'
import { t } from '#web/i18n/t.ts'
import { ConfirmDialog } from '#web/ui/dialogs/confirm-dialog.tsx'
import { failureText } from '#web/ui/messages/failure-text.ts'
import { showToast } from '#web/ui/messages/toast.ts'
import { requestsKey } from './queries.ts'

/** Asks before a request goes for good. What has arrived stays among the files. */
export function DeleteRequest({ request, onDone }: { request: OwnRequest; onDone: () => void }) {
  const queries = useQueryClient()
  async function remove(): Promise<string | undefined> {
    try {
      await client.call('deleteRequest', { params: { id: request.id } })
    } catch (error) {
      const isGone = error instanceof ApiError && error.code === 'REQUEST_NOT_FOUND'
      if (!isGone) return failureText(error, 'requests.notDeleted')
    }
    onDone()
    navigate(paths.portalRequests)
    showToast('success', t('requests.isDeleted'))
    await queries.invalidateQueries({ queryKey: requestsKey })
    return undefined
  }
  return (
    <ConfirmDialog
      title={t('requests.deleteNamed', { name: request.title })}
      text={t('requests.deleteText')}
      action={t('requests.delete')}
      busyAction={t('requests.deleting')}
      onConfirm={remove}
      onClose={onDone}
    />
  )
}
