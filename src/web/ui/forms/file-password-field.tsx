import type { ComponentProps } from 'react'
import { lengths } from '#contract/transfers/limits.ts'
import { t } from '../../i18n/t.ts'
import { NewPasswordField } from './new-password-field.tsx'

/** A new password for files, with the texts of its strength. */
export function FilePasswordField(
  props: Omit<ComponentProps<typeof NewPasswordField>, 'says' | 'maxLength'>,
) {
  return (
    <NewPasswordField
      {...props}
      maxLength={lengths.filePassword}
      says={{
        weak: t('options.passwordWeak'),
        fair: t('options.passwordFair'),
        strong: t('options.passwordStrong'),
        made: t('options.passwordMade'),
      }}
    />
  )
}
