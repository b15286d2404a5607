import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError } from '#client/api-error.ts'
import type { OwnRequest } from '#contract/requests/requests.ts'
import { client } from '#web/accounts/client.ts'
import { t } from '#web/i18n/t.ts'
import { rememberPlace } from '#web/router/history.ts'
import { useSingleFlight } from '#web/ui/controls/button.tsx'
import { ConfirmDialog } from '#web/ui/dialogs/confirm-dialog.tsx'
import { FormDialog } from '#web/ui/dialogs/form-dialog.tsx'
import { closeAndNotify } from '#web/ui/dialogs/use-modal.ts'
import { failureText } from '#web/ui/messages/failure-text.ts'
import { requestsKey } from './queries.ts'

/** Asks before a request is closed. It can be opened again with a later date. */
export function CloseRequest({ request, onDone }: { request: OwnRequest; onDone: () => void }) {
  const queries = useQueryClient()
  const [problem, setProblem] = useState<string>()
  const [close, busy] = useSingleFlight(async () => {
    try {
      await client.call('closeRequest', { params: { id: request.id } })
    } catch (error) {
      return setProblem(failureText(error, 'requests.notClosed'))
    }
    await queries.invalidateQueries({ queryKey: requestsKey })
    closeAndNotify(onDone, 'main', t('requests.isClosed'))
  })
  return (
    <FormDialog
      title={t('requests.closeNamed', { name: request.title })}
      describedBy="close-request"
      action={t('requests.close')}
      busyAction={t('requests.closing')}
      busy={busy}
      problem={problem}
      onSubmit={(event) => {
        event.preventDefault()
        close()
      }}
      onClose={onDone}
    >
      <p id="close-request">{t('requests.closeText')}</p>
    </FormDialog>
  )
}

type Props = {
  request: OwnRequest
  /** It is gone, before it is looked up again, and one is still on the page where it was asked. */
  onDeleted?: () => void
  onDone: () => void
}

/** Deletes a request for good, after a confirmation. Received uploads stay among the files. */
export function DeleteRequest({ request, onDeleted, onDone }: Props) {
  const queries = useQueryClient()
  async function remove(): Promise<string | undefined> {
    const isHere = rememberPlace()
    try {
      await client.call('deleteRequest', { params: { id: request.id } })
    } catch (error) {
      const isGone = error instanceof ApiError && error.code === 'REQUEST_NOT_FOUND'
      if (!isGone) return failureText(error, 'requests.notDeleted')
    }
    closeAndNotify(onDone, 'main', t('requests.isDeleted'))
    if (isHere()) onDeleted?.()
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
