import { t } from '../../../../i18n/t.ts'
import { Icon } from '../../../../ui/icons/icon.tsx'
import { Link } from '../../../../ui/page/link.tsx'
import { type StepName, stepPath } from '../step-names.ts'

type Props = {
  back: StepName
  next: StepName
  /** Whether something is to be done before: the black button is there then. */
  unfinished?: boolean
}

/** The way back, and on. */
export function StepButtons({ back, next, unfinished = false }: Props) {
  return (
    <div className="bar-row between">
      <BackLink to={back} />
      <Link className={`btn ${unfinished ? 'btn-line' : 'btn-primary'} btn-l`} to={stepPath(next)}>
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
