import { composeCall } from '#contract/accounts/webhooks/call-body.ts'
import { tellCall } from '#contract/accounts/webhooks/call-sentences.ts'
import type { WebhookEvent, WebhookFormat } from '#contract/accounts/webhooks/webhook-kinds.ts'
import type { WebhookFacts } from '#contract/accounts/webhooks/webhooks.ts'
import { spokenLanguage } from '#web/i18n/language.ts'
import { t } from '#web/i18n/t.ts'
import { productName } from '#web/ui/browser/brand.ts'

const MB = 1024 * 1024
/** Calls that are shown. */
const shown = 3

type Props = { format: WebhookFormat; events: readonly WebhookEvent[]; names: boolean }

/** Sample of what arrives at the address: the body of one call, or the messages that people see. */
export function CallPreview({ format, events, names }: Props) {
  const language = spokenLanguage()
  const now = Date.now()
  const samples = (events.length > 0 ? events : (['transfer.downloaded'] as const)).slice(0, shown)
  const [first = 'transfer.downloaded'] = samples
  const body =
    format === 'standard'
      ? composeCall('standard', { type: first, at: now, facts: sampleOf(first, names, now) }, language).body
      : ''
  return (
    <aside className="webhook-preview stack-s" aria-label={t('webhooks.preview')}>
      <h2>{t('webhooks.preview')}</h2>
      {format === 'standard' ? (
        <pre className="webhook-code">{JSON.stringify(JSON.parse(body), null, 2)}</pre>
      ) : (
        <ul className="card card-pad stack-s webhook-chat">
          {samples.map((event) => {
            const { sentence, open } = tellCall(event, sampleOf(event, names, now), language)
            return (
              <li key={event}>
                <b>{productName}</b>
                <span>
                  {sentence} <u>{open}</u>
                </span>
              </li>
            )
          })}
        </ul>
      )}
      <p className="small muted">
        {t(format === 'standard' ? 'webhooks.previewSigned' : 'webhooks.previewText')}
      </p>
    </aside>
  )
}

function sampleOf(event: WebhookEvent, names: boolean, now: number): WebhookFacts {
  const page = `${location.origin}/portal`
  const name = names
    ? { name: t(event === 'user.created' ? 'webhooks.sampleUser' : 'webhooks.sampleName') }
    : {}
  const ref = 'kQ3vZr0s8mWb1tYx5uNd2A'
  if (event === 'user.created') return { ref, page, ...name }
  const files = { files: 3, bytes: 12 * MB }
  if (event.startsWith('request.'))
    return { ref, ...(event === 'request.received' ? files : {}), page, ...name }
  const isFull = event === 'transfer.limit_reached'
  const counts = event === 'transfer.created' ? { limit: 5 } : { downloads: isFull ? 5 : 2, limit: 5 }
  const reason = event === 'transfer.ended' ? { reason: 'expired' as const } : {}
  const expires = new Date(now + 3_600_000).toISOString()
  return { ref, ...files, ...counts, ...reason, expires, page, ...name }
}
