import type { ReactNode } from 'react'
import type { FileInfo } from '#contract/transfers/files.ts'
import { endOfLife } from '../../../i18n/format/end-of-life.ts'
import { formatDateTime, formatSize } from '../../../i18n/format/format.ts'
import { t } from '../../../i18n/t.ts'
import { ExactTime } from '../../../ui/facts/exact.tsx'
import { Icon } from '../../../ui/icons/icon.tsx'
import { Countdown } from '../../../ui/time/countdown.tsx'
import { LifeLine } from '../../../ui/time/life-line.tsx'
import { partLeft } from '../../../ui/time/part-left.ts'
import { ScanLine } from '../facts/scan-line.tsx'
import { endedBy, type Gone } from '../problems/problem.ts'
import { goneText, namesDiffer } from './box-text.ts'

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
