import { t } from '../../i18n/t.ts'
import { paths } from '../../router/paths.ts'
import { useServiceConfig } from '../../service/service-config.ts'
import { Link } from '../../ui/page/link.tsx'

/** Leads to where the transfer of this link is reported, if the service takes reports. */
export function ReportThis() {
  if (!useServiceConfig().reports) return null
  return (
    <p className="small gap-above report-this">
      <Link to={`${paths.report}?link=${encodeURIComponent(location.origin + location.pathname)}`}>
        {t('download.report')}
      </Link>
    </p>
  )
}
