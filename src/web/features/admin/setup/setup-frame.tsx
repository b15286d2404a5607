import './setup.css'
import type { ReactNode } from 'react'
import { navigate } from '#web/router/history.ts'
import { paths } from '#web/router/paths.ts'
import { defineSearch } from '#web/router/search.ts'
import { useSearch } from '#web/router/use-search.ts'
import { productName } from '#web/ui/browser/brand.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { type TextKey, t } from '../../../i18n/t.ts'
import { Icon } from '../../../ui/icons/icon.tsx'
import { Link } from '../../../ui/page/link.tsx'
import { FocusedHeading } from '../../../ui/page/title.tsx'

const steps = ['admin', 'audience', 'service', 'mail', 'checks', 'provider', 'backup', 'keys'] as const
type Step = (typeof steps)[number]

const stepText = {
  admin: 'setup.admin',
  audience: 'setup.audience',
  service: 'setup.service',
  mail: 'setup.mail',
  checks: 'setup.checks',
  provider: 'admin.settings.provider',
  backup: 'admin.settings.backups',
  keys: 'setup.keys',
} as const satisfies Record<Step, TextKey>

type Props = { step: Step; title: string; text: string; children: ReactNode }

/** One step, with all of them beside it; those that are done lead back. On phones it says which one it is. */
export function SetupFrame({ step, title, text, children }: Props) {
  const at = steps.indexOf(step)
  return (
    <div className="setup">
      <nav aria-label={t('setup.steps')} className="setup-side">
        <p className="muted small">{t('setup.title', { name: productName })}</p>
        <ol>
          {steps.map((name, index) => (
            <li
              key={name}
              className={index < at ? 'done' : index === at ? 'now' : ''}
              aria-current={index === at ? 'step' : undefined}
            >
              {index < at && <Icon name="tick" className="tick" />}
              <span>
                {index < at && name !== 'admin' ? (
                  <Link to={stepPath(name)}>{t(stepText[name])}</Link>
                ) : (
                  t(stepText[name])
                )}
                {index < at && <span className="vh">, {t('setup.done')}</span>}
              </span>
            </li>
          ))}
        </ol>
      </nav>
      <div className="stack">
        <p className="small muted num setup-count">
          {t('setup.stepOf', { step: at + 1, count: steps.length })}
        </p>
        <div className="stack-s">
          <FocusedHeading key={step}>{title}</FocusedHeading>
          <p className="muted">{text}</p>
        </div>
        {children}
      </div>
    </div>
  )
}

type StepButtonsProps = {
  back: StepName
  next: StepName
  /** Whether something is to be done before: the black button is there then. */
  unfinished?: boolean
}

/** The way back, and on. */
export function StepButtons({ back, next, unfinished = false }: StepButtonsProps) {
  return (
    <div className="bar-row between">
      <BackLink to={back} />
      <Link className={`btn ${unfinished ? 'btn-line' : 'btn-primary'} btn-l`} to={stepPath(next)}>
        {t(next === 'ready' ? 'setup.finish' : 'setup.continue')}
      </Link>
    </div>
  )
}

type SaveButtonsProps = { back?: StepName; busy: boolean; onClick?: () => void }

/** The way back, and the button that saves and goes on. */
export function SaveButtons({ back, busy, onClick }: SaveButtonsProps) {
  return (
    <div className={`bar-row ${back ? 'between' : 'end'}`}>
      {back && <BackLink to={back} />}
      <Button
        type="submit"
        variant="primary"
        large
        busy={busy}
        busyText={t('admin.services.trying')}
        onClick={onClick}
      >
        {t('setup.continue')}
      </Button>
    </div>
  )
}

/** The way back to a step. */
function BackLink({ to }: { to: StepName }) {
  return (
    <Link className="btn btn-quiet" to={stepPath(to)}>
      <Icon name="back" />
      {t('setup.back')}
    </Link>
  )
}

/** The steps after the first one, which creates the administrator. */
const stepNames = ['audience', 'service', 'mail', 'checks', 'provider', 'backup', 'keys', 'ready'] as const
type StepName = (typeof stepNames)[number]

const setupSearch = defineSearch((query) => ({ step: query.oneOf('step', stepNames) }))

/** The step in the address, so that a reload leads there again. */
export function useStep(): StepName {
  return useSearch(setupSearch)[0].step
}

/** Path of a step. */
export function stepPath(step: StepName): string {
  const search = setupSearch.write({ step })
  return search ? `${paths.setup}?${search}` : paths.setup
}

export function goToStep(step: StepName): void {
  navigate({ pathname: paths.setup, search: setupSearch.write({ step }) })
}
