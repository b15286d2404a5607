import type { AdminUser } from '#contract/operations/admin.ts'
import { t } from '../../../i18n/t.ts'

export function StatusBadge({ user }: { user: Pick<AdminUser, 'isActive'> }) {
  return user.isActive ? (
    <span className="badge badge-ok">{t('admin.status.active')}</span>
  ) : (
    <span className="badge">{t('admin.status.inactive')}</span>
  )
}

export function PlanBadge({ user }: { user: Pick<AdminUser, 'isPro'> }) {
  return user.isPro ? (
    <span className="badge badge-pro">{t('badge.pro')}</span>
  ) : (
    <span className="badge">{t('admin.users.free')}</span>
  )
}
