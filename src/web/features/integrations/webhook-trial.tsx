import type { WebhookFormat } from '#contract/accounts/webhooks/webhook-kinds.ts'
import type { WebhookTrial } from '#contract/accounts/webhooks/webhooks.ts'
import { t } from '#web/i18n/t.ts'
import { Icon } from '#web/ui/icons/icon.tsx'
import { failureTexts, inTime } from './webhook-text.ts'

/** Result of a test call before there is a webhook. */
export type Tried = { readonly trial: WebhookTrial; readonly format: WebhookFormat }

/** Answer of an address to a test call, or the reason why there is none. */
export function TrialResult({ tried }: { tried: Tried | undefined }) {
  return <div role="status">{tried && <Answer {...tried} />}</div>
}

function Answer({ trial: { status, failure, took }, format }: Tried) {
  if (status === null)
    return (
      <p className="note note-warn">
        <Icon name="warning" />
        {t('webhooks.trialFailed', { reason: failure === null ? '' : t(failureTexts[failure]) })}
      </p>
    )
  const answer = inTime(status, took)
  if (status >= 200 && status < 300)
    return (
      <p className="note note-ok">
        <Icon name="tick" />
        {t('webhooks.trialTaken', { answer })}
      </p>
    )
  const mayCheck = format === 'standard' && status >= 400 && status < 500
  return (
    <p className="note note-warn">
      <Icon name="warning" />
      <span>
        {t('webhooks.trialRefused', { answer })} {mayCheck && t('webhooks.trialSecret')}
      </span>
    </p>
  )
}
