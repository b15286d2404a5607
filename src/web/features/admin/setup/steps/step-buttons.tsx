import { t } from '../../../../i18n/t.ts'
import { Icon } from '../../../../ui/icons/icon.tsx'
import { Link } from '../../../../ui/page/link.tsx'
import { type StepName, stepPath } from '../step-names.ts'

/** The way back, and on. */
export function StepButtons({ back, next }: { back: StepName; next: StepName }) {
  return (
    <div className="bar-row between">
      <BackLink to={back} />
      <Link className="btn btn-primary btn-l" to={stepPath(next)}>
        {t(next === 'ready' ? 'setup.finish' : 'setup.continue')}
      </Link>
    </div>
  )
}

function BackLink({ to }: { to: StepName }) {
  return (
    <Link className="btn btn-quiet" to={stepPath(to)}>
      <Icon name="back" />
      {t('setup.back')}
    </Link>
  )
}
