import type { ReactNode } from 'react'
import { bundleName } from '#contract/transfers/end-to-end.ts'
import { formatSize } from '#web/i18n/format/format.ts'
import { pastMoment } from '#web/i18n/format/further-formats.ts'
import { t } from '#web/i18n/t.ts'
import { WrappedName } from '#web/ui/facts/wrapped-name.tsx'
import { FileSheet } from '#web/ui/icons/file-sheet.tsx'
import { Icon } from '#web/ui/icons/icon.tsx'
import type { SentUpload } from '../sending/use-request.ts'

type Props = { sent: readonly SentUpload[]; title: string; children?: ReactNode }

/** Uploads that this browser has sent. Renders nothing without one. */
export function SentList({ sent, title, children }: Props) {
  if (sent.length === 0) return null
  const now = Date.now()
  return (
    <section className="card clip" aria-labelledby="sent-title">
      <div className="sent-head">
        <h2 id="sent-title" className="section-title">
          {title}
        </h2>
        <span className="small muted">{t('visit.onlyHere')}</span>
      </div>
      {sent.map(({ reference, receivedAt, files, fileCount, size }) => (
        <section key={reference} aria-label={t('visit.reference', { reference })}>
          <p className="sent-upload small num">
            <b>{reference}</b> · {t('visit.files', { count: fileCount })}, {formatSize(size)} ·{' '}
            <time dateTime={receivedAt}>{pastMoment(Date.parse(receivedAt), now)}</time>
          </p>
          <ul className="visit-rows">
            {files.map((file, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two files may have one name
              <li key={place}>
                <FileSheet name={file.filename} />
                <span>
                  <b className="break">
                    <WrappedName
                      name={file.filename === bundleName ? t('visit.sealedFiles') : file.filename}
                    />
                  </b>
                  <span className="sub num">{formatSize(file.size)}</span>
                </span>
                <span className="badge badge-ok">
                  <Icon name="tick" />
                  {t('visit.isReceived')}
                </span>
              </li>
            ))}
          </ul>
          {fileCount > files.length && (
            <p className="sent-upload small muted">
              {t('visit.moreFiles', { count: fileCount - files.length })}
            </p>
          )}
        </section>
      ))}
      {children}
    </section>
  )
}
