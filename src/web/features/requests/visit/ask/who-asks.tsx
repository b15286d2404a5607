import type { PublicRequest } from '#contract/requests/requests.ts'
import { t } from '#web/i18n/t.ts'
import { paths } from '#web/router/paths.ts'
import { useServiceConfig } from '#web/service/service-config.ts'
import { productName } from '#web/ui/browser/brand.ts'
import { untilText } from '#web/ui/lists/until-text.ts'
import { Link } from '#web/ui/page/link.tsx'
import { useNow } from '#web/ui/time/clock.ts'
import { LifeLine } from '#web/ui/time/countdown.tsx'
import { partLeft } from '#web/ui/time/remaining.ts'

/** Name of the requester, with the note that it is not verified; then the purpose and the deadline. */
export function WhoAsks({ request }: { request: PublicRequest }) {
  const { requester: name, title, instructions } = request
  const [from, until] = [Date.parse(request.createdAt), Date.parse(request.until)]
  const now = useNow({ until })
  return (
    <div className="who">
      <div className="from">
        <Initial name={name} />
        <p>
          {t('visit.asks', { name })}
          <span className="sub">
            {t('visit.notChecked', { name: productName })} <ReportRequest />
          </span>
        </p>
      </div>
      <h1>{title}</h1>
      {instructions && <p className="muted lines visit-text">{instructions}</p>}
      <div className="until">
        <div className="remain num">
          <time dateTime={request.until}>{untilText('open', until, now)}</time>
        </div>
        <LifeLine left={partLeft({ from, until, now })} />
      </div>
    </div>
  )
}

/** The first letter of a name, as a picture of who it is. */
export function Initial({ name }: { name: string }) {
  return (
    <span className="avatar" aria-hidden="true">
      {name.slice(0, 1).toUpperCase()}
    </span>
  )
}

/** Leads to where the request of this page is reported, if the service takes reports. */
export function ReportRequest() {
  if (!useServiceConfig().reports) return null
  return (
    <Link className="nowrap" to={`${paths.report}?link=${encodeURIComponent(location.href)}`}>
      {t('visit.report')}
    </Link>
  )
}
