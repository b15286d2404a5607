import { t } from '#web/i18n/t.ts'
import { paths } from '#web/router/paths.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Link } from '#web/ui/page/link.tsx'
import { FocusedHeading } from '#web/ui/page/title.tsx'

type Props = {
  /** The session is over, or nothing is held any more. */
  as: 'closed' | 'forgotten'
  onAgain: () => void
}

/** End of a session in the rights centre. */
export function RightsEnd({ as, onAgain }: Props) {
  const forgotten = as === 'forgotten'
  return (
    <div className="rights-start">
      <section className="card stack">
        <FocusedHeading>{t(forgotten ? 'rights.forgotten' : 'rights.closed')}</FocusedHeading>
        <p>{t(forgotten ? 'rights.forgottenText' : 'rights.closedText')}</p>
        {forgotten ? (
          <Link className="btn btn-line btn-wide" to={paths.home}>
            {t('nav.backToHome')}
          </Link>
        ) : (
          <Button variant="primary" wide onClick={onAgain}>
            {t('rights.newCode')}
          </Button>
        )}
      </section>
    </div>
  )
}
