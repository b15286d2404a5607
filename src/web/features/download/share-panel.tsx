import { lazy, Suspense, useState } from 'react'
import type { FileInfo } from '#contract/files.ts'
import { t } from '../../i18n/t.ts'
import { paths } from '../../paths.ts'
import { CopyField } from '../../ui/copy-field.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Link } from '../../ui/link.tsx'
import { mailDraft } from './mail-draft.ts'

const QrCode = lazy(() => import('../../ui/qr-code.tsx'))

/** Ways to pass the link on, and the way to send something oneself, which leads where the file is gone. */
export function SharePanel({ file, gone }: { file: FileInfo; gone: boolean }) {
  const [qrShown, setQrShown] = useState(false)
  const link = location.origin + location.pathname
  const draft = mailDraft(
    t('share.subject', { name: file.filename }),
    t('share.body', { name: file.filename, link }),
  )
  const upload = (
    <Link className={`btn ${gone ? 'btn-primary' : 'btn-quiet'}`} to={paths.home}>
      <Icon name="upload" />
      {t('download.uploadYourOwn')}
    </Link>
  )
  return (
    <div className="slip-pad stack">
      {gone && <div>{upload}</div>}
      <h2 className="section-title">{t('download.share')}</h2>
      <CopyField value={link} label={t('share.link')} />
      <p className="printed-link">{link}</p>
      <div className="bar-row quiet-row">
        <button
          type="button"
          className="btn btn-quiet"
          aria-expanded={qrShown}
          onClick={() => setQrShown(!qrShown)}
        >
          <Icon name="qr" />
          {t(qrShown ? 'qr.hide' : 'qr.show')}
        </button>
        <a className="btn btn-quiet" href={draft}>
          <Icon name="mail" />
          {t('share.email')}
        </a>
        {!gone && upload}
      </div>
      {qrShown && (
        <div className="qr-row">
          <Suspense>
            <QrCode text={link} />
          </Suspense>
          <p>{t('qr.hint')}</p>
        </div>
      )}
    </div>
  )
}
