import { useMaintenance } from '../api/maintenance.ts'
import { t } from '../i18n/t.ts'
import { maintenanceText } from '../maintenance-text.ts'
import { useOnline } from '../ui/use-online.ts'

/** Says, above a page that stays as it is, why nothing goes on at the moment. */
export function Notices() {
  const online = useOnline()
  const { active, message } = useMaintenance()
  return (
    <div role="status">
      {!online && <p className="banner notice">{t('notice.offline')}</p>}
      {online && active && (
        <p className="banner notice">{t('notice.maintenance', { message: maintenanceText(message) })}</p>
      )}
    </div>
  )
}
