import type { UseFormRegisterReturn } from 'react-hook-form'
import { t } from '../../i18n/t.ts'

type Props = {
  active: UseFormRegisterReturn
  pro: UseFormRegisterReturn
  admin: UseFormRegisterReturn
}

/** What a user is and may. */
export function RoleChecks({ active, pro, admin }: Props) {
  return (
    <fieldset className="stack-s">
      <legend className="vh">{t('admin.users.roles')}</legend>
      <label className="row-check">
        <input type="checkbox" {...active} />
        <span>
          {t('admin.status.active')} <span className="muted">{t('admin.users.activeHint')}</span>
        </span>
      </label>
      <label className="row-check">
        <input type="checkbox" {...pro} />
        <span>
          {t('badge.pro')} <span className="muted">{t('admin.users.proHint')}</span>
        </span>
      </label>
      <label className="row-check">
        <input type="checkbox" {...admin} />
        <span>
          {t('admin.users.isAdmin')} <span className="muted">{t('admin.users.adminHint')}</span>
        </span>
      </label>
    </fieldset>
  )
}
