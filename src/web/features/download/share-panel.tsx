import type { FileInfo } from '#contract/transfers/files.ts'
import { useShownLinks } from '#web/service/shown-links.ts'
import { t } from '../../i18n/t.ts'
import { paths } from '../../router/paths.ts'
import { ShareActions } from '../../transfers/ui/sent/share-actions.tsx'
import { Icon } from '../../ui/icons/icon.tsx'
import { Link } from '../../ui/page/link.tsx'
import { CopyField } from '../../ui/sharing/copy-field.tsx'

/** Ways to pass the link on, and the way to send something oneself, which leads where the file is gone. */
export function SharePanel({ file, gone }: { file: FileInfo; gone: boolean }) {
  const link = useShownLinks().to(location.pathname)
  const upload = (
    <Link className={`btn ${gone ? 'btn-primary' : 'btn-quiet'}`} to={paths.home}>
      <Icon name="upload" />
      {t('download.uploadYourOwn')}
    </Link>
  )
  return (
    <div className="card-pad stack">
      {gone && <div>{upload}</div>}
      <h2 className="section-title">{t('download.share')}</h2>
      <CopyField value={link} label={t('share.link')} />
      <p className="printed-link">{link}</p>
      <ShareActions name={file.filename} link={link} row="quiet-row" button="btn-quiet">
        {!gone && upload}
      </ShareActions>
    </div>
  )
}
