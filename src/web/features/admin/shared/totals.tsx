import '../../../ui/lists/waiting-rows.css'
import '../../../ui/lists/lists.css'
import type { AdminUser } from '#contract/operations/admin.ts'
import { formatSize } from '#web/i18n/format/format.ts'
import { UsageBar } from '#web/ui/lists/bars.tsx'
import { t } from '../../../i18n/t.ts'

type Total = {
  readonly name: string
  /** Undefined until it has come. */
  readonly value: string | undefined
  readonly more: string
}

/** Large numbers in a row, each with a word about it. */
export function Totals({ totals }: { totals: readonly Total[] }) {
  return (
    <dl className="cells totals admin-totals" aria-busy={totals.some(({ value }) => value === undefined)}>
      {totals.map(({ name, value, more }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            {value ?? <span className="blank" />}
            <small>{more}</small>
          </dd>
        </div>
      ))}
    </dl>
  )
}

type Props = { user: Pick<AdminUser, 'storageUsed' | 'storageLimit' | 'storageUsagePercent'> }

/** How much of their storage a person uses. */
export function StorageUse({ user: { storageUsed, storageLimit, storageUsagePercent } }: Props) {
  return (
    <span className="exp">
      <span className="num">
        {t('admin.users.storageOf', { used: formatSize(storageUsed), limit: formatSize(storageLimit) })}
      </span>
      <UsageBar percent={storageUsagePercent} />
    </span>
  )
}
