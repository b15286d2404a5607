import './requests.css'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { OwnRequest } from '#contract/requests/requests.ts'
import { endOfLife } from '#web/i18n/format/format.ts'
import { t } from '#web/i18n/t.ts'
import { paths } from '#web/router/paths.ts'
import { defineSearch } from '#web/router/search.ts'
import { useSearch } from '#web/router/use-search.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { closeOwn } from '#web/ui/dialogs/use-modal.ts'
import { PanelIcon } from '#web/ui/icons/panel-icon.tsx'
import { Pager, useClampedPage } from '#web/ui/lists/list-controls.tsx'
import { WaitingRows } from '#web/ui/lists/waiting-rows.tsx'
import { Link } from '#web/ui/page/link.tsx'
import { PortalProblem } from '#web/ui/page/problems.tsx'
import { useDocumentTitle } from '#web/ui/page/title.tsx'
import { clockNow } from '#web/ui/time/clock.ts'
import { CloseRequest, DeleteRequest } from './end-request.tsx'
import { ownConfigQuery, requestsQuery } from './queries.ts'
import { RequestsTable } from './requests-table.tsx'

const pageSize = 20
const requestsSearch = defineSearch((query) => ({ page: query.count('page') }))

/** All file requests of the account: their received uploads, and until when they are open. */
export default function RequestsPage() {
  useDocumentTitle(t('portal.requests'))
  const [{ page }, change] = useSearch(requestsSearch)
  const goTo = (next: number) => change({ page: next })
  const [closing, setClosing] = useState<OwnRequest>()
  const [toDelete, setToDelete] = useState<OwnRequest>()
  const { data, isError, isPlaceholderData, refetch } = useQuery({
    ...requestsQuery({ page, pageSize }),
    placeholderData: keepPreviousData,
  })
  const { data: config, isError: failedConfig } = useQuery(ownConfigQuery)
  useClampedPage(page, isPlaceholderData ? undefined : data, goTo)
  // The list comes with the note above it, which would move it.
  const isThere = data !== undefined && (config !== undefined || failedConfig)
  if (isError && !data) return <PortalProblem onRetry={() => void refetch()} />
  const hindrance = hindranceText(config?.requests ?? undefined, data?.open ?? 0)
  const create = <NewRequest hindrance={hindrance} />
  return (
    <div className="stack">
      <div className="bar-row between">
        <h1>{t('portal.requests')}</h1>
        {data?.total !== 0 && create}
      </div>
      <p className="muted requests-about">{t('requests.about')}</p>
      {isThere && hindrance !== undefined && (
        <p className="note" id="no-new-request">
          <PanelIcon name="inbox" />
          {hindrance}
        </p>
      )}
      {isThere ? (
        <section key="list" className="card clip" aria-label={t('portal.requests')}>
          {data.total === 0 ? (
            <div className="empty">
              <p>{t('requests.none')}</p>
              {create}
            </div>
          ) : (
            <>
              <RequestsTable requests={data.requests} onClose={setClosing} onDelete={setToDelete} />
              {data.total > pageSize && (
                <Pager page={page} pageSize={pageSize} total={data.total} onPage={goTo} />
              )}
            </>
          )}
        </section>
      ) : (
        <section key="waiting" className="card clip" aria-label={t('portal.requests')}>
          <WaitingRows rows={4} />
        </section>
      )}
      <p className="hint" role="status">
        {data && t('requests.count', { count: data.total, open: data.open })}
      </p>
      {closing && <CloseRequest request={closing} onDone={closeOwn(closing, setClosing)} />}
      {toDelete && <DeleteRequest request={toDelete} onDone={closeOwn(toDelete, setToDelete)} />}
    </div>
  )
}

function NewRequest({ hindrance }: { hindrance: string | undefined }) {
  const inside = (
    <>
      <PanelIcon name="plus" />
      {t('requests.new')}
    </>
  )
  if (hindrance === undefined)
    return (
      <Link className="btn btn-primary" to={paths.newRequest}>
        {inside}
      </Link>
    )
  return (
    <Button variant="primary" disabled aria-describedby="no-new-request">
      {inside}
    </Button>
  )
}

/** Why no request can be made now, if so. */
function hindranceText(
  limits: { open: number; allowedFrom: string | null } | undefined,
  open: number,
): string | undefined {
  if (!limits) return undefined
  if (limits.allowedFrom !== null)
    return t('requests.allowedFrom', { when: endOfLife(Date.parse(limits.allowedFrom), clockNow()) })
  return open >= limits.open ? t('requests.tooMany', { count: limits.open }) : undefined
}
