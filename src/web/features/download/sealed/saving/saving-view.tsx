import { useEffect, useRef } from 'react'
import { formatSize } from '#web/i18n/format/format.ts'
import { t } from '#web/i18n/t.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Icon } from '#web/ui/icons/icon.tsx'
import { announce } from '#web/ui/messages/announce.tsx'
import { CopyButton } from '#web/ui/sharing/copy-field.tsx'
import { TickMark } from '../../box/tick-mark.tsx'
import type { Saving } from '../sealed-state.ts'
import { sealedText } from '../sealed-text.ts'

type Props = {
  saving: Saving
  /** The address of this page without its key, for the command line. */
  link: string
  onCancel: () => void
  onAgain: () => void
}

/** A download that runs, has arrived whole, or has not. It is never silent. */
export function SavingView({ saving, link, onCancel, onAgain }: Props) {
  switch (saving.step) {
    case 'running':
      return <Running saving={saving} onCancel={onCancel} />
    case 'done':
      return <Arrived total={saving.total} />
    case 'failed':
      return <Incomplete saving={saving} link={link} onAgain={onAgain} />
  }
}

/** Bytes after which the speed says something about the rest. */
const foretelling = 1024 * 1024

function Running({
  saving: { bytes, total, lost, goOn },
  onCancel,
}: {
  saving: Extract<Saving, { step: 'running' }>
  onCancel: () => void
}) {
  const begun = useRef<number>(undefined)
  begun.current ??= performance.now()
  const percent = total === 0 ? 0 : Math.min(99, Math.floor((bytes / total) * 100))
  const seconds = (performance.now() - begun.current) / 1000
  const isKnown = bytes > Math.min(total / 100, foretelling) && seconds > 1
  const left = isKnown ? Math.ceil(((total - bytes) / bytes) * seconds) : undefined
  const speed = isKnown && !lost && !goOn && t('upload.speed', { size: formatSize(bytes / seconds) })
  const quarter = Math.floor(percent / 25) * 25
  useEffect(() => {
    if (quarter > 0) announce(`${quarter} %`)
  }, [quarter])
  useEffect(() => {
    if (goOn) announce(t('sealed.notComplete'))
  }, [goOn])
  return (
    <div className="stack-s get">
      <div className="between-ends">
        <div className="pct" aria-hidden="true">
          {percent}
          <small>%</small>
        </div>
        <div className="num arrived">
          {t('upload.bytes', { sent: formatSize(bytes), total: formatSize(total) })}
          <br />
          <span className="muted">
            {speed && `${speed} · `}
            {goOn ? t('sealed.notComplete') : leftText(lost, left)}
          </span>
        </div>
      </div>
      <div
        className={lost ? 'feed feed-still' : 'feed'}
        style={{ '--p': percent }}
        role="progressbar"
        aria-label={t('sealed.progress')}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
      />
      <div className="bar-row between">
        <p className="small">{t('sealed.keepOpen')}</p>
        {goOn && (
          <Button variant="primary" onClick={goOn}>
            {t('download.tryAgain')}
          </Button>
        )}
        <Button onClick={onCancel}>{t('confirm.cancel')}</Button>
      </div>
    </div>
  )
}

/** The command that saves the transfer, which asks for the key: it never stands in a command line. */
function commandFor(link: string): string {
  return `restante download '${link}' --key-stdin`
}

function leftText(lost: boolean, seconds: number | undefined): string {
  if (lost) return t('sealed.waiting')
  if (seconds === undefined) return t('upload.estimating')
  if (seconds < 60) return t('upload.secondsLeft', { seconds })
  return t('upload.minutesLeft', { minutes: Math.ceil(seconds / 60) })
}

function Arrived({ total }: { total: number }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <div className="begun">
      <TickMark />
      <h2 ref={heading} tabIndex={-1}>
        {t('sealed.arrived', { size: formatSize(total) })}
      </h2>
    </div>
  )
}

function Incomplete({
  saving: { bytes, total, problem, leavesPart },
  link,
  onAgain,
}: {
  saving: Extract<Saving, { step: 'failed' }>
  link: string
  onAgain: () => void
}) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  if (problem.kind === 'no-way')
    return (
      <div className="stack-s get">
        <h2 ref={heading} tabIndex={-1} className="section-title">
          {sealedText(problem)}
        </h2>
        <p className="small">{t('sealed.commandLine')}</p>
        <code className="break">{commandFor(link)}</code>
        <div>
          <CopyButton value={commandFor(link)} />
        </div>
      </div>
    )
  return (
    <div className="stack-s get">
      <h2 ref={heading} tabIndex={-1} className="section-title bar-row">
        <Icon name="warning" />
        <span>{t(leavesPart ? 'sealed.deleteIt' : 'sealed.notComplete')}</span>
      </h2>
      <p>
        {t('sealed.cameSoFar', { bytes: formatSize(bytes), total: formatSize(total) })} {sealedText(problem)}{' '}
        {!leavesPart && t('sealed.nothingSaved')}
      </p>
      {problem.kind !== 'damaged' && (
        <div>
          <Button variant="primary" large onClick={onAgain}>
            {t('download.tryAgain')}
          </Button>
        </div>
      )}
    </div>
  )
}
