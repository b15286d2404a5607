import './setup.css'
import { useQueries } from '@tanstack/react-query'
import type { Setup } from '#contract/operations/setup.ts'
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
import { BackupStep, MailStep, ProviderStep, ServiceStep } from './steps/service-steps.tsx'
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
  const queries = useQueries({ queries: [setupQuery, settingsQuery] })
  const [{ data: setup }, { data: settings }] = queries
  if (!setup || !settings) {
    const error = queries.find((query) => query.error)?.error
    if (!error) return <div className="setup-wait" />
    return <NotLoaded error={error} onRetry={() => queries.forEach(({ refetch }) => void refetch())} />
  }
  if (step === 'service') return <ServiceStep setup={setup} settings={settings} />
  if (step === 'mail') return <MailStep setup={setup} settings={settings} />
  if (step === 'checks') return <ChecksStep setup={setup} />
  if (step === 'provider') return <ProviderStep settings={settings} />
  if (step === 'backup') return <BackupStep settings={settings} />
  if (step === 'keys') return <KeysStep setup={setup} />
  if (step === 'ready') return <Ready todo={setup.todo} />
  return <AudienceStep settings={settings} />
}

/** The end of the set-up, with the remaining tasks. */
function Ready({ todo }: Pick<Setup, 'todo'>) {
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
