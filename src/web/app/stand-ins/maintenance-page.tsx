import { t } from '../../i18n/t.ts'
import { paths } from '../../router/paths.ts'
import { maintenanceText, useMaintenance } from '../../service/maintenance.ts'
import { Link } from '../../ui/page/link.tsx'
import { useDocumentTitle } from '../../ui/page/title.tsx'

/** Shown in place of every page during maintenance; shows the page again when it is over. */
export default function MaintenancePage() {
  const { message } = useMaintenance()
  useDocumentTitle(t('maintenance.title'))
  return (
    <div className="stand-in stack">
      <h1 className="title-xl">{t('maintenance.title')}</h1>
      <p className="lines">{maintenanceText(message)}</p>
      <p className="muted">{t('maintenance.goesOn')}</p>
      <p className="small muted">
        <Link to={paths.login}>{t('maintenance.signIn')}</Link>
      </p>
    </div>
  )
}
