import { type ReactNode, use } from 'react'
import type { FileInfo, ScanVerdict } from '#contract/transfers/files.ts'
import { endOfLife, formatDateTime, formatSize } from '#web/i18n/format/format.ts'
import { t } from '#web/i18n/t.ts'
import { ServiceConfigContext } from '#web/service/service-config.ts'
import { ExactTime } from '#web/ui/facts/facts.tsx'
import { Icon } from '#web/ui/icons/icon.tsx'
import { Countdown, LifeLine } from '#web/ui/time/countdown.tsx'
import { partLeft } from '#web/ui/time/remaining.ts'
import { endedBy, type Gone } from '../problems/problem.ts'
import { goneText, namesDiffer, scanLineText } from './file-text.ts'

/** The box that holds the file while it is available, and is grey and empty afterwards. */
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
  const expiresAt = Date.parse(file.expiresAt)
  const removed = gone !== undefined && gone !== 'expired'
  return (
    <section className={`box box-attach ${gone ? 'box-empty' : ''}`}>
      <div className="remain num">
        {removed ? (
          <span>{t(endedBy({ kind: gone }) ? 'download.removed' : 'download.notAvailable')}</span>
        ) : (
          <Countdown expiresAt={expiresAt} now={now} />
        )}
        <span>
          {!removed && (
            <ExactTime at={file.expiresAt}>
              {gone ? formatDateTime(expiresAt) : t('time.expires', { when: endOfLife(expiresAt, now) })}
            </ExactTime>
          )}
        </span>
      </div>
      <LifeLine left={gone ? 0 : partLeft({ from: Date.parse(file.uploadDate), until: expiresAt, now })} />
      <h1 className="title-xl file-title">{file.title ?? file.filename}</h1>
      {namesDiffer(file) && <p className="break">{file.filename}</p>}
      <p className="bar-row file-facts">
        {file.senderName !== null && <span>{t('download.from', { name: file.senderName })}</span>}
        {file.uploadedBy !== null && <span>{t('download.by', { name: file.uploadedBy })}</span>}
        {file.packed ? (
          <span className="num">{t('download.files', { files: file.files })}</span>
        ) : (
          <span className="num">
            <span className="vh">{t('file.size')} </span>
            {formatSize(file.size)}
          </span>
        )}
        {file.isEncrypted && (
          <span className="badge badge-sheet">
            <Icon name="lock" />
            {t('download.encrypted')}
          </span>
        )}
      </p>
      {gone ? (
        <p role="alert">{goneText(gone, taken)}</p>
      ) : (
        <>
          <ScanLine verdict={file.scan} />
          {children}
        </>
      )}
    </section>
  )
}

/** The result of the scan. A file that could not be scanned gets a warning. */
function ScanLine({ verdict }: { verdict: ScanVerdict }) {
  const scanner = use(ServiceConfigContext)?.scanner ?? 'built-in'
  const unscanned = verdict === 'unscanned'
  return (
    <p className={unscanned ? 'note note-warn gap-above' : 'scan-line'}>
      <Icon name={unscanned ? 'warning' : 'shield'} />
      {scanLineText(verdict, scanner)}
    </p>
  )
}
