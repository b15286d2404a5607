import { useState } from 'react'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import type { ServiceConfig } from '#contract/service.ts'
import { t } from '#web/i18n/t.ts'
import { FilePasswordField } from '#web/ui/forms/new-password-field.tsx'
import type { RequestDraft } from './request-draft.ts'

/** Data that visitors are asked for before they send. */
export function AskFields({ form, mayMail }: { form: UseFormReturn<RequestDraft>; mayMail: boolean }) {
  const { register, control } = form
  const [askEmail, lock] = useWatch({ control, name: ['askEmail', 'lock'] })
  return (
    <div>
      <label className="row-check">
        <input type="checkbox" {...register('askName')} />
        <span>{t('requests.askName')}</span>
      </label>
      {lock === 'browser' ? (
        <p className="hint">{t('requests.askOnlyName')}</p>
      ) : (
        <AskAddress form={form} mayMail={mayMail} askEmail={askEmail} />
      )}
    </div>
  )
}

function AskAddress({
  form: { register },
  mayMail,
  askEmail,
}: {
  form: UseFormReturn<RequestDraft>
  mayMail: boolean
  askEmail: boolean
}) {
  return (
    <>
      <label className="row-check">
        <input type="checkbox" {...register('askEmail')} />
        <span>{t('requests.askEmail')}</span>
      </label>
      <label className="row-check">
        <input
          type="checkbox"
          aria-describedby={mayMail ? undefined : 'no-codes'}
          {...register('askCode', { disabled: !askEmail || !mayMail })}
        />
        <span>{t('requests.askCode')}</span>
      </label>
      {!mayMail && (
        <p className="hint" id="no-codes">
          {t('requests.noMailServer')}
        </p>
      )}
    </>
  )
}

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
