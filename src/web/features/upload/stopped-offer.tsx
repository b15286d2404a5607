import './options/options-panel.css'
import { useEffect, useRef } from 'react'
import { t } from '#web/i18n/t.ts'
import type { Stopped } from '#web/transfers/engine/resumable/ask-stopped.ts'
import { stoppedJob } from '#web/transfers/engine/stopped-job.ts'
import type { TransferOptions } from '#web/transfers/engine/transfer-options.ts'
import type { Selection } from '#web/transfers/selection/selection.ts'
import { transfers } from '#web/transfers/store/store.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Icon } from '#web/ui/icons/icon.tsx'
import { announce } from '#web/ui/messages/announce.tsx'
import { Problems } from './options/send-bar.tsx'

export type StoppedOfferProps = {
  stopped: Stopped
  selection: Selection
  /** Those chosen since, which have no effect on it. */
  options: TransferOptions
  config: Parameters<typeof stoppedJob>[3]
  problems: readonly string[]
  /** The selection is about to be another. */
  blocked: boolean
  /** Whether the upload ended on this page just now; the offer then takes the focus. */
  cameBack: boolean
  onStartOver: () => void
}

/** In place of the options, which are settled: the selection was on its way before and can go on. */
export default function StoppedOffer({
  stopped,
  problems,
  blocked,
  cameBack,
  onStartOver,
  ...chosen
}: StoppedOfferProps) {
  const { selection, options, config } = chosen
  const { percent, upload } = stopped
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (cameBack) button.current?.focus()
    else announce(t('stopped.title'))
  }, [cameBack])
  return (
    <section className="card opts" aria-labelledby="stopped-title">
      <div className="group">
        <h2 className="section-title" id="stopped-title">
          {t('stopped.title')}
        </h2>
        <p>{t('stopped.text', { percent })}</p>
      </div>
      <div className="go">
        <Problems texts={problems} />
        <Button
          ref={button}
          variant="primary"
          large
          wide
          disabled={blocked}
          onClick={() => transfers.continueStopped(stoppedJob(selection, options, upload, config))}
        >
          <Icon name="upload" />
          {t('stopped.continue')}
        </Button>
        <Button variant="quiet" onClick={onStartOver}>
          {t('stopped.startOver')}
        </Button>
      </div>
    </section>
  )
}
