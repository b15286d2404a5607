import { t } from '#web/i18n/t.ts'
import { ExactTime } from '#web/ui/facts/facts.tsx'
import { dueText } from './due-text.ts'

type Props = {
  dueAt: string
  now: number
  /** The words "Decide by" stand elsewhere, such as above its column. */
  short?: boolean
}

/** Until when a case is to be decided. */
export function DueTime({ dueAt, now, short = false }: Props) {
  const due = Date.parse(dueAt)
  const isOver = due <= now
  const when = dueText(due, now)
  return (
    <ExactTime at={dueAt} className={`num nowrap ${isOver ? 'severe' : ''}`}>
      {isOver ? t('admin.reports.overdue') : short ? when : t('admin.reports.decideByWhen', { when })}
    </ExactTime>
  )
}
