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

type Props = { user: Pick<AdminUser, 'storageUsed' | 'storageLimit' | 'storageAllowed'> }

/** How much a person stores of what the rules of their groups allow. */
export function StorageUse({ user: { storageUsed, storageLimit, storageAllowed } }: Props) {
  const allowed = storageAllowed ?? storageLimit
  const percent = storageUsed === 0 ? 0 : allowed === 0 ? 100 : Math.round((storageUsed / allowed) * 100)
  return (
    <span className="exp">
      <span className="num">
        {t('admin.users.storageOf', { used: formatSize(storageUsed), limit: formatSize(allowed) })}
      </span>
      <UsageBar percent={percent} />
    </span>
  )
}
