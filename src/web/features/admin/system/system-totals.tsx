import type { System } from '#contract/operations/admin.ts'
import { MIB } from '#contract/transfers/limits.ts'
import { formatDate } from '#web/i18n/format/format.ts'
import { formatNumber, uptimeOf } from '#web/i18n/format/further-formats.ts'
import { t } from '../../../i18n/t.ts'
import { Totals } from '../shared/totals.tsx'

/** How the system is, or why that is not known. */
export type SystemAnswer = System | 'awaited' | 'no answer'

/** Numbers of the instance that answers; dashes when it does not. */
export function SystemTotals({ system: answer }: { system: SystemAnswer }) {
  const system = typeof answer === 'string' ? undefined : answer
  const unknown = answer === 'no answer' ? t('admin.system.unknown') : undefined
  const reason = answer === 'no answer' ? t('admin.system.noAnswer') : ''
  const megabytes = (bytes: number) => t('admin.system.megabytes', { count: Math.round(bytes / MIB) })
  return (
    <Totals
      totals={[
        {
          name: t('admin.system.uptime'),
          value: system ? t('admin.system.uptimeIs', uptimeOf(system.uptime)) : unknown,
          more: system
            ? t('admin.system.since', { date: formatDate(Date.now() - system.uptime * 1000) })
            : reason,
        },
        {
          name: t('admin.system.memory'),
          value: system ? megabytes(system.memory.heapUsed) : unknown,
          more: system ? t('admin.system.heapOf', { total: megabytes(system.memory.heapTotal) }) : '',
        },
        {
          name: t('admin.system.sessions'),
          value: system ? formatNumber(system.database.activeSessions) : unknown,
          more: '',
        },
        { name: t('admin.system.version'), value: system?.version ?? unknown, more: '' },
      ]}
    />
  )
}
