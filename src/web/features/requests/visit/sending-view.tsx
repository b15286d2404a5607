import type { PublicRequest } from '#contract/requests/requests.ts'
import type { ServiceConfig } from '#contract/service.ts'
import { t } from '#web/i18n/t.ts'
import type { RunningTransfer } from '#web/transfers/engine/state/transfer-state.ts'
import { ProgressView } from '#web/transfers/ui/progress/progress-view.tsx'
import { FocusedHeading } from '#web/ui/page/title.tsx'
import { visitOf } from './sending/visit-store.ts'

type Props = { request: PublicRequest; transfer: RunningTransfer; scanner: ServiceConfig['scanner'] }

/** The running upload to a request. If it is encrypted for the request's owner, the step that does so says that. */
export function SendingView({ request, transfer, scanner }: Props) {
  const { id, requester: name, lock } = request
  return (
    <ProgressView
      transfer={transfer}
      scanner={scanner}
      engine={visitOf(id)}
      heading={
        <FocusedHeading className="section-title">
          {t('visit.sending', { count: transfer.files, name })}
        </FocusedHeading>
      }
      says={{ leaving: 'visit.keepOpen', arrived: 'visit.yourPartIsDone' }}
      stepText={(key) =>
        lock === 'key' && key.startsWith('step.encrypting') ? t('visit.locking', { name }) : undefined
      }
    />
  )
}
