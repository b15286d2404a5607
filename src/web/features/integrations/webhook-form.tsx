import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import {
  ownWebhookEvents,
  type WebhookEvent,
  type WebhookFormat,
  webhookEvents,
  webhookFormats,
  webhookLimits,
} from '#contract/accounts/webhooks/webhook-kinds.ts'
import type { Webhook } from '#contract/accounts/webhooks/webhooks.ts'
import { client } from '#web/accounts/client.ts'
import { type TextKey, t } from '#web/i18n/t.ts'
import { navigate } from '#web/router/history.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Select } from '#web/ui/controls/select.tsx'
import { FormField, FormProblem, TextField } from '#web/ui/forms/form-field.tsx'
import { useAttempt } from '#web/ui/forms/use-attempt.ts'
import { Icon } from '#web/ui/icons/icon.tsx'
import { showToast } from '#web/ui/messages/toast.ts'
import { Link } from '#web/ui/page/link.tsx'
import { CallPreview } from './call-preview.tsx'
import { calls, type Scope, webhooksKey } from './queries.ts'
import type { FreshSecret } from './secret-note.tsx'
import { useView } from './use-views.ts'
import { eventText, formatNames } from './webhook-text.ts'
import { TrialResult, type Tried } from './webhook-trial.tsx'

type Draft = { url: string; name: string; format: WebhookFormat; events: WebhookEvent[]; names: boolean }

type Props = { scope: Scope; webhook: Webhook | undefined; onCreated: (fresh: FreshSecret) => void }

const groups = [
  ['transfer.', 'webhooks.group.transfers'],
  ['request.', 'webhooks.group.requests'],
  ['user.', 'webhooks.group.accounts'],
] as const satisfies readonly (readonly [string, TextKey])[]

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
    const chosen = { url, name, format, names }
    await attempt('webhooks.notSaved', async () => {
      if (webhook) await update(scope, webhook.id, { ...chosen, events })
      else {
        const { webhook: made, secret } = await create(scope, { ...chosen, events })
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

  const offered: readonly WebhookEvent[] = scope === 'service' ? webhookEvents : ownWebhookEvents
  return (
    <div className="stack">
      <div>
        <Link className="btn btn-quiet back" to={back}>
          <Icon name="back" />
          {webhook?.name ?? t('webhooks.title')}
        </Link>
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
          {groups.map(([prefix, legend]) => {
            const ofGroup = offered.filter((event) => event.startsWith(prefix))
            if (ofGroup.length === 0) return null
            return (
              <fieldset key={prefix} className="field">
                <legend>{t(legend)}</legend>
                <div className="webhook-events">
                  {ofGroup.map((event) => (
                    <label key={event} className="row-check">
                      <input
                        type="checkbox"
                        value={event}
                        {...register('events', {
                          validate: (chosen) => chosen.length > 0 || t('webhooks.eventsMissing'),
                        })}
                      />
                      <span>{t(eventText[event])}</span>
                    </label>
                  ))}
                </div>
              </fieldset>
            )
          })}
          <FormProblem text={errors.events?.message} />
          <label className="row-check">
            <input type="checkbox" aria-describedby="webhook-names" {...register('names')} />
            <span>
              <b>{t('webhooks.names')}</b>
              <br />
              <span className="small muted" id="webhook-names">
                {t('webhooks.namesHint')}
              </span>
            </span>
          </label>
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

type Fields = Draft & { on?: boolean }

function isOwn(events: readonly WebhookEvent[]): events is (typeof ownWebhookEvents)[number][] {
  return events.every((event) => ownWebhookEvents.some((own) => own === event))
}

function create(scope: Scope, body: Fields) {
  const { events, ...others } = body
  if (scope === 'own' && isOwn(events)) return client.call(calls.own.create, { body: { ...others, events } })
  return client.call(calls.service.create, { body })
}

function sendTrial(scope: Scope, body: Draft) {
  const { events, ...others } = body
  if (scope === 'own' && isOwn(events)) return client.call(calls.own.tryOut, { body: { ...others, events } })
  return client.call(calls.service.tryOut, { body })
}

/** Changes a webhook; it is on afterwards unless `on` is false. */
export function update(scope: Scope, id: string, body: Fields) {
  const params = { id }
  const { events, ...others } = body
  if (scope === 'own' && isOwn(events))
    return client.call(calls.own.update, { params, body: { ...others, events } })
  return client.call(calls.service.update, { params, body })
}
