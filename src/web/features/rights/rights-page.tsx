import './rights.css'
import { useState } from 'react'
import { t } from '#web/i18n/t.ts'
import { paths } from '#web/router/paths.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Link } from '#web/ui/page/link.tsx'
import { FocusedHeading, useDocumentTitle } from '#web/ui/page/title.tsx'
import { EnterCode } from './enter-code.tsx'
import { HeldData } from './held-data.tsx'
import { StartRights } from './start-rights.tsx'

/** Step on the way to the data held about an address. The session is kept only here. */
type Step =
  | { readonly name: 'start' | 'closed' | 'forgotten' }
  | { readonly name: 'code'; readonly email: string; readonly retryAt: number }
  | { readonly name: 'held'; readonly session: string }

/** Data held about an email address, for its owner, who need not have an account. */
export default function RightsPage() {
  useDocumentTitle(t('rights.title'))
  const [step, setStep] = useState<Step>({ name: 'start' })
  switch (step.name) {
    case 'start':
      return <StartRights onSent={(email, retryAt) => setStep({ name: 'code', email, retryAt })} />
    case 'code':
      return (
        <EnterCode
          key={step.retryAt}
          {...step}
          onSentAgain={(retryAt) => setStep({ ...step, retryAt })}
          onOpened={(session) => setStep({ name: 'held', session })}
          onBack={() => setStep({ name: 'start' })}
        />
      )
    case 'held':
      return <HeldData session={step.session} onEnd={(name) => setStep({ name })} />
    case 'closed':
    case 'forgotten':
      return <RightsEnd as={step.name} onAgain={() => setStep({ name: 'start' })} />
  }
}

type Props = {
  /** The session is over, or nothing is held. */
  as: 'closed' | 'forgotten'
  onAgain: () => void
}

/** End of a session in the rights centre. */
function RightsEnd({ as, onAgain }: Props) {
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
