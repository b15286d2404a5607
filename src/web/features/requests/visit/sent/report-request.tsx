import { t } from '#web/i18n/t.ts'
import { paths } from '#web/router/paths.ts'
import { useServiceConfig } from '#web/service/service-config.ts'
import { Link } from '#web/ui/page/link.tsx'

/** Leads to where the request of this page is reported, if the service takes reports. */
export function ReportRequest() {
  if (!useServiceConfig().reports) return null
  return (
    <Link className="nowrap" to={`${paths.report}?link=${encodeURIComponent(location.href)}`}>
      {t('visit.report')}
    </Link>
  )
}
