import { t } from '#web/i18n/t.ts'
import { FormField } from '#web/ui/forms/form-field.tsx'

type Props = { value: string; onChange: (name: string) => void }

/** The name of a group. */
export function GroupName({ value, onChange }: Props) {
  return (
    <FormField label={t('admin.groups.name')}>
      {(field) => (
        <input
          className="input"
          {...field}
          autoComplete="off"
          maxLength={60}
          value={value}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
    </FormField>
  )
}
