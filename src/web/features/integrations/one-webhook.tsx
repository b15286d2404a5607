import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Delivery, Webhook } from '#contract/accounts/webhooks/webhooks.ts'
import { client } from '#web/accounts/client.ts'
import { formatDateTime } from '#web/i18n/format/format.ts'
import { pastMoment } from '#web/i18n/format/further-formats.ts'
import { t } from '#web/i18n/t.ts'
import { navigate } from '#web/router/history.ts'
import { Button, useSingleFlight } from '#web/ui/controls/button.tsx'
import { ConfirmDialog } from '#web/ui/dialogs/confirm-dialog.tsx'
import { Icon } from '#web/ui/icons/icon.tsx'
import { PanelIcon } from '#web/ui/icons/panel-icon.tsx'
import { WaitingRows } from '#web/ui/lists/waiting-rows.tsx'
import { failureText, failureWithReason } from '#web/ui/messages/failure-text.ts'
import { showToast } from '#web/ui/messages/toast.ts'
import { BackLink } from '#web/ui/page/back-link.tsx'
import { Link } from '#web/ui/page/link.tsx'
import { SectionError } from '#web/ui/page/problems.tsx'
import { calls, deliveriesQuery, type Scope, webhooksKey, webhooksQuery } from './queries.ts'
import { updateWebhook } from './save-webhook.ts'
import { type FreshSecret, SecretNote } from './secret-note.tsx'
import { useView } from './use-views.ts'
import { eventText, resultOf, stateOf } from './webhook-text.ts'

type Props = {
  scope: Scope
  webhook: Webhook
  fresh: FreshSecret | undefined
  onFresh: (fresh: FreshSecret | undefined) => void
}

/** A webhook: what is wrong first, its calls, and what can be done with it. */
export function OneWebhook({ scope, webhook, fresh, onFresh }: Props) {
  const queries = useQueryClient()
  const { to } = useView(scope)
  const [asking, setAsking] = useState<'delete' | 'secret'>()
  const { id, name, url, on } = webhook
  const renew = () => queries.invalidateQueries({ queryKey: webhooksKey(scope) })

  const [test, testing] = useSingleFlight(async () => {
    try {
      await client.call(calls[scope].test, { params: { id } })
      await renew()
      showToast('success', t('webhooks.testSent'))
    } catch (error) {
      showToast('error', failureText(error, 'webhooks.testFailed'))
    }
  })
  const [turn, turning] = useSingleFlight(async () => {
    try {
      const { events, format, names } = webhook
      await updateWebhook(scope, id, { url, name, events, format, names, on: !on })
      await renew()
    } catch (error) {
      showToast('error', failureText(error, 'webhooks.notSaved'))
    }
  })

  async function remove(): Promise<string | undefined> {
    try {
      await client.call(calls[scope].remove, { params: { id } })
    } catch (error) {
      return failureWithReason(error, 'webhooks.notDeleted')
    }
    navigate(to.list, { replace: true })
    // Its own calls are gone, and this page may still show them for a moment.
    await queries.invalidateQueries({ queryKey: webhooksQuery(scope).queryKey })
    showToast('success', t('webhooks.deleted'))
    return undefined
  }

  async function rotate(): Promise<string | undefined> {
    try {
      const { secret } = await client.call(calls[scope].rotate, { params: { id } })
      onFresh({ id, name, secret, isRotated: true })
      setAsking(undefined)
      await renew()
      return undefined
    } catch (error) {
      return failureWithReason(error, 'webhooks.notSaved')
    }
  }

  return (
    <div className="stack">
      <div>
        <BackLink to={to.list}>{t('webhooks.title')}</BackLink>
      </div>
      <div className="bar-row between">
        <div className="webhook-head">
          {scope === 'own' ? <h1 className="break">{name}</h1> : <h2 className="break">{name}</h2>}
          <p className="muted break">{url}</p>
        </div>
        <div className="bar-row">
          {on && (
            <Button busy={testing} onClick={() => test()}>
              {t('webhooks.test')}
            </Button>
          )}
          <Link className="btn btn-line" to={to.edit(id)}>
            <PanelIcon name="pencil" />
            {t('webhooks.edit')}
          </Link>
        </div>
      </div>
      {fresh?.id === id && <SecretNote fresh={fresh} onClose={() => onFresh(undefined)} />}
      <Trouble webhook={webhook} />
      <Calls scope={scope} webhook={webhook} />
      <div className="bar-row">
        <Button busy={turning} onClick={() => turn()}>
          {t(on ? 'webhooks.turnOff' : 'webhooks.turnOn')}
        </Button>
        <Button onClick={() => setAsking('secret')}>{t('webhooks.rotate')}</Button>
        <Button variant="danger" onClick={() => setAsking('delete')}>
          {t('webhooks.delete')}
        </Button>
      </div>
      {asking === 'delete' && (
        <ConfirmDialog
          title={t('webhooks.deleteTitle', { name })}
          action={t('webhooks.delete')}
          busyAction={t('webhooks.deleting')}
          onConfirm={remove}
          onClose={() => setAsking(undefined)}
        />
      )}
      {asking === 'secret' && (
        <ConfirmDialog
          title={t('webhooks.rotateTitle', { name })}
          text={t('webhooks.oldSecret')}
          action={t('webhooks.rotate')}
          busyAction={t('webhooks.saving')}
          onConfirm={rotate}
          onClose={() => setAsking(undefined)}
        />
      )}
    </div>
  )
}

