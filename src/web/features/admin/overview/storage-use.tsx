import '../../../ui/lists/lists.css'
import type { AdminUser } from '#contract/operations/admin.ts'
import { formatSize } from '#web/i18n/format/format.ts'
import { UsageBar } from '#web/ui/lists/bars.tsx'
import { t } from '../../../i18n/t.ts'

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
