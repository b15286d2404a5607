import './setup.css'
import { useQuery } from '@tanstack/react-query'
import { paths } from '#web/router/paths.ts'
import { prefetchForAdmin, SignedInQueries } from '#web/service/signed-in-queries.tsx'
import { productName } from '#web/ui/browser/brand.ts'
import { useSession } from '../../../accounts/session.ts'
import { t } from '../../../i18n/t.ts'
import { Icon } from '../../../ui/icons/icon.tsx'
import { Link } from '../../../ui/page/link.tsx'
import { FocusedHeading, useDocumentTitle } from '../../../ui/page/title.tsx'
import { NotLoaded } from '../shared/list-view.tsx'
import { settingsQuery, setupQuery } from '../shared/queries.ts'
import { SetupEntry } from './setup-entry.tsx'
import { useStep } from './setup-frame.tsx'
import { AudienceStep } from './steps/audience-step.tsx'
import { ChecksStep } from './steps/checks-step.tsx'
import { KeysStep } from './steps/keys-step.tsx'
import { MailStep } from './steps/mail-step.tsx'
import { ServiceStep } from './steps/service-step.tsx'
import { BackupStep, ProviderStep } from './steps/service-steps.tsx'
import { TaskList } from './task-list.tsx'

if (location.pathname === paths.setup) {
  prefetchForAdmin(setupQuery)
  prefetchForAdmin(settingsQuery)
}

/** The set-up: its link creates the administrator, who then goes through the steps. An administrator can return to it. */
export default function SetupPage() {
  useDocumentTitle(t('setup.title', { name: productName }))
  const session = useSession()
  if (session.status === 'loading') return <div className="setup-wait" />
  if (session.status !== 'user' || !session.user.isAdmin) return <SetupEntry />
  return (
    <SignedInQueries>
      <SetupSteps />
    </SignedInQueries>
  )
}

/** Steps of the set-up after the administrator's account was created. */
function SetupSteps() {
  const step = useStep()
  const { data: setup, error, refetch } = useQuery(setupQuery)
  if (!setup)
    return error ? <NotLoaded error={error} onRetry={() => void refetch()} /> : <div className="setup-wait" />
  if (step === 'service') return <ServiceStep setup={setup} />
  if (step === 'mail') return <MailStep setup={setup} />
  if (step === 'checks') return <ChecksStep setup={setup} />
  if (step === 'provider') return <ProviderStep />
  if (step === 'backup') return <BackupStep />
  if (step === 'keys') return <KeysStep setup={setup} />
  if (step === 'ready') return <Ready />
  return <AudienceStep />
}

/** The end of the set-up, with the remaining tasks. */
function Ready() {
  const todo = useQuery(setupQuery).data?.todo ?? []
  return (
    <div className="box-page">
      <section className={`box ${todo.length > 0 ? 'box-attach' : ''}`}>
        <FocusedHeading className="title-xl">{t('setup.readyTitle', { name: productName })}</FocusedHeading>
        <div className="stack">
          <p className="tight-above">{t('setup.readyText')}</p>
          <div className="bar-row">
            <Link className="btn btn-primary btn-l" to={paths.home}>
              <Icon name="upload" />
              {t('setup.upload')}
            </Link>
            <Link className="btn btn-line btn-l" to={`${paths.admin}?tab=settings`}>
              {t('setup.openSettings')}
            </Link>
          </div>
        </div>
      </section>
      {todo.length > 0 && (
        <section className="card" aria-labelledby="setup-todo">
          <div className="head-row">
            <h2 id="setup-todo">{t('setup.todo')}</h2>
          </div>
          <TaskList todo={todo} />
        </section>
      )}
    </div>
  )
}
