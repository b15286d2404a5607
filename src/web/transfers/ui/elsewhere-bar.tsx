import './elsewhere-bar.css'
import { useEffect, useState } from 'react'
import { useShownLinks } from '#web/service/service-config.ts'
import { t } from '../../i18n/t.ts'
import { useLocation } from '../../router/location.ts'
import { pathWith } from '../../router/match-path.ts'
import { paths } from '../../router/paths.ts'
import { Button, IconButton } from '../../ui/controls/button.tsx'
import { RetryButton } from '../../ui/controls/retry-button.tsx'
import { Icon } from '../../ui/icons/icon.tsx'
import { announce } from '../../ui/messages/announce.tsx'
import { Link } from '../../ui/page/link.tsx'
import { CopyButton } from '../../ui/sharing/copy-field.tsx'
import type {
  RunningTransfer,
  SentTransfer,
  Transfer,
  TransferFailure,
} from '../engine/state/transfer-state.ts'
import { transfers, useTransfers } from '../store/store.ts'
import { PauseButton, ProgressBar } from './progress/progress-bar.tsx'
import { timeLeftText } from './progress/progress-text.ts'
import { useClosed } from './sent/use-closed.ts'

/** The box as a strip on every other page: how an upload goes on, and the way back to it. */
export default function ElsewhereBar() {
  const { transfer } = useTransfers()
  const [dismissed, setDismissed] = useState<string>()
  const ended = endedText(transfer)
  useEffect(() => {
    if (ended !== '') announce(ended)
  }, [ended])
  if (transfer.step === 'uploading') return <Running transfer={transfer} />
  if (transfer.step === 'done') {
    const { downloadUrl } = transfer.reply.file
    if (dismissed === downloadUrl || transfer.linkCopied) return null
    return <Done key={downloadUrl} sent={transfer} onDismiss={() => setDismissed(downloadUrl)} />
  }
  return transfer.failure ? <Failed failure={transfer.failure} /> : null
}

function endedText(transfer: Transfer): string {
  if (transfer.step === 'done') return t('title.done')
  if (transfer.step === 'uploading' || !transfer.failure) return ''
  return t('upload.stoppedAt', { percent: transfer.failure.percent })
}

function Running({ transfer }: { transfer: RunningTransfer }) {
  const { percent, files } = transfer
  const step = t('upload.elsewhere', { files })
  return (
    <aside className="box elsewhere" aria-label={t('upload.inProgress')}>
      <Link to={paths.home}>
        <b className="num">{t('upload.percent', { percent })}</b>
        <span>
          {step}
          <br />
          <span className="num">{timeLeftText(transfer)}</span>
        </span>
      </Link>
      <div className="elsewhere-acts">
        {transfer.lost && <RetryButton text={t('upload.tryNow')} onRetry={transfers.tryNow} />}
        <PauseButton transfer={transfer} engine={transfers} small />
      </div>
      <ProgressBar transfer={transfer} step={step} />
    </aside>
  )
}

/** Milliseconds after which the note goes once its link was copied. */
const copiedTime = 2000

function Done({ sent, onDismiss }: { sent: SentTransfer; onDismiss: () => void }) {
  const { pathname } = useLocation()
  const links = useShownLinks()
  const closed = useClosed(sent, transfers.dismiss)
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return undefined
    // The button says that it was copied until then.
    const timer = setTimeout(transfers.copyLink, copiedTime)
    return () => clearTimeout(timer)
  }, [copied])
  // Its manage page begins with the link, and would lie below the note.
  if (closed || pathname === pathWith(paths.manage, { fileId: sent.reply.file.id })) return null
  return (
    <aside className="box elsewhere" aria-label={t('upload.inProgress')}>
      <Link to={paths.home}>
        <b>{t('title.done')}</b>
      </Link>
      <div className="elsewhere-acts">
        <CopyButton
          value={links.shown(sent.reply.file.downloadUrl)}
          variant="primary"
          onCopied={() => setCopied(true)}
        />
        <IconButton label={t('upload.dismiss')} onClick={onDismiss}>
          <Icon name="close" />
        </IconButton>
      </div>
    </aside>
  )
}

function Failed({ failure: { percent } }: { failure: TransferFailure }) {
  return (
    <aside className="box elsewhere" aria-label={t('upload.inProgress')}>
      <Link to={paths.home}>
        <b className="num">{t('upload.stoppedAt', { percent })}</b>
      </Link>
      <div className="elsewhere-acts">
        <Button variant="primary" onClick={transfers.resume}>
          {t('upload.resume')}
        </Button>
      </div>
    </aside>
  )
}