/** Reason why calls fail or are off, with the moment at which they end. */
function Trouble({ webhook }: { webhook: Webhook }) {
  const { text, isBad } = stateOf(webhook)
  if (!isBad) return null
  const { turnsOffAt } = webhook
  return (
    <p className="note note-warn">
      <Icon name="warning" />
      <span>
        <b>{text}</b>{' '}
        {turnsOffAt !== null && t('webhooks.turnsOff', { when: formatDateTime(Date.parse(turnsOffAt)) })}
      </span>
    </p>
  )
}

function Calls({ scope, webhook: { id, on } }: { scope: Scope; webhook: Webhook }) {
  const { data, isError, refetch } = useQuery(deliveriesQuery(scope, id))
  return (
    <section className="card clip" aria-labelledby="webhook-calls">
      <div className="head-row">
        <h2 id="webhook-calls">{t('webhooks.calls')}</h2>
      </div>
      {isError && !data && <SectionError text={t('webhooks.notLoaded')} onRetry={() => void refetch()} />}
      {!data && !isError && <WaitingRows rows={4} />}
      {data?.deliveries.length === 0 && <p className="webhooks-none muted">{t('webhooks.noCalls')}</p>}
      {data?.deliveries.map((delivery) => (
        <Call key={delivery.id} scope={scope} webhookId={id} delivery={delivery} mayRepeat={on} />
      ))}
    </section>
  )
}

type CallProps = { scope: Scope; webhookId: string; delivery: Delivery; mayRepeat: boolean }

/** A call: when, about what, and its result; unfolded, what was sent and answered. */
function Call({ scope, webhookId, delivery, mayRepeat }: CallProps) {
  const queries = useQueryClient()
  const [asking, setAsking] = useState(false)
  const { n, at, type, state, body, answer, tries, nextTryAt } = delivery
  const { text, isBad } = resultOf(delivery)

  async function repeat(): Promise<string | undefined> {
    try {
      await client.call(calls[scope].again, { params: { id: webhookId, n: String(n) } })
      setAsking(false)
      await queries.invalidateQueries({ queryKey: webhooksKey(scope) })
      return undefined
    } catch (error) {
      return failureWithReason(error, 'webhooks.testFailed')
    }
  }
  const [again, busy] = useSingleFlight(async () => {
    const problem = await repeat()
    if (problem !== undefined) showToast('error', problem)
  })
  return (
    <details className="webhook-call">
      <summary>
        <span className="num">{pastMoment(Date.parse(at), Date.now())}</span>
        <span>
          <b>{t(eventText[type])}</b> <span className="small muted">{type}</span>
        </span>
        <span className={isBad ? 'webhook-state bad' : 'webhook-state'}>{text}</span>
        <Icon name="chevron" />
      </summary>
      <div className="webhook-sides">
        <div>
          <h3>{t('webhooks.sent')}</h3>
          <pre className="webhook-code">{readable(body)}</pre>
        </div>
        <div>
          <h3>{t('webhooks.answer')}</h3>
          <pre className="webhook-code">{answer ?? text}</pre>
          <p className="hint">
            {t('webhooks.tries', { count: tries })}
            {nextTryAt !== null &&
              state === 'waiting' &&
              ` ${t('webhooks.nextTry', { when: formatDateTime(Date.parse(nextTryAt)) })}`}
          </p>
          {mayRepeat && (
            <Button busy={busy} onClick={() => (state === 'delivered' ? setAsking(true) : again())}>
              <PanelIcon name="refresh" />
              {t('webhooks.again')}
            </Button>
          )}
        </div>
      </div>
      {asking && (
        <ConfirmDialog
          title={t('webhooks.againTitle')}
          text={t('webhooks.againText')}
          action={t('webhooks.again')}
          busyAction={t('webhooks.saving')}
          onConfirm={repeat}
          onClose={() => setAsking(false)}
        />
      )}
    </details>
  )
}

/** JSON with indentation; other texts as they are. */
function readable(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2)
  } catch {
    return body
  }
}
