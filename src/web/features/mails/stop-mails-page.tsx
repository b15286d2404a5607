import { useState } from 'react'
import { client } from '#web/accounts/client.ts'
import { useLocation } from '#web/app/router/location.ts'
import { paths } from '#web/app/router/paths.ts'
import { t } from '#web/i18n/t.ts'
import { useOneAtATime } from '#web/ui/forms/use-one-at-a-time.ts'
import { Icon } from '#web/ui/icons/icon.tsx'
import { failureText } from '#web/ui/messages/failure-text.ts'
import { FocusedHeading } from '#web/ui/page/focused-heading.tsx'
import { Link } from '#web/ui/page/link.tsx'
import { useDocumentTitle } from '#web/ui/page/use-document-title.ts'

/** Where the foot of a mail leads: stops all mails that other people send to that address through this service. */
export default function StopMailsPage() {
  const token = useLocation().hash.slice(1)
  const [stopped, setStopped] = useState(false)
  const [problem, setProblem] = useState<string>()
  useDocumentTitle(t('stopMails.title'))
  const [stop, busy] = useOneAtATime(async () => {
    try {
      await client.call('stopMails', { params: { token } })
      setStopped(true)
    } catch (error) {
      setProblem(failureText(error, 'stopMails.failed'))
    }
  })
  return (
    <div className="box-page">
      <section className={`box box-attach ${stopped ? 'box-empty' : ''}`}>
        <FocusedHeading key={String(stopped)} className="title-xl">
          {t(stopped ? 'stopMails.stopped' : 'stopMails.title')}
        </FocusedHeading>
        <p className="tight-above">{t(stopped ? 'stopMails.stoppedText' : 'stopMails.text')}</p>
        {!stopped && (
          <button
            type="button"
            className="btn btn-primary btn-l"
            aria-disabled={busy || undefined}
            onClick={() => stop()}
          >
            {t(busy ? 'stopMails.stopping' : 'stopMails.stop')}
          </button>
        )}
        {problem !== undefined && !stopped && (
          <p className="note note-bad" role="alert">
            <Icon name="warning" />
            {problem}
          </p>
        )}
      </section>
      <section className="card card-pad">
        <Link className="btn btn-line" to={paths.home}>
          {t('nav.backToHome')}
        </Link>
      </section>
    </div>
  )
}
