import { t } from '../../i18n/t.ts'
import { useMaintenance } from '../../service/maintenance.ts'
import { maintenanceText } from '../../service/maintenance-text.ts'
import { useOnline } from '../../ui/browser/use-online.ts'

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
