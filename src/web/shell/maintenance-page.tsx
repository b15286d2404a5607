import { useMaintenance } from '../api/maintenance.ts'
import { t } from '../i18n/t.ts'
import { maintenanceText } from '../maintenance-text.ts'
import { paths } from '../paths.ts'
import { Link } from '../ui/link.tsx'
import { useDocumentTitle } from '../ui/use-document-title.ts'

/** Stands in for every page while the service is under maintenance, and makes way for it when that is over. */
export default function MaintenancePage() {
  const { message } = useMaintenance()
  useDocumentTitle(t('maintenance.title'))
  return (
    <div className="on-its-way stack">
      <h1 className="title-xl">{t('maintenance.title')}</h1>
      <p className="lines">{maintenanceText(message)}</p>
      <p className="muted">{t('maintenance.goesOn')}</p>
      <p className="small muted">
        <Link to={paths.login}>{t('maintenance.signIn')}</Link>
      </p>
    </div>
  )
}
