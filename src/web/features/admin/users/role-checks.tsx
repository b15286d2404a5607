import type { UseFormRegister } from 'react-hook-form'
import { t } from '../../../i18n/t.ts'
import type { UserDraft } from './user-draft.ts'

const checks = [
  { name: 'isActive', text: 'admin.status.active', hint: 'admin.users.activeHint' },
  { name: 'isPro', text: 'badge.pro', hint: 'admin.users.proHint' },
  { name: 'isAdmin', text: 'admin.users.isAdmin', hint: 'admin.users.adminHint' },
] as const

/** Adds the permissions that only an existing account can have. */
const laterChecks = [
  ...checks,
  { name: 'requestsAllowed', text: 'admin.users.requests', hint: 'admin.users.requestsHint' },
] as const

type Props = { register: UseFormRegister<UserDraft>; isNew: boolean }

/** Roles and permissions of a user. */
export function RoleChecks({ register, isNew }: Props) {
  return (
    <fieldset className="stack-s">
      <legend className="vh">{t('admin.users.roles')}</legend>
      {(isNew ? checks : laterChecks).map(({ name, text, hint }) => (
        <label key={name} className="row-check">
          <input type="checkbox" {...register(name)} />
          <span>
            {t(text)} <span className="muted">{t(hint)}</span>
          </span>
        </label>
      ))}
    </fieldset>
  )
}
