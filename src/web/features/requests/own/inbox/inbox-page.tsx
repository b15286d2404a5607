import '../requests.css'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError } from '#client/api-error.ts'
import type { OwnRequest, RequestUpload } from '#contract/requests/requests.ts'
import { t } from '#web/i18n/t.ts'
import { navigate } from '#web/router/history.ts'
import { paths } from '#web/router/paths.ts'
import { useParams } from '#web/router/routes.tsx'
import { defineSearch } from '#web/router/search.ts'
import { useSearch } from '#web/router/use-search.ts'
import { useShownLinks } from '#web/service/service-config.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { closeOwn } from '#web/ui/dialogs/use-modal.ts'
import { Icon } from '#web/ui/icons/icon.tsx'
import { Pager, useClampedPage } from '#web/ui/lists/list-controls.tsx'
import { WaitingRows } from '#web/ui/lists/waiting-rows.tsx'
import { BackLink } from '#web/ui/page/back-link.tsx'
import { PortalProblem } from '#web/ui/page/problems.tsx'
import { useDocumentTitle } from '#web/ui/page/title.tsx'
import { CopyButton } from '#web/ui/sharing/copy-field.tsx'
import { CloseRequest, DeleteRequest } from '../end-request.tsx'
import { requestQuery } from '../queries.ts'
import { linkOf } from '../request-link.ts'
import { ArrivedTable, DeleteUpload } from './arrived-table.tsx'
import { DownloadAll } from './download-all.tsx'
import { InboxBox } from './inbox-box.tsx'
import { KeySlip } from './key-slip.tsx'

const pageSize = 20
const inboxSearch = defineSearch((query) => ({ page: query.count('page') }))

/** Received uploads of one file request, and their actions. */
export default function InboxPage() {
  const { id = '' } = useParams()
  const [{ page }, change] = useSearch(inboxSearch)
  const goTo = (next: number) => change({ page: next })
  const { data, error, isPlaceholderData, refetch } = useQuery({
    ...requestQuery(id, { page, pageSize }),
    placeholderData: keepPreviousData,
  })
  useClampedPage(page, isPlaceholderData ? undefined : data, goTo)
  const isMissing = error instanceof ApiError && (error.status === 404 || error.status === 400)
  return (
    <div className="stack">
      <div>
        <BackLink to={paths.portalRequests}>{t('portal.requests')}</BackLink>
      </div>
      {isMissing ? (
        <Missing />
      ) : data ? (
        <Inbox
          request={data.request}
          uploads={data.request.uploads}
          total={data.total}
          page={page}
          goTo={goTo}
        />
      ) : error ? (
        <PortalProblem onRetry={() => void refetch()} />
      ) : (
        <div className="card">
          <WaitingRows rows={4} />
        </div>
      )}
    </div>
  )
}

function Missing() {
  useDocumentTitle(t('requests.missing'))
  return (
    <div className="stack-s" role="alert">
      <h1>{t('requests.missing')}</h1>
      <p>{t('requests.missingText')}</p>
    </div>
  )
}

type Props = {
  request: OwnRequest
  uploads: readonly RequestUpload[]
  total: number
  page: number
  goTo: (page: number) => void
}

function Inbox({ request, uploads, total, page, goTo }: Props) {
  const [doing, setDoing] = useState<'close' | 'delete'>()
  const [toDelete, setToDelete] = useState<RequestUpload>()
  const done = closeOwn(doing, setDoing)
  useDocumentTitle(request.title)
  const link = linkOf(request, useShownLinks().shown(request.url))
  return (
    <div className="stack inbox">
      <div>
        <InboxBox request={request} />
        {request.lock !== 'none' && <KeySlip request={request} />}
      </div>
      <section className="card clip" aria-labelledby="arrived-title">
        <div className="head-row">
          <h2 id="arrived-title" tabIndex={-1}>
            {t('requests.arrived')}
          </h2>
          {total > 0 && request.lock !== 'browser' && (
            <DownloadAll request={request} locked={uploads.some(({ locked }) => locked)} />
          )}
        </div>
        {total === 0 ? (
          <div className="empty">
            <p>{t(request.state === 'ended' ? 'requests.nothingArrived' : 'requests.nothingYet')}</p>
            {request.state !== 'ended' && link && (
              <CopyButton value={link.link} word={t('requests.copyLink')} variant="primary" />
            )}
          </div>
        ) : (
          <>
            <ArrivedTable uploads={uploads} isSealed={request.lock === 'browser'} onDelete={setToDelete} />
            {total > pageSize && <Pager page={page} pageSize={pageSize} total={total} onPage={goTo} />}
          </>
        )}
      </section>
      {!request.isDisabled && (
        <section className="bar-row between requests-end" aria-label={t('requests.ending')}>
          <p className="small muted">
            {t(request.state === 'ended' ? 'requests.deleteText' : 'requests.closeText')}
          </p>
          {request.state !== 'ended' && (
            <Button variant="quiet" onClick={() => setDoing('close')}>
              {t('requests.close')}
            </Button>
          )}
          <Button variant="quiet-danger" onClick={() => setDoing('delete')}>
            <Icon name="bin" />
            {t('requests.delete')}
          </Button>
        </section>
      )}
      {doing === 'close' && <CloseRequest request={request} onDone={done} />}
      {doing === 'delete' && (
        <DeleteRequest request={request} onDeleted={() => navigate(paths.portalRequests)} onDone={done} />
      )}
      {toDelete && <DeleteUpload upload={toDelete} onDone={closeOwn(toDelete, setToDelete)} />}
    </div>
  )
}
