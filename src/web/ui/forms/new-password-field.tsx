import './new-password-field.css'
import { type ComponentProps, useId } from 'react'
import { lengths } from '#contract/transfers/limits.ts'
import { t } from '../../i18n/t.ts'
import { Button } from '../controls/button.tsx'
import { announce } from '../messages/announce.tsx'
import { CopyButton } from '../sharing/copy-field.tsx'
import { FieldError } from './form-field.tsx'
import { newPassword, passwordStrength, type Strength } from './new-password.ts'
import { PasswordField } from './password-field.tsx'

type Props = Omit<ComponentProps<typeof PasswordField>, 'id' | 'autoComplete'> & {
  label: string
  /** Value of the field, whose strength is shown. */
  typed: string
  /** Texts for each strength, and for a generated password. */
  says: Readonly<Record<Strength | 'made', string>>
  /** Takes the place of the strength. */
  error?: string | undefined
  onShow: (shown: boolean) => void
  /** A password was generated, and is shown from now on. */
  onMade: (password: string) => void
}

/** A new password: typed, or generated and then shown, because it has to be saved or shared. */
export function NewPasswordField({ label, typed, says, error, onShow, onMade, ...input }: Props) {
  const id = useId()
  const strength = passwordStrength(typed)
  function generate() {
    onMade(newPassword())
    onShow(true)
    announce(says.made)
  }
  return (
    <div className="field">
      <div className="label-row">
        <label htmlFor={id}>{label}</label>
        <div className="label-btns">
          {typed && <CopyButton value={typed} label={t('password.copy')} variant="quiet" />}
          <Button variant="quiet" onClick={generate}>
            {t('password.generate')}
          </Button>
        </div>
      </div>
      <PasswordField
        {...input}
        id={id}
        autoComplete="new-password"
        aria-invalid={error !== undefined}
        aria-describedby={error !== undefined || typed ? `${id}-about` : undefined}
        onShow={onShow}
      />
      {error !== undefined ? (
        <FieldError id={`${id}-about`}>{error}</FieldError>
      ) : (
        typed && (
          <p className="hint strength" data-strength={strength} id={`${id}-about`}>
            {says[strength]}
          </p>
        )
      )}
    </div>
  )
}

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
