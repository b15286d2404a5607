import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { OwnRequest } from '#contract/requests/requests.ts'
import { client } from '#web/accounts/client.ts'
import { t } from '#web/i18n/t.ts'
import { useSingleFlight } from '#web/ui/controls/use-single-flight.ts'
import { FormDialog } from '#web/ui/dialogs/form-dialog.tsx'
import { closeAndNotify } from '#web/ui/dialogs/use-modal.ts'
import { failureText } from '#web/ui/messages/failure-text.ts'
import { requestsKey } from './queries.ts'

/** Asks before a request takes nothing any more. It can be opened again with a later date. */
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
