import type { UseFormRegisterReturn } from 'react-hook-form'
import type { Setting } from '#contract/operations/settings.ts'
import { t } from '#web/i18n/t.ts'
import { LabelledPassword, TextField } from '#web/ui/forms/form-field.tsx'
import { SettingRow } from '../setting-row.tsx'
import { settingText } from '../setting-text.ts'

type Props = { setting: Setting; error: string | undefined; field: UseFormRegisterReturn }

/** A setting as a field of a form, or as a line where the environment sets it. */
export function SettingField({ setting, error, field }: Props) {
  const { name, source, secret, set, pending } = setting
  const words = settingText[name]
  if (source === 'environment') return <FixedSetting setting={setting} />
  const label = words ? t(words.name) : name
  const about = words ? t(words.about) : ''
  if (secret)
    return (
      <LabelledPassword
        label={label}
        hint={set ? t('admin.services.secretKept') : about}
        error={error}
        autoComplete="new-password"
        field={field}
      />
    )
  return (
    <TextField
      label={label}
      hint={pending ? `${about} ${t('admin.services.pending')}` : about}
      error={error}
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      field={field}
    />
  )
}

/** Shows a setting of the environment, which can't be changed here. */
export function FixedSetting({ setting }: { setting: Setting }) {
  return (
    <SettingRow
      setting={setting}
      value={setting.value ?? ''}
      isChanged={false}
      problem={undefined}
      onChange={() => {}}
    />
  )
}
