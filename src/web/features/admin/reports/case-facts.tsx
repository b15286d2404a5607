import { useState } from 'react'
import type { ReportCase } from '#contract/operations/cases.ts'
import { formatDate, formatDateTime, formatSize } from '#web/i18n/format/format.ts'
import { formatNumber } from '#web/i18n/format/further-formats.ts'
import { t } from '#web/i18n/t.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { closeOwn } from '#web/ui/dialogs/use-modal.ts'
import { WrappedName } from '#web/ui/facts/wrapped-name.tsx'
import { scanText } from '../shared/facts-dialog.tsx'
import { AddHashesDialog } from './add-hashes-dialog.tsx'
import { HoldDialog } from './hold-dialog.tsx'
import { OpenDialog } from './open-dialog.tsx'

const lockedTexts = {
  password: 'admin.reports.lockedByPassword',
  'no-key': 'admin.reports.lockedWithoutKey',
  'not-allowed': 'admin.reports.openNotAllowed',
  ended: 'admin.reports.nothingLeft',
} as const

/** The transfer and who sent it, or who made the request. Nothing of its content is shown. */
export function CaseFacts({ found }: { found: ReportCase }) {
  const { transfer, request, uploader, hashes, number } = found
  const [open, setOpen] = useState<'content' | 'hold' | 'hashes'>()
  const close = closeOwn(open, setOpen)
  const isDecided = found.state === 'decided' || found.state === 'closed'
  const heldUntil = transfer?.heldUntil ? Date.parse(transfer.heldUntil) : 0
  return (
    <>
      {!request && (
        <section className="card card-pad stack-s">
          <div className="bar-row between">
            <h2>{t('admin.reports.transfer')}</h2>
            <div className="bar-row">
              {transfer?.locked === null && (
                <Button variant="quiet" onClick={() => setOpen('content')}>
                  {t('admin.reports.openIt')}
                </Button>
              )}
              {transfer?.state === 'disabled' && (
                <Button variant="quiet" onClick={() => setOpen('hold')}>
                  {t('admin.reports.hold')}
                </Button>
              )}
              {hashes.length > 0 && (
                <Button variant="quiet" onClick={() => setOpen('hashes')}>
                  {t('admin.reports.block')}
                </Button>
              )}
            </div>
          </div>
          {transfer?.locked && <p className="muted">{t(lockedTexts[transfer.locked])}</p>}
          {transfer && transfer.state !== 'ended' && (
            <dl className="cells cells-fixed facts-grid">
              {transfer.files.map(({ filename, size, mimeType, scan }) => (
                <div key={filename}>
                  <dt>{t('admin.reports.file')}</dt>
                  <dd className="break">
                    <WrappedName name={filename || t('file.sealed')} />
                    <span className="two-lines xs muted">{`${formatSize(size)} · ${mimeType} · ${t(scanText[scan])}`}</span>
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
                  {heldUntil > Date.now() && (
                    <span className="two-lines xs muted">
                      {t(isDecided ? 'admin.reports.keptUntil' : 'admin.reports.heldUntil', {
                        date: formatDate(heldUntil),
                      })}
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
              <dd className="num">
                {formatNumber(uploader.otherTransfers)}
                {found.sameContent > 0 && (
                  <span className="two-lines xs muted break">
                    {t('admin.reports.sameContent', { count: found.sameContent })}
                    <span>
                      <WrappedName name={found.sameNames.join(', ')} />
                    </span>
                  </span>
                )}
              </dd>
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
      {open === 'content' && (
        <OpenDialog number={number} endToEnd={transfer?.endToEnd === true} onClose={close} />
      )}
      {open === 'hold' && <HoldDialog number={number} heldUntil={heldUntil} onClose={close} />}
      {open === 'hashes' && <AddHashesDialog hashes={hashes} because={found.reason} onClose={close} />}
    </>
  )
}
