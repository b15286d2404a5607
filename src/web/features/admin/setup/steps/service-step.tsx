import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { ApiError } from '#client/api-error.ts'
import type { Setting } from '#contract/operations/settings.ts'
import type { Setup } from '#contract/operations/setup.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { client } from '../../../../accounts/client.ts'
import { t } from '../../../../i18n/t.ts'
import { FormProblem, TextField } from '../../../../ui/forms/form-field.tsx'
import { Icon } from '../../../../ui/icons/icon.tsx'
import { failureWithReason } from '../../../../ui/messages/failure-text.ts'
import { SettingRow } from '../../settings/setting-row.tsx'
import { settingText } from '../../settings/setting-text.ts'
import { settingsQuery } from '../../shared/queries.ts'
import { BackLink, goToStep, SetupFrame } from '../setup-frame.tsx'

const asked = ['OPERATOR_NAME', 'OPERATOR_ADDRESS', 'SUPPORT_MAIL'] as const
type Answers = Partial<Record<(typeof asked)[number], string>>

/** Address and operator of the service. */
export function ServiceStep({ setup }: { setup: Setup }) {
  const settings = useQuery(settingsQuery).data
  return (
    <SetupFrame step="service" title={t('setup.serviceTitle')} text={t('setup.serviceText')}>
      <AddressNote publicUrl={setup.publicUrl} />
      {settings ? (
        <OperatorForm settings={settings.filter(({ name }) => asked.some((one) => one === name))} />
      ) : (
        <div className="setup-wait" />
      )}
    </SetupFrame>
  )
}

/** Form of the operator; values set by the environment are read-only. */
function OperatorForm({ settings }: { settings: readonly Setting[] }) {
  const queries = useQueryClient()
  const [problem, setProblem] = useState<string>()
  const values = Object.fromEntries(settings.map(({ name, value }) => [name, value ?? '']))
  const { register, handleSubmit, setError, formState } = useForm<Answers>({ defaultValues: values })

  async function save(answers: Answers) {
    setProblem(undefined)
    const changes = asked.flatMap((name) => {
      const setting = settings.find((one) => one.name === name)
      const to = answers[name]?.trim() ?? ''
      if (!setting || setting.source === 'environment' || to === (setting.value ?? '')) return []
      return [{ name, from: setting.value, to: to || null }]
    })
    try {
      if (changes.length > 0) {
        await client.call('changeSettings', { body: { changes } })
        await queries.invalidateQueries()
      }
      goToStep('mail')
    } catch (error) {
      const wrong = error instanceof ApiError && error.code === 'INVALID_SETTING' ? error.details : undefined
      const field = asked.find((name) => name === wrong)
      if (field) setError(field, { message: t('admin.settings.invalid') }, { shouldFocus: true })
      else setProblem(failureWithReason(error, 'admin.settings.failed'))
    }
  }

  return (
    <form className="stack" noValidate onSubmit={handleSubmit(save)}>
      <div className="card card-pad stack">
        {asked.map((name) => {
          const setting = settings.find((one) => one.name === name)
          const words = settingText[name]
          if (!setting || !words) return null
          if (setting.source === 'environment') return <Fixed key={name} setting={setting} />
          return (
            <TextField
              key={name}
              label={t(words.name)}
              hint={t(words.about)}
              error={formState.errors[name]?.message}
              autoComplete="off"
              field={register(name)}
            />
          )
        })}
        <FormProblem text={problem} />
      </div>
      <div className="bar-row between">
        <BackLink to="audience" />
        <Button
          type="submit"
          variant="primary"
          large
          busy={formState.isSubmitting}
          busyText={t('admin.settings.saving')}
        >
          {t('setup.continue')}
        </Button>
      </div>
    </form>
  )
}

function Fixed({ setting }: { setting: Setting }) {
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

/** Whether the service is where people find it: at the address that this page was opened at. */
function AddressNote({ publicUrl }: { publicUrl: string }) {
  const here = location.origin
  const isRight = here === publicUrl
  return (
    <div className="card card-pad stack-s">
      <h2>{t('setup.address')}</h2>
      <p className="strong break">{publicUrl}</p>
      {isRight ? (
        <p className="small muted">{t('setup.addressRight')}</p>
      ) : (
        <p className="note note-warn">
          <Icon name="warning" />
          {t('setup.addressOther', { here, there: publicUrl })}
        </p>
      )}
    </div>
  )
}
