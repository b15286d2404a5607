import { useQuery } from '@tanstack/react-query'
import type { AdminUser } from '#contract/operations/admin.ts'
import { formatDateTime } from '#web/i18n/format/format.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { t } from '../../../i18n/t.ts'
import { useServiceConfig } from '../../../service/service-config.ts'
import { FactsDialog } from '../shared/facts-dialog.tsx'
import { userQuery } from '../shared/queries.ts'
import { StorageUse } from '../shared/totals.tsx'

type Props = {
  /** The user as listed; newer data replaces it. */
  user: AdminUser
  onEdit: (user: AdminUser) => void
  onResetFactors: (user: AdminUser) => void
  onWhy: (user: AdminUser) => void
  onClose: () => void
}

/** Everything about a user that administrators may see. */
export function UserDetails({ user: listed, onEdit, onResetFactors, onWhy, onClose }: Props) {
  const user = useQuery(userQuery(listed.id)).data?.user ?? listed
  const hasPlans = useServiceConfig().plans !== 'hidden'
  const { id, username, email, isAdmin, createdAt, signedInAt } = user
  return (
    <FactsDialog
      title={username}
      facts={[
        [t('admin.id'), id],
        [t('account.email'), email],
        [t('admin.users.status'), <StatusBadge key="status" user={user} />],
        ...(hasPlans ? [[t('admin.users.plan'), <PlanBadge key="plan" user={user} />] as const] : []),
        [t('admin.users.role'), t(isAdmin ? 'admin.users.isAdmin' : 'admin.users.isUser')],
        [
          t('admin.users.secondFactor'),
          t(user.hasSecondFactor ? 'admin.users.secondFactorOn' : 'admin.users.secondFactorOff'),
        ],
        [t('admin.users.storage'), <StorageUse key="storage" user={user} />],
        [t('admin.users.joined'), formatDateTime(Date.parse(createdAt))],
        [
          t('admin.users.signedIn'),
          signedInAt ? formatDateTime(Date.parse(signedInAt)) : t('admin.users.never'),
        ],
        ...(user.mustChangePassword
          ? [[t('account.password'), t('admin.users.initialPassword')] as const]
          : []),
      ]}
      actions={
        <>
          {user.hasSecondFactor && (
            <Button onClick={() => onResetFactors(user)}>{t('admin.users.resetFactors')}</Button>
          )}
          <Button onClick={() => onWhy(user)}>{t('admin.groups.why')}</Button>
          <Button onClick={() => onEdit(user)}>{t('admin.users.edit')}</Button>
        </>
      }
      onClose={onClose}
    />
  )
}

export function StatusBadge({ user }: { user: Pick<AdminUser, 'isActive'> }) {
  return user.isActive ? (
    <span className="badge badge-ok">{t('admin.status.active')}</span>
  ) : (
    <span className="badge">{t('admin.status.inactive')}</span>
  )
}

/** Plan of a user. Administrators are on none. */
export function PlanBadge({ user }: { user: Pick<AdminUser, 'isPro' | 'isAdmin'> }) {
  if (user.isAdmin) return <span className="badge">{t('admin.users.isAdmin')}</span>
  return user.isPro ? (
    <span className="badge badge-pro">{t('badge.pro')}</span>
  ) : (
    <span className="badge">{t('admin.users.free')}</span>
  )
}
