import type { UseFormRegisterReturn } from 'react-hook-form'
import {
  ownWebhookEvents,
  type WebhookEvent,
  webhookEvents,
} from '#contract/accounts/webhooks/webhook-kinds.ts'
import { type TextKey, t } from '#web/i18n/t.ts'
import { FormProblem } from '#web/ui/forms/form-field.tsx'
import type { Scope } from './queries.ts'
import { eventText } from './webhook-text.ts'

const groups = [
  ['transfer.', 'webhooks.group.transfers'],
  ['request.', 'webhooks.group.requests'],
  ['user.', 'webhooks.group.accounts'],
] as const satisfies readonly (readonly [string, TextKey])[]

type EventsProps = { scope: Scope; field: UseFormRegisterReturn; error: string | undefined }

/** The events that a webhook is called for, in groups; some are only for those of the service. */
export function EventsField({ scope, field, error }: EventsProps) {
  const offered: readonly WebhookEvent[] = scope === 'service' ? webhookEvents : ownWebhookEvents
  return (
    <>
      {groups.map(([prefix, legend]) => {
        const ofGroup = offered.filter((event) => event.startsWith(prefix))
        if (ofGroup.length === 0) return null
        return (
          <fieldset key={prefix} className="field">
            <legend>{t(legend)}</legend>
            <div className="webhook-events">
              {ofGroup.map((event) => (
                <label key={event} className="row-check">
                  <input type="checkbox" value={event} {...field} />
                  <span>{t(eventText[event])}</span>
                </label>
              ))}
            </div>
          </fieldset>
        )
      })}
      <FormProblem text={error} />
    </>
  )
}

/** Whether calls have the names of transfers, requests and accounts. */
export function NamesField({ field }: { field: UseFormRegisterReturn }) {
  return (
    <label className="row-check">
      <input type="checkbox" aria-describedby="webhook-names" {...field} />
      <span>
        <b>{t('webhooks.names')}</b>
        <br />
        <span className="small muted" id="webhook-names">
          {t('webhooks.namesHint')}
        </span>
      </span>
    </label>
  )
}
