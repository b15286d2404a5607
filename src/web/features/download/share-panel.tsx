import type { FileInfo } from '#contract/files.ts'
import { t } from '../../i18n/t.ts'
import { PassOn } from '../../pass-on.tsx'
import { paths } from '../../paths.ts'
import { CopyField } from '../../ui/copy-field.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Link } from '../../ui/link.tsx'

/** Ways to pass the link on, and the way to send something oneself, which leads where the file is gone. */
export function SharePanel({ file, gone }: { file: FileInfo; gone: boolean }) {
  const link = location.origin + location.pathname
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
      <PassOn name={file.filename} link={link} row="quiet-row" button="btn-quiet">
        {!gone && upload}
      </PassOn>
    </div>
  )
}
