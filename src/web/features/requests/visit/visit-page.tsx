import './visit.css'
import { useEffect, useEffectEvent, useState } from 'react'
import type { PublicRequest } from '#contract/requests/requests.ts'
import type { ServiceConfig } from '#contract/service.ts'
import { t } from '#web/i18n/t.ts'
import { useParams } from '#web/router/routes.tsx'
import { useServiceConfig } from '#web/service/service-config.ts'
import type { RunningTransfer } from '#web/transfers/engine/state/transfer-state.ts'
import { ProgressView } from '#web/transfers/ui/progress/progress-view.tsx'
import { failureWithReason } from '#web/ui/messages/failure-text.ts'
import { LoadingBox } from '#web/ui/page/loading-box.tsx'
import { FocusedHeading, useDocumentTitle } from '#web/ui/page/title.tsx'
import { AskView } from './ask/ask-view.tsx'
import { ClosedView, MissingView } from './closed-view.tsx'
import { ReceivedView } from './received-view.tsx'
import { useRequest } from './sending/use-request.ts'
import { useVisit, visitOf } from './sending/visit-store.ts'

/** Page of a file request: the files asked for, and one box to put them in. */
export default function VisitPage() {
  const { id = '' } = useParams()
  return <VisitTo key={id} id={id} />
}

function VisitTo({ id }: { id: string }) {
  const { state, reload } = useRequest(id)
  const { transfer, received } = useVisit(id)
  const config = useServiceConfig()
  const [cameBack, setCameBack] = useState(false)
  function addMore() {
    setCameBack(true)
    visitOf(id).addMore()
  }
  const refresh = useEffectEvent(() => void reload())
  const reference = received?.reference
  useEffect(() => {
    if (reference !== undefined) refresh()
  }, [reference])
  useDocumentTitle(state.phase === 'ready' ? state.request.title : t('visit.title'))
  switch (state.phase) {
    case 'loading':
      return <LoadingBox />
    case 'missing':
      return <MissingView text={t('code.REQUEST_NOT_FOUND')} onRetry={undefined} />
    case 'unreachable':
      return <MissingView text={failureWithReason(state.error, 'visit.notLoaded')} onRetry={reload} />
    case 'ready': {
      const { request, sent } = state
      const parts = { request, sent }
      if (transfer.step === 'uploading')
        return <SendingView request={request} transfer={transfer} scanner={config.scanner} />
      if (received) return <ReceivedView {...parts} upload={received} onAddMore={addMore} />
      // A ticket that was taken in time is good for some hours more, unless nothing is left.
      if (request.state === 'full' || (request.state === 'ended' && !visitOf(id).ticket.isHeld()))
        return <ClosedView {...parts} />
      return <AskView {...parts} cameBack={cameBack} onEnded={reload} />
    }
  }
}

type Props = { request: PublicRequest; transfer: RunningTransfer; scanner: ServiceConfig['scanner'] }

/** The running upload to a request. If it is encrypted for the request's owner, the step that does so says that. */
function SendingView({ request, transfer, scanner }: Props) {
  const { id, requester: name, lock } = request
  const sealed = lock === 'browser'
  return (
    <ProgressView
      transfer={transfer}
      scanner={sealed ? 'off' : scanner}
      engine={visitOf(id)}
      heading={
        <FocusedHeading className="section-title">
          {t('visit.sending', { count: transfer.files, name })}
        </FocusedHeading>
      }
      says={{
        leaving: t('visit.keepOpen'),
        arrived: t(sealed ? 'visit.yourPartIsDoneSealed' : 'visit.yourPartIsDone'),
      }}
      stepText={(key) =>
        lock === 'key' && key.startsWith('step.encrypting') ? t('visit.locking', { name }) : undefined
      }
    />
  )
}
