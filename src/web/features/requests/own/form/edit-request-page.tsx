import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { OwnRequest } from '#contract/requests/requests.ts'
import { client } from '#web/accounts/client.ts'
import { t } from '#web/i18n/t.ts'
import { navigate, rememberPlace } from '#web/router/history.ts'
import { pathWith } from '#web/router/match-path.ts'
import { paths } from '#web/router/paths.ts'
import { useParams } from '#web/router/routes.tsx'
import { WaitingRows } from '#web/ui/lists/waiting-rows.tsx'
import { failureWithReason } from '#web/ui/messages/failure-text.ts'
import { showToast } from '#web/ui/messages/toast.ts'
import { BackLink } from '#web/ui/page/back-link.tsx'
import { PortalProblem } from '#web/ui/page/problems.tsx'
import { useDocumentTitle } from '#web/ui/page/title.tsx'
import { clockNow } from '#web/ui/time/clock.ts'
import { ownConfigQuery, requestQuery, requestsKey } from '../queries.ts'
import { lockText } from '../request-text.ts'
import { bytesLimitOf, draftOf, fieldsOf, type RequestDraft } from './request-draft.ts'
import { RequestForm } from './request-form.tsx'

/** Changes a request that is there; a later date opens one that has ended. */
export default function EditRequestPage() {
  const { id = '' } = useParams()
  const queries = useQueryClient()
  const [now] = useState(clockNow)
  const config = useQuery(ownConfigQuery)
  const found = useQuery(requestQuery(id, { page: 1, pageSize: 1 }))
  const back = pathWith(paths.portalRequest, { id })
  useDocumentTitle(t('requests.editTitle'))

  async function save(draft: RequestDraft, before: OwnRequest): Promise<string | undefined> {
    const isHere = rememberPlace()
    const password = draft.removePassword ? null : draft.password === '' ? undefined : draft.password
    try {
      await client.call('updateRequest', {
        params: { id },
        body: {
          ...fieldsOf(draft),
          bytesLimit: bytesLimitOf(draft, before.bytesLimit),
          ...(password !== undefined && { password }),
        },
      })
    } catch (error) {
      return failureWithReason(error, 'requests.notSaved')
    }
    await queries.invalidateQueries({ queryKey: requestsKey })
    if (isHere()) navigate(back, { replace: true })
    showToast('success', t('requests.saved'))
    return undefined
  }
  const failed = (config.isError && !config.data) || (found.isError && !found.data)
  if (failed)
    return (
      <PortalProblem
        onRetry={() => {
          void config.refetch()
          void found.refetch()
        }}
      />
    )
  const request = found.data?.request
  return (
    <div className="stack">
      <div>
        <BackLink to={back}>{request?.title ?? t('portal.requests')}</BackLink>
      </div>
      <h1>{t('requests.editTitle')}</h1>
      {config.data && request ? (
        <RequestForm
          label={t('requests.editTitle')}
          config={config.data}
          start={draftOf(request)}
          now={now}
          hasPassword={request.hasPassword}
          isNew={false}
          action={t('requests.save')}
          busyAction={t('requests.saving')}
          back={back}
          lock={() => (
            <p className="hint">
              {t(lockText[request.lock])}. {t('requests.lockStays')}
            </p>
          )}
          onSave={(draft) => save(draft, request)}
        />
      ) : (
        <div className="card">
          <WaitingRows rows={8} />
        </div>
      )}
    </div>
  )
}
