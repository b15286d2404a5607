import './visit.css'
import { useEffect, useEffectEvent, useState } from 'react'
import { t } from '#web/i18n/t.ts'
import { useParams } from '#web/router/routes.tsx'
import { useServiceConfig } from '#web/service/service-config.ts'
import { failureWithReason } from '#web/ui/messages/failure-text.ts'
import { LoadingBox } from '#web/ui/page/loading-box.tsx'
import { useDocumentTitle } from '#web/ui/page/title.tsx'
import { AskView } from './ask/ask-view.tsx'
import { ClosedView } from './closed-view.tsx'
import { MissingView } from './missing-view.tsx'
import { useRequest } from './sending/use-request.ts'
import { useVisit } from './sending/use-visit.ts'
import { visitOf } from './sending/visit-store.ts'
import { SendingView } from './sending-view.tsx'
import { ReceivedView } from './sent/received-view.tsx'

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
