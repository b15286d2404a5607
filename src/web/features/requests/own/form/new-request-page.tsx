import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { client } from '#web/accounts/client.ts'
import { t } from '#web/i18n/t.ts'
import { navigate, rememberPlace } from '#web/router/history.ts'
import { pathWith } from '#web/router/match-path.ts'
import { paths } from '#web/router/paths.ts'
import { keysQuery } from '#web/service/queries.ts'
import { useShownLinks } from '#web/service/service-config.ts'
import { WaitingRows } from '#web/ui/lists/waiting-rows.tsx'
import { failureWithReason } from '#web/ui/messages/failure-text.ts'
import { showToast } from '#web/ui/messages/toast.ts'
import { BackLink } from '#web/ui/page/back-link.tsx'
import { PortalProblem } from '#web/ui/page/problems.tsx'
import { useDocumentTitle } from '#web/ui/page/title.tsx'
import { copyText } from '#web/ui/sharing/copy-field.tsx'
import { clockNow } from '#web/ui/time/clock.ts'
import { ownConfigQuery, requestsKey } from '../queries.ts'
import { linkOf } from '../request-link.ts'
import {
  type KeyDialogComponent,
  LockChoice,
  type RequestKeyDialogComponent,
  strongestOf,
} from './lock-choice.tsx'
import {
  allowedLocks,
  bytesLimitOf,
  fieldsOf,
  longestOpen,
  newDraft,
  type RequestDraft,
} from './request-draft.ts'
import { RequestForm } from './request-form.tsx'

/** Makes a file request: a title is enough. */
export default function NewRequestPage({
  KeyDialog,
  RequestKeyDialog,
}: {
  KeyDialog: KeyDialogComponent
  RequestKeyDialog: RequestKeyDialogComponent
}) {
  const queries = useQueryClient()
  const links = useShownLinks()
  const [now] = useState(clockNow)
  const config = useQuery(ownConfigQuery)
  const keys = useQuery(keysQuery)
  useDocumentTitle(t('requests.new'))

  async function create(draft: RequestDraft): Promise<string | undefined> {
    const isHere = rememberPlace()
    try {
      const { request } = await client.call('createRequest', {
        body: {
          ...fieldsOf(draft),
          bytesLimit: bytesLimitOf(draft),
          password: draft.password === '' ? null : draft.password,
          lock: draft.lock,
        },
      })
      // Copies only while the page is open: people who have left it may have copied something else.
      const link = linkOf(request, links.shown(request.url))
      const copied = isHere() && link?.isWhole === true && (await copyText(link.link))
      await queries.invalidateQueries({ queryKey: requestsKey })
      if (isHere()) navigate(pathWith(paths.portalRequest, { id: request.id }), { replace: true })
      showToast('success', t(copied ? 'requests.createdAndCopied' : 'requests.created'))
      return undefined
    } catch (error) {
      return failureWithReason(error, 'requests.notCreated')
    }
  }
  const failed = (config.isError && !config.data) || (keys.isError && !keys.data)
  if (failed)
    return (
      <PortalProblem
        onRetry={() => {
          void config.refetch()
          void keys.refetch()
        }}
      />
    )
  return (
    <div className="stack">
      <div>
        <BackLink to={paths.portalRequests}>{t('portal.requests')}</BackLink>
      </div>
      <h1>{t('requests.new')}</h1>
      {config.data && keys.data ? (
        <RequestForm
          label={t('requests.new')}
          config={config.data}
          start={newDraft(config.data, {
            now,
            longest: longestOpen(config.data),
            hasKey: strongestOf(keys.data) !== undefined,
          })}
          now={now}
          hasPassword={false}
          isNew
          action={t('requests.create')}
          busyAction={t('requests.creating')}
          back={paths.portalRequests}
          lock={(form) => (
            <LockChoice
              form={form}
              allowed={allowedLocks(config.data)}
              KeyDialog={KeyDialog}
              RequestKeyDialog={RequestKeyDialog}
            />
          )}
          onSave={create}
        />
      ) : (
        <div className="card">
          <WaitingRows rows={8} />
        </div>
      )}
    </div>
  )
}
