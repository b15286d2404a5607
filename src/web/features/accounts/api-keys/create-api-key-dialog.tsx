import { useId } from 'react'
import { useForm } from 'react-hook-form'
import { isAdminScope, type Scope, scopes } from '#contract/accounts/scopes.ts'
import { apiKeyLimits } from '#contract/signing-in/limits.ts'
import { client } from '#web/accounts/client.ts'
import { t } from '#web/i18n/t.ts'
import { Select } from '#web/ui/controls/select.tsx'
import { FormDialog } from '#web/ui/dialogs/form-dialog.tsx'
import { FieldError, FormField, TextField } from '#web/ui/forms/form-field.tsx'
import { useAttempt } from '#web/ui/forms/use-attempt.ts'
import { clockNow } from '#web/ui/time/clock.ts'
import { ConfirmationField, useConfirmation } from '../confirm/confirmation-field.tsx'
import { scopeNames } from './api-key-row.tsx'
import type { NewKey } from './new-key-note.tsx'

const DAY = 24 * 60 * 60_000
/** Days that a key may live; none: until it is revoked. */
const lives = ['30', '90', '365', ''] as const

type Draft = { name: string; scopes: Scope[]; days: string; networks: string; password: string }

type Props = { isAdmin: boolean; onCreated: (key: NewKey) => void; onClose: () => void }

/** Makes an API key. */
export function CreateApiKeyDialog({ isAdmin, onCreated, onClose }: Props) {
  const id = useId()
  const confirmation = useConfirmation()
  const { register, handleSubmit, setError, formState } = useForm<Draft>({
    defaultValues: { name: '', scopes: ['transfers:send'], days: '90', networks: '', password: '' },
  })
  const { errors } = formState
  const { problem, attempt } = useAttempt(setError, {
    WRONG_PASSWORD: 'password',
    INVALID_NETWORK: 'networks',
  })

  async function create({ name, scopes, days, networks, password }: Draft) {
    const body = {
      name,
      scopes,
      expiresAt: days === '' ? null : new Date(clockNow() + Number(days) * DAY).toISOString(),
      networks: networks.split(/[\s,]+/).filter(Boolean),
    }
    await attempt('apiKeys.failed', async () => {
      const reply = await confirmation.confirmed(password, (headers) =>
        client.call('createApiKey', { body, headers }),
      )
      onCreated({ id: reply.apiKey.id, name, key: reply.key, sends: scopes.includes('transfers:send') })
    })
  }

  return (
    <FormDialog
      title={t('apiKeys.new')}
      action={t('apiKeys.create')}
      busyAction={t('apiKeys.creating')}
      busy={formState.isSubmitting}
      disabled={confirmation.blocked}
      problem={problem}
      onSubmit={handleSubmit(create)}
      onClose={onClose}
    >
      <TextField
        label={t('apiKeys.name')}
        hint={t('apiKeys.nameHint')}
        error={errors.name?.message}
        maxLength={apiKeyLimits.name}
        autoComplete="off"
        field={register('name', { validate: (name) => name.trim() !== '' || t('apiKeys.nameMissing') })}
      />
      <fieldset className="field" aria-describedby={errors.scopes ? id : undefined}>
        <legend>{t('apiKeys.scopes')}</legend>
        {scopes
          .filter((scope) => isAdmin || !isAdminScope(scope))
          .map((scope) => (
            <label key={scope} className="row-check">
              <input
                type="checkbox"
                value={scope}
                {...register('scopes', {
                  validate: (chosen) => chosen.length > 0 || t('apiKeys.scopesMissing'),
                })}
              />
              <span>{t(scopeNames[scope])}</span>
            </label>
          ))}
        {errors.scopes && <FieldError id={id}>{errors.scopes.message}</FieldError>}
      </fieldset>
      <FormField label={t('apiKeys.expiry')}>
        {(tie) => (
          <Select
            {...tie}
            {...register('days')}
            options={lives.map((value) => ({
              value,
              text: value === '' ? t('apiKeys.never') : t('apiKeys.afterDays', { days: Number(value) }),
            }))}
          />
        )}
      </FormField>
      <TextField
        label={t('apiKeys.networks')}
        hint={t('apiKeys.networksHint')}
        error={errors.networks?.message}
        autoComplete="off"
        spellCheck={false}
        field={register('networks')}
      />
      <ConfirmationField
        confirmation={confirmation}
        error={errors.password?.message}
        field={(rules) => register('password', rules)}
      />
    </FormDialog>
  )
}
