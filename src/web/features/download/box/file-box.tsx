import { type ReactNode, use, useId, useState } from 'react'
import type { FileInfo } from '#contract/transfers/files.ts'
import { endOfLife, formatDateTime, formatSize } from '#web/i18n/format/format.ts'
import { t } from '#web/i18n/t.ts'
import { ServiceConfigContext } from '#web/service/service-config.ts'
import { useNarrow } from '#web/ui/browser/use-phone.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { ExactTime } from '#web/ui/facts/facts.tsx'
import { WrappedName } from '#web/ui/facts/wrapped-name.tsx'
import { Icon } from '#web/ui/icons/icon.tsx'
import { Countdown, LifeLine } from '#web/ui/time/countdown.tsx'
import { partLeft } from '#web/ui/time/remaining.ts'
import { endedBy, type Gone } from '../problems/problem.ts'
import { goneText, namesDiffer, scanLineText } from './file-text.ts'
import { TickMark } from './tick-mark.tsx'

/**
 * The box that holds the file while it is available: who sent it, their message, its name, the time left, and what to do. It is
 * grey and empty afterwards, but yellow on the page that has just had the last download.
 */
export function FileBox({
  file,
  gone,
  taken,
  now,
  children,
}: {
  file: FileInfo
  gone: Gone | undefined
  /** Whether it is gone because this page has just had the last download. */
  taken: boolean
  now: number
  children: ReactNode
}) {
  return (
    <section className={`box box-attach file-box ${gone && !taken ? 'box-empty' : ''}`}>
      <Sender file={file} />
      {file.description && <Message text={file.description} />}
      <h1 className="title-xl file-title">
        <WrappedName name={file.title ?? file.filename} />
      </h1>
      {namesDiffer(file) && (
        <p className="break">
          <WrappedName name={file.filename} />
        </p>
      )}
      <p className="bar-row file-facts">
        <span className="num">
          <span className="vh">{t('file.size')} </span>
          {formatSize(file.size)}
        </span>
        {file.packed && <span className="num">{t('download.files', { files: file.files })}</span>}
        {file.isEncrypted && (
          <span className="badge badge-sheet">
            <Icon name="lock" />
            {t('download.encrypted')}
          </span>
        )}
      </p>
      {!taken && <TimeLeft file={file} gone={gone} now={now} />}
      {taken && gone ? (
        <div className="begun">
          <TickMark />
          <p role="alert">{goneText(gone, taken)}</p>
        </div>
      ) : gone ? (
        <p role="alert" className="gap-above">
          {goneText(gone, taken)}
        </p>
      ) : (
        <>
          {children}
          <ScanLine file={file} />
        </>
      )}
    </section>
  )
}

function Sender({ file }: { file: FileInfo }) {
  if (file.senderName === null && file.uploadedBy === null) return null
  return (
    <p className="bar-row file-facts">
      {file.senderName !== null && <span>{t('download.from', { name: file.senderName })}</span>}
      {file.uploadedBy !== null && <span>{t('download.by', { name: file.uploadedBy })}</span>}
    </p>
  )
}

/** Characters and lines of a message above which a phone shows its beginning at first, so that the button stays in view. */
const short = { characters: 160, lines: 4 }

function Message({ text }: { text: string }) {
  const id = useId()
  const [isWhole, setIsWhole] = useState(
    text.length <= short.characters && text.split('\n').length <= short.lines,
  )
  return (
    <figure className="file-message">
      <figcaption className="xs muted">{t('file.message')}</figcaption>
      <blockquote id={id} className={`quote ${isWhole ? '' : 'beginning'}`}>
        {text}
      </blockquote>
      {!isWhole && (
        <Button variant="link" className="more" aria-controls={id} onClick={() => setIsWhole(true)}>
          {t('download.wholeMessage')}
        </Button>
      )}
    </figure>
  )
}

/** Time left in one line; beside it, where there is room, the moment of the end, which is among the facts elsewhere. */
export function TimeLeft({ file, gone, now }: { file: FileInfo; gone: Gone | undefined; now: number }) {
  const narrow = useNarrow()
  const expiresAt = Date.parse(file.expiresAt)
  const removed = gone !== undefined && gone !== 'expired'
  return (
    <div className="file-time">
      <div className="remain num">
        {removed ? (
          <span>{t(endedBy({ kind: gone }) ? 'download.removed' : 'download.notAvailable')}</span>
        ) : (
          <Countdown expiresAt={expiresAt} now={now} />
        )}
        {!removed && !narrow && (
          <ExactTime at={file.expiresAt}>
            {gone ? formatDateTime(expiresAt) : t('time.expires', { when: endOfLife(expiresAt, now) })}
          </ExactTime>
        )}
      </div>
      <LifeLine left={gone ? 0 : partLeft({ from: Date.parse(file.uploadDate), until: expiresAt, now })} />
    </div>
  )
}

/** The result of the scan. A file that could not be scanned gets a warning. */
function ScanLine({ file }: { file: FileInfo }) {
  const scanner = use(ServiceConfigContext)?.scanner ?? 'built-in'
  const unscanned = file.scan === 'unscanned'
  return (
    <p className={unscanned ? 'note note-warn gap-above' : 'scan-line'}>
      <Icon name={unscanned ? 'warning' : 'shield'} />
      {scanLineText(file, scanner)}
    </p>
  )
}
