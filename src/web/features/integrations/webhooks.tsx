import './integrations.css'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Webhook } from '#contract/accounts/webhooks/webhooks.ts'
import { t } from '#web/i18n/t.ts'
import { paths } from '#web/router/paths.ts'
import { Icon } from '#web/ui/icons/icon.tsx'
import { PanelIcon } from '#web/ui/icons/panel-icon.tsx'
import { WaitingRows } from '#web/ui/lists/waiting-rows.tsx'
import { BackLink } from '#web/ui/page/back-link.tsx'
import { Link } from '#web/ui/page/link.tsx'
import { PortalProblem } from '#web/ui/page/problems.tsx'
import { OneWebhook } from './one-webhook.tsx'
import { type Scope, webhooksQuery } from './queries.ts'
import { type FreshSecret, SecretNote } from './secret-note.tsx'
import { useView } from './use-views.ts'
import { WebhookForm } from './webhook-form.tsx'
import { formatNames, stateOf } from './webhook-text.ts'

/** Webhooks of a scope: their list, the form of one, and its calls. */
export function Webhooks({ scope }: { scope: Scope }) {
  const { view, to } = useView(scope)
  const [fresh, setFresh] = useState<FreshSecret>()
  const { data, isError, refetch } = useQuery(webhooksQuery(scope))
  if (isError && !data) return <PortalProblem onRetry={() => void refetch()} />
  const chosen = 'id' in view ? data?.find(({ id }) => id === view.id) : undefined
  if (view.at === 'new' || (view.at === 'edit' && chosen))
    return <WebhookForm key={chosen?.id} scope={scope} webhook={chosen} onCreated={setFresh} />
  if (view.at === 'one' && chosen)
    return <OneWebhook key={chosen.id} scope={scope} webhook={chosen} fresh={fresh} onFresh={setFresh} />
  return (
    <div className="stack">
      {scope === 'own' && (
        <div>
          <BackLink to={{ pathname: paths.portalProfile, search: 'section=integrations' }}>
            {t('webhooks.integrations')}
          </BackLink>
        </div>
      )}
      <div className="bar-row between">
        {scope === 'own' ? <h1>{t('webhooks.title')}</h1> : <h2>{t('webhooks.title')}</h2>}
        <Link className="btn btn-line" to={to.new}>
          <PanelIcon name="plus" />
          {t('webhooks.new')}
        </Link>
      </div>
      <p className="muted webhooks-about">
        {t(scope === 'own' ? 'webhooks.about' : 'webhooks.aboutService')}
      </p>
      {fresh && <SecretNote fresh={fresh} onClose={() => setFresh(undefined)} />}
      <section className="card clip" aria-label={t('webhooks.title')} aria-busy={!data}>
        {!data && <WaitingRows rows={3} />}
        {data?.length === 0 && <p className="webhooks-none muted">{t('webhooks.none')}</p>}
        <ul className="webhooks">
          {data?.map((webhook) => (
            <Row key={webhook.id} webhook={webhook} to={to.one(webhook.id)} />
          ))}
        </ul>
      </section>
    </div>
  )
}

function Row({ webhook, to }: { webhook: Webhook; to: { pathname: string; search: string } }) {
  const { name, url, events, format } = webhook
  const { text, isBad } = stateOf(webhook)
  return (
    <li>
      <Link to={to}>
        <span className="webhook-name">
          <b className="break">{name}</b>
          <span className="small muted break">{url}</span>
          <span className="small muted">
            {formatNames[format]} · {t('webhooks.events', { count: events.length })}
          </span>
        </span>
        <span className={isBad ? 'webhook-state bad' : 'webhook-state'}>{text}</span>
        <Icon name="chevron" />
      </Link>
    </li>
  )
}
