import { useState } from 'react'
import { client } from '#web/accounts/client.ts'
import { t, textWith } from '#web/i18n/t.ts'
import { useLocation } from '#web/router/location.ts'
import { paths } from '#web/router/paths.ts'
import { Button, useSingleFlight } from '#web/ui/controls/button.tsx'
import { Icon } from '#web/ui/icons/icon.tsx'
import { failureText } from '#web/ui/messages/failure-text.ts'
import { Link } from '#web/ui/page/link.tsx'
import { FocusedHeading, useDocumentTitle } from '#web/ui/page/title.tsx'

/** Page of the link at the foot of a mail: stops all mails that other people send to its address through this service. */
export default function StopMailsPage() {
  const token = useLocation().hash.slice(1)
  const [stopped, setStopped] = useState(false)
  const [problem, setProblem] = useState<string>()
  useDocumentTitle(t('stopMails.title'))
  const [stop, busy] = useSingleFlight(async () => {
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
        {stopped ? (
          <>
            <FocusedHeading className="title-xl">{t('stopMails.stopped')}</FocusedHeading>
            <p className="tight-above">{t('stopMails.stoppedText')}</p>
            <p className="tight-above small muted">
              {textWith('stopMails.mistake', { link: <Link to={paths.rights}>{t('nav.yourData')}</Link> })}
            </p>
          </>
        ) : (
          <div className="stack">
            <h1 className="title-xl">{t('stopMails.title')}</h1>
            <p>{t('stopMails.text')}</p>
            {problem !== undefined && (
              <p className="note note-bad lines" role="alert">
                <Icon name="warning" />
                {problem}
              </p>
            )}
            <div>
              <Button
                variant="primary"
                large
                busy={busy}
                busyText={t('stopMails.stopping')}
                onClick={() => stop()}
              >
                {t('stopMails.stop')}
              </Button>
            </div>
          </div>
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
