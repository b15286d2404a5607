import { useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { accountLengths } from '#contract/transfers/limits.ts'
import { t } from '../../i18n/t.ts'
import { LabelledPassword } from '../../ui/forms/form-field.tsx'
import { NewPasswordField } from '../../ui/forms/new-password-field.tsx'

/** Values of a key's forms. `current` is empty where there is no key yet. */
export type KeyPasswords = { current: string; password: string; again: string }

type Props = {
  form: UseFormReturn<KeyPasswords>
  /** Labels of the password, and of its confirmation. */
  label: string
  againLabel: string
}

const { least, most } = accountLengths.password

/** Asks for a new key password twice, since a forgotten one cannot be reset. */
export function KeyPasswordFields({ form, label, againLabel }: Props) {
  const { register, setValue, getValues, watch, clearErrors, formState } = form
  const [shown, setShown] = useState(false)
  function make(password: string) {
    setValue('password', password)
    setValue('again', password)
    clearErrors()
  }
  return (
    <>
      <NewPasswordField
        label={label}
        maxLength={most}
        says={{
          weak: t('keys.passwordWeak'),
          fair: t('keys.passwordFair'),
          strong: t('keys.passwordStrong'),
          made: t('keys.passwordMade'),
        }}
        typed={watch('password')}
        error={formState.errors.password?.message}
        shown={shown}
        onShow={setShown}
        onMade={make}
        {...register('password', {
          validate: (password) => [...password].length >= least || t('keys.passwordShort'),
        })}
      />
      <LabelledPassword
        label={againLabel}
        error={formState.errors.again?.message}
        autoComplete="new-password"
        field={register('again', {
          validate: (again) => again === getValues('password') || t('keys.mismatch'),
        })}
      />
    </>
  )
}
