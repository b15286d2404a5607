import './rights.css'
import { useState } from 'react'
import { t } from '#web/i18n/t.ts'
import { useDocumentTitle } from '#web/ui/page/title.tsx'
import { EnterCode } from './enter-code.tsx'
import { HeldData } from './held-data.tsx'
import { RightsEnd } from './rights-end.tsx'
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
