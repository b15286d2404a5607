import { useQuery } from '@tanstack/react-query'
import { NotLoaded } from '../shared/not-loaded.tsx'
import { setupQuery } from '../shared/queries.ts'
import { Ready } from './ready.tsx'
import { useStep } from './step-names.ts'
import { ChecksStep } from './steps/checks-step.tsx'
import { KeysStep } from './steps/keys-step.tsx'
import { MailStep } from './steps/mail-step.tsx'
import { ServiceStep } from './steps/service-step.tsx'

/** Steps of the set-up after the administrator's account was created. */
export function SetupSteps() {
  const step = useStep()
  const { data: setup, error, refetch } = useQuery(setupQuery)
  if (!setup)
    return error ? <NotLoaded error={error} onRetry={() => void refetch()} /> : <div className="setup-wait" />
  if (step === 'mail') return <MailStep setup={setup} />
  if (step === 'checks') return <ChecksStep setup={setup} />
  if (step === 'keys') return <KeysStep setup={setup} />
  if (step === 'ready') return <Ready />
  return <ServiceStep setup={setup} />
}
