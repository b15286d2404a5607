import { t } from '#web/i18n/t.ts'
import { paths } from '#web/router/paths.ts'
import { useServiceConfig } from '#web/service/service-config.ts'
import { Link } from '#web/ui/page/link.tsx'

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
