import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import type { Identity } from '#contract/signing-in/identities.ts'
import { client } from '#web/accounts/client.ts'
import { loadUser } from '#web/accounts/load-user.ts'
import { formatDate } from '#web/i18n/format/format.ts'
import { t } from '#web/i18n/t.ts'
import { useLocation } from '#web/router/location.ts'
import { identitiesQuery, profileQuery } from '#web/service/queries.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { closeAndNotify, closeOwn } from '#web/ui/dialogs/use-modal.ts'
import { PanelIcon } from '#web/ui/icons/panel-icon.tsx'
import { showToast } from '#web/ui/messages/toast.ts'
import { SectionError } from '#web/ui/page/problems.tsx'
import {
  clearReturn,
  consumeStarted,
  purposeIn,
  readReturn,
  startWithProvider,
} from '../provider/start-with-provider.ts'
import { FactorDialog } from './factor-dialog.tsx'

const titleId = 'connected'

type Proof = { readonly code: string; readonly verifier: string }

/** The accounts elsewhere that sign a person in here, and what comes back from the provider to this page. */
export default function ConnectedSection({ name }: { name: string }) {
  const queries = useQueryClient()
  const location = useLocation()
  const { data, isError, refetch } = useQuery(identitiesQuery)
  const [proof, setProof] = useState<Proof>()
  const [leaving, setLeaving] = useState<Identity>()

  const goOn = useEffectEvent(() => {
    const back = readReturn(location)
    const purpose = purposeIn(location)
    if (!back || purpose !== 'connect') return
    clearReturn(location)
    const started = consumeStarted()
    if ('problem' in back || !started) return showToast('error', t('identities.failed'))
    setProof({ code: back.code, verifier: started.verifier })
  })
  useEffect(() => goOn(), [])

  async function connect(headers: Record<string, string>) {
    if (!proof) return
    await client.call('connectIdentity', { body: proof, headers })
    await queries.invalidateQueries(identitiesQuery)
    closeAndNotify(() => setProof(undefined), titleId, t('identities.connected', { name }))
  }
  async function disconnect(headers: Record<string, string>) {
    if (!leaving) return
    await client.call('disconnectIdentity', { params: { id: leaving.id }, headers })
    // Roles that its claims gave are gone with it.
    await Promise.all([
      queries.invalidateQueries(identitiesQuery),
      queries.invalidateQueries(profileQuery),
      loadUser(),
    ])
    const text = t('identities.disconnected', { name: leaving.provider })
    closeAndNotify(() => setLeaving(undefined), titleId, text)
  }

  return (
    <section className="card" aria-labelledby={titleId}>
      <div className="head-row">
        <h2 id={titleId} tabIndex={-1}>
          {t('identities.title')}
        </h2>
        {data && !data.some(({ current }) => current) && (
          <Button
            onClick={() =>
              void startWithProvider('connect', { redirect: location.pathname + location.search })
            }
          >
            {t('identities.connect', { name })}
          </Button>
        )}
      </div>
      <p className="section-about muted">{t('identities.about')}</p>
      {isError && !data && <SectionError text={t('identities.notLoaded')} onRetry={() => void refetch()} />}
      {data && data.length > 0 && (
        <ul className="sessions">
          {data.map((identity) => (
            <Row key={identity.id} identity={identity} onDisconnect={() => setLeaving(identity)} />
          ))}
        </ul>
      )}
      {proof && (
        <FactorDialog
          title={t('identities.connectTitle')}
          text={t('identities.connectText')}
          action={t('identities.connectAction')}
          busyAction={t('identities.connecting')}
          failed="identities.failed"
          onConfirm={connect}
          onClose={closeOwn(proof, setProof)}
        />
      )}
      {leaving && (
        <FactorDialog
          title={t('identities.disconnectTitle')}
          text={t('identities.disconnectText')}
          action={t('identities.disconnect')}
          busyAction={t('identities.disconnecting')}
          failed="identities.disconnectFailed"
          onConfirm={disconnect}
          onClose={closeOwn(leaving, setLeaving)}
        />
      )}
    </section>
  )
}

function Row({ identity, onDisconnect }: { identity: Identity; onDisconnect: () => void }) {
  const { id, provider, email, lastUsedAt, removable } = identity
  const facts = [
    ...(email === null ? [] : [email]),
    ...(lastUsedAt === null ? [] : [t('identities.lastUsed', { date: formatDate(Date.parse(lastUsedAt)) })]),
  ]
  const reasonId = `only-${id}`
  return (
    <li>
      <PanelIcon name="people" />
      <span>
        <b>{provider}</b>
        <br />
        <span className="small muted">{facts.join(' · ')}</span>
        {!removable && (
          <span id={reasonId} className="small muted">
            <br />
            {t('identities.onlyWay')}
          </span>
        )}
      </span>
      <Button
        variant="quiet"
        aria-label={t('identities.disconnectName', { name: provider })}
        aria-describedby={removable ? undefined : reasonId}
        disabled={!removable}
        onClick={onDisconnect}
      >
        {t('identities.disconnect')}
      </Button>
    </li>
  )
}
