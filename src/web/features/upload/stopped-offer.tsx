import './options/options-panel.css'
import { useEffect, useRef } from 'react'
import { t } from '#web/i18n/t.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Icon } from '#web/ui/icons/icon.tsx'
import { announce } from '#web/ui/messages/announce.tsx'
import { Problems } from './options/send-bar.tsx'

type Props = {
  percent: number
  problems: readonly string[]
  /** The selection is about to be another. */
  blocked: boolean
  /** Whether the upload ended on this page just now; the offer then takes the focus. */
  cameBack: boolean
  onResume: () => void
  onStartOver: () => void
}

/** In place of the options, which are settled: the selection was on its way before and can go on. */
export default function StoppedOffer({ percent, problems, blocked, cameBack, onResume, onStartOver }: Props) {
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
        <Button ref={button} variant="primary" large wide disabled={blocked} onClick={onResume}>
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
