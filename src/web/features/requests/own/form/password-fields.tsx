import { useState } from 'react'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import type { ServiceConfig } from '#contract/service.ts'
import { t } from '#web/i18n/t.ts'
import { FilePasswordField } from '#web/ui/forms/new-password-field.tsx'
import type { RequestDraft } from './request-draft.ts'

type Props = { form: UseFormReturn<RequestDraft>; config: ServiceConfig; hasPassword: boolean }

/** A password that visitors have to know. One that is set is never shown: it can be replaced or removed. */
export function PasswordFields({ form, config, hasPassword }: Props) {
  const { register, control, setValue, formState } = form
  const [shown, setShown] = useState(false)
  const [password, removePassword] = useWatch({ control, name: ['password', 'removePassword'] })
  const { minLength } = config.filePassword
  return (
    <>
      {hasPassword && (
        <label className="row-check">
          <input type="checkbox" {...register('removePassword')} />
          <span>{t('requests.removePassword')}</span>
        </label>
      )}
      {!removePassword && (
        <FilePasswordField
          label={t(hasPassword ? 'requests.newPassword' : 'requests.passwordField')}
          typed={password}
          error={formState.errors.password?.message}
          shown={shown}
          onShow={setShown}
          onMade={(made) => setValue('password', made)}
          {...register('password', {
            validate: (text) =>
              text === '' || text.length >= minLength || t('requests.passwordTooShort', { least: minLength }),
          })}
        />
      )}
    </>
  )
}
