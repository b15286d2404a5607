import './setup.css'
import type { ReactNode } from 'react'
import { type TextKey, t } from '../../../i18n/t.ts'
import { Icon } from '../../../ui/icons/icon.tsx'
import { Link } from '../../../ui/page/link.tsx'
import { FocusedHeading } from '../../../ui/page/title.tsx'
import { stepPath } from './step-names.ts'

const steps = ['admin', 'service', 'mail', 'checks', 'keys'] as const
type Step = (typeof steps)[number]

const stepText = {
  admin: 'setup.admin',
  service: 'setup.service',
  mail: 'setup.mail',
  checks: 'setup.checks',
  keys: 'setup.keys',
} as const satisfies Record<Step, TextKey>

type Props = { step: Step; title: string; text: string; children: ReactNode }

/** One step, with all of them beside it; those that are done lead back. On phones it says which one it is. */
export function SetupFrame({ step, title, text, children }: Props) {
  const at = steps.indexOf(step)
  return (
    <div className="setup">
      <nav aria-label={t('setup.steps')} className="setup-side">
        <p className="muted small">{t('setup.title')}</p>
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
