import { t } from '../../i18n/t.ts'
import { paths } from '../../router/paths.ts'
import { Icon } from '../../ui/icons/icon.tsx'
import { Link } from '../../ui/page/link.tsx'

/** Empty state of the list of files. */
export function NoFiles() {
  return (
    <div className="empty">
      <p>{t('files.none')}</p>
      <Link className="btn btn-primary" to={paths.home}>
        <Icon name="upload" />
        {t('files.uploadFirst')}
      </Link>
    </div>
  )
}
