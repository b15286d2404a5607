import { useState } from 'react'
import type { ReportCase } from '#contract/operations/cases.ts'
import { formatDateTime, formatSize } from '#web/i18n/format/format.ts'
import { formatDate } from '#web/i18n/format/format-date.ts'
import { formatNumber } from '#web/i18n/format/format-number.ts'
import { t } from '#web/i18n/t.ts'
import { OpenDialog } from './open-dialog.tsx'

const lockedTexts = {
  password: 'admin.reports.lockedByPassword',
  'not-allowed': 'admin.reports.openNotAllowed',
  ended: 'admin.reports.nothingLeft',
} as const

/** The transfer and who sent it, or who made the request. Nothing of its content is shown. */
export function CaseFacts({ found }: { found: ReportCase }) {
  const { transfer, request, uploader, hashes, number } = found
  const [opening, setOpening] = useState(false)
  return (
    <>
      {!request && (
        <section className="card card-pad stack-s">
          <div className="bar-row between">
            <h2>{t('admin.reports.transfer')}</h2>
            {transfer?.locked === null && (
              <button type="button" className="btn btn-quiet" onClick={() => setOpening(true)}>
                {t('admin.reports.openIt')}
              </button>
            )}
          </div>
          {transfer?.locked && <p className="muted">{t(lockedTexts[transfer.locked])}</p>}
          {transfer && transfer.state !== 'ended' && (
            <dl className="cells cells-fixed facts-grid">
              {transfer.files.map(({ filename, size, mimeType, scan }) => (
                <div key={filename}>
                  <dt>{t('admin.reports.file')}</dt>
                  <dd className="break">
                    {filename}
                    <span className="xs muted"> {`${formatSize(size)} · ${mimeType} · ${scan}`}</span>
                  </dd>
                </div>
              ))}
              <div>
                <dt>{t('admin.reports.use')}</dt>
                <dd>{t('admin.reports.downloads', { count: transfer.downloads })}</dd>
              </div>
              <div>
                <dt>{t('admin.reports.sent')}</dt>
                <dd>{formatDateTime(Date.parse(transfer.createdAt))}</dd>
              </div>
              <div>
                <dt>{t('admin.reports.expires')}</dt>
                <dd>
                  {formatDateTime(Date.parse(transfer.expiresAt))}
                  {transfer.heldUntil !== null && (
                    <span className="xs muted">
                      {' '}
                      {t('admin.reports.heldUntil', { date: formatDate(Date.parse(transfer.heldUntil)) })}
                    </span>
                  )}
                </dd>
              </div>
            </dl>
          )}
          {hashes.map(({ filename, sha256 }) => (
            <p key={filename} className="xs num break">
              {`SHA-256 · ${filename} · ${sha256}`}
            </p>
          ))}
        </section>
      )}
      {uploader && (
        <section className="card card-pad stack-s">
          <h2>{t(request ? 'admin.reports.requester' : 'admin.reports.sender')}</h2>
          <dl className="cells cells-fixed facts-grid">
            <div>
              <dt>{t('admin.reports.account')}</dt>
              <dd className="break">{uploader.username ?? t('admin.reports.noAccount')}</dd>
            </div>
            <div>
              <dt>{t('admin.reports.otherTransfers')}</dt>
              <dd className="num">{formatNumber(uploader.otherTransfers)}</dd>
            </div>
            <div>
              <dt>{t('admin.reports.upheld')}</dt>
              <dd className="num">{formatNumber(uploader.upheld)}</dd>
            </div>
            {uploader.suspendedUntil !== null && (
              <div>
                <dt>{t('admin.reports.suspendedUntil')}</dt>
                <dd>{formatDate(Date.parse(uploader.suspendedUntil))}</dd>
              </div>
            )}
          </dl>
        </section>
      )}
      {opening && <OpenDialog number={number} onClose={() => setOpening(false)} />}
    </>
  )
}
