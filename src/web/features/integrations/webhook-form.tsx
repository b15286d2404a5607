import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { webhookFormats, webhookLimits } from '#contract/accounts/webhooks/webhook-kinds.ts'
import type { Webhook } from '#contract/accounts/webhooks/webhooks.ts'
import { t } from '#web/i18n/t.ts'
import { navigate } from '#web/router/history.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Select } from '#web/ui/controls/select.tsx'
import { FormField, FormProblem, TextField } from '#web/ui/forms/form-field.tsx'
import { useAttempt } from '#web/ui/forms/use-attempt.ts'
import { showToast } from '#web/ui/messages/toast.ts'
import { BackLink } from '#web/ui/page/back-link.tsx'
import { CallPreview } from './call-preview.tsx'
import { type Scope, webhooksKey } from './queries.ts'
import { createWebhook, type Draft, sendTrial, updateWebhook } from './save-webhook.ts'
import type { FreshSecret } from './secret-note.tsx'
import { useView } from './use-views.ts'
import { EventsField, NamesField } from './webhook-fields.tsx'
import { formatNames } from './webhook-text.ts'
import { TrialResult, type Tried } from './webhook-trial.tsx'

type Props = { scope: Scope; webhook: Webhook | undefined; onCreated: (fresh: FreshSecret) => void }

/** Which field a refusal of the server is about. */
const fieldOf = {
  INVALID_WEBHOOK_ADDRESS: 'url',
  WEBHOOK_ADDRESS_NOT_PUBLIC: 'url',
  WEBHOOK_ADDRESS_UNKNOWN: 'url',
} as const

/** Makes a webhook, or changes one, beside what arrives there. */
export function WebhookForm({ scope, webhook, onCreated }: Props) {
  const queries = useQueryClient()
  const { to } = useView(scope)
  const { register, handleSubmit, setError, control, formState } = useForm<Draft>({
    defaultValues: webhook ?? {
      url: '',
      name: '',
      format: 'standard',
      events: ['transfer.downloaded', 'request.received'],
      names: false,
    },
  })
  const { errors, isSubmitting } = formState
  const { problem, attempt } = useAttempt(setError, fieldOf)
  const [isTrying, setTrying] = useState(false)
  const [tried, setTried] = useState<Tried>()
  const [format, events, names] = useWatch({ control, name: ['format', 'events', 'names'] })
  const title = t(webhook ? 'webhooks.edit' : 'webhooks.new')
  const back = webhook ? to.one(webhook.id) : to.list

  async function save({ url, name, format, events, names }: Draft) {
    const draft = { url, name, format, events, names }
    await attempt('webhooks.notSaved', async () => {
      if (webhook) await updateWebhook(scope, webhook.id, draft)
      else {
        const { webhook: made, secret } = await createWebhook(scope, draft)
        onCreated({ id: made.id, name: made.name, secret, isRotated: false })
      }
      await queries.invalidateQueries({ queryKey: webhooksKey(scope) })
      navigate(back, { replace: true })
      if (webhook) showToast('success', t('webhooks.saved'))
    })
  }

  async function tryOut(draft: Draft) {
    setTried(undefined)
    setTrying(true)
    await attempt('webhooks.testFailed', async () => {
      const { trial } = await sendTrial(scope, draft)
      setTried({ trial, format: draft.format })
    })
    setTrying(false)
  }

  return (
    <div className="stack">
      <div>
        <BackLink to={back}>{webhook?.name ?? t('webhooks.title')}</BackLink>
      </div>
      {scope === 'own' ? <h1>{title}</h1> : <h2>{title}</h2>}
      <div className="webhook-make">
        <form className="card card-pad stack" aria-label={title} onSubmit={handleSubmit(save)} noValidate>
          <TextField
            label={t('webhooks.address')}
            hint={t('webhooks.addressHint')}
            error={errors.url?.message}
            inputMode="url"
            spellCheck={false}
            autoComplete="off"
            maxLength={webhookLimits.address}
            field={register('url', { validate: (url) => url.trim() !== '' || t('webhooks.addressMissing') })}
          />
          <div className="webhook-pair">
            <FormField label={t('webhooks.format')}>
              {(tie) => (
                <Select
                  {...tie}
                  {...register('format')}
                  options={webhookFormats.map((value) => ({ value, text: formatNames[value] }))}
                />
              )}
            </FormField>
            <TextField
              label={t('webhooks.name')}
              error={errors.name?.message}
              autoComplete="off"
              maxLength={webhookLimits.name}
              field={register('name')}
            />
          </div>
          <EventsField
            scope={scope}
            field={register('events', {
              validate: (chosen) => chosen.length > 0 || t('webhooks.eventsMissing'),
            })}
            error={errors.events?.message}
          />
          <NamesField field={register('names')} />
          <FormProblem text={problem} />
          <div className="bar-row">
            <Button
              type="submit"
              variant="primary"
              large
              busy={isSubmitting}
              busyText={isTrying ? undefined : t('webhooks.saving')}
            >
              {t(webhook ? 'webhooks.save' : 'webhooks.create')}
            </Button>
            {!webhook && (
              <Button
                large
                busy={isSubmitting}
                busyText={isTrying ? t('webhooks.trying') : undefined}
                onClick={handleSubmit(tryOut)}
              >
                {t('webhooks.test')}
              </Button>
            )}
          </div>
          {!webhook && <TrialResult tried={tried} />}
        </form>
        <CallPreview format={format} events={events} names={names} />
      </div>
    </div>
  )
}
