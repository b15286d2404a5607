import type { ReactNode } from 'react'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import type { Setting } from '#contract/operations/settings.ts'
import { FormProblem } from '#web/ui/forms/form-field.tsx'
import { failureWithReason } from '#web/ui/messages/failure-text.ts'
import { RegionField } from './region-field.tsx'
import { refusedSettings, type TypedValues, useSaveSettings } from './save-settings.ts'
import { SettingField } from './setting-field.tsx'

type Props = {
  /** Names of the settings, in order. */
  names: readonly string[]
  settings: readonly Setting[]
  /** Texts for settings without a value. */
  suggestions?: TypedValues
  /** Called once everything is saved, also when nothing was changed. */
  onSaved: () => void
  children?: ReactNode
  /** The buttons below; one of them submits. */
  buttons: (busy: boolean) => ReactNode
}

/** Form of settings that belong together. They are tried and saved at once; what is refused stays as it was typed. */
export function ServiceForm({ names, settings, suggestions = {}, onSaved, children, buttons }: Props) {
  const [problem, setProblem] = useState<string>()
  const save = useSaveSettings()
  const shown = names.flatMap((name) => settings.find((setting) => setting.name === name) ?? [])
  const form = useForm<Record<string, string>>({
    defaultValues: Object.fromEntries(
      shown.map(({ name, value }) => [name, value ?? suggestions[name] ?? '']),
    ),
  })
  const { errors, isSubmitting } = form.formState

  async function submit(typed: Record<string, string>) {
    setProblem(undefined)
    try {
      await save(shown, typed)
      for (const { name, secret } of shown) if (secret) form.resetField(name, { defaultValue: '' })
      onSaved()
    } catch (error) {
      const refused = refusedSettings(error)
      const here = refused?.names.filter((name) => names.includes(name)) ?? []
      for (const [index, name] of here.entries())
        form.setError(name, { message: refused?.message ?? '' }, { shouldFocus: index === 0 })
      if (here.length === 0) setProblem(failureWithReason(error, 'admin.settings.failed'))
    }
  }

  return (
    <form className="stack" noValidate onSubmit={form.handleSubmit(submit)}>
      <div className="card card-pad stack">
        {shown.map((setting) =>
          setting.name === 'HOSTING_REGION' && setting.source !== 'environment' ? (
            <RegionField key={setting.name} form={form} error={errors[setting.name]?.message} />
          ) : (
            <SettingField
              key={setting.name}
              setting={setting}
              error={errors[setting.name]?.message}
              field={form.register(setting.name)}
            />
          ),
        )}
        {children}
        <FormProblem text={problem} />
      </div>
      {buttons(isSubmitting)}
    </form>
  )
}
