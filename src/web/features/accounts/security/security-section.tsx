import './security.css'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Security } from '#contract/accounts/second-factor.ts'
import { client } from '#web/accounts/client.ts'
import { securityQuery } from '#web/app/service/queries.ts'
import { formatDate } from '#web/i18n/format/format-date.ts'
import { t } from '#web/i18n/t.ts'
import { closeAndNotify } from '#web/ui/dialogs/close-and-notify.ts'
import { Icon } from '#web/ui/icons/icon.tsx'
import { PanelIcon } from '#web/ui/icons/panel-icon.tsx'
import { SectionProblem } from '#web/ui/messages/section-problem.tsx'
import { FactorDialog } from './factor-dialog.tsx'
import { RecoveryCodesDialog } from './recovery-codes-dialog.tsx'
import { SetUpDialog } from './set-up-dialog.tsx'

const titleId = 'security'
/** So few recovery codes are worth a word. */
const few = 3

type Props = {
  username: string
  /** Called once an app is set up and its codes are saved. */
  onProtected?: () => void
}

/** How an account is protected beside its password, and the ways to change it. */
export function SecuritySection({ username, onProtected }: Props) {
  const queries = useQueryClient()
  const { data, isError, refetch } = useQuery(securityQuery)
  const [open, setOpen] = useState<'set-up' | 'remove' | 'renew'>()
  const [codes, setCodes] = useState<readonly string[]>()
  const close = () => setOpen(undefined)

  async function show(fresh: readonly string[]) {
    setCodes(fresh)
    close()
    await queries.invalidateQueries(securityQuery)
  }
  async function remove(headers: Record<string, string>) {
    await client.call('removeTotp', { headers })
    await queries.invalidateQueries(securityQuery)
    closeAndNotify(close, titleId, t('security.turnedOff'))
  }
  async function renew(headers: Record<string, string>) {
    const reply = await client.call('renewRecoveryCodes', { headers })
    await show(reply.codes)
  }

  return (
    <section className="card" aria-labelledby={titleId}>
      <div className="head-row">
        <h2 id={titleId} tabIndex={-1}>
          {t('security.title')}
        </h2>
        {data && !data.totp && (
          <button type="button" className="btn btn-line" onClick={() => setOpen('set-up')}>
            {t('security.setUp')}
          </button>
        )}
      </div>
      {data?.dueAt && (
        <p className="note section-note">
          <Icon name="clock" />
          {t('security.due', { date: formatDate(Date.parse(data.dueAt)) })}
        </p>
      )}
      <p className="section-about muted">{t('security.about')}</p>
      {isError && !data && <SectionProblem text={t('security.notLoaded')} onRetry={() => void refetch()} />}
      {data?.totp && (
        <Factors security={data} onRemove={() => setOpen('remove')} onRenew={() => setOpen('renew')} />
      )}
      {open === 'set-up' && <SetUpDialog onDone={show} onClose={close} />}
      {open === 'remove' && (
        <FactorDialog
          title="security.removeTitle"
          text="security.removeText"
          action="security.turnOff"
          busyAction="security.turningOff"
          failed="security.removeFailed"
          onConfirm={remove}
          onClose={close}
        />
      )}
      {open === 'renew' && (
        <FactorDialog
          title="security.renewTitle"
          text="security.renewText"
          action="security.renew"
          busyAction="security.renewing"
          failed="security.renewFailed"
          onConfirm={renew}
          onClose={close}
        />
      )}
      {codes && (
        <RecoveryCodesDialog
          username={username}
          codes={codes}
          onClose={() => {
            closeAndNotify(() => setCodes(undefined), titleId, t('security.ready'))
            onProtected?.()
          }}
        />
      )}
    </section>
  )
}

type FactorsProps = { security: Security; onRemove: () => void; onRenew: () => void }

function Factors({ security: { totp, recoveryCodes, required }, onRemove, onRenew }: FactorsProps) {
  const { left, total } = recoveryCodes
  return (
    <ul className="sessions">
      <li>
        <PanelIcon name="device" />
        <span>
          <b>{t('security.app')}</b>
          <br />
          <span className="small muted">
            {totp && t('security.since', { date: formatDate(Date.parse(totp.since)) })}
            {required && ` · ${t('security.requiredHere')}`}
          </span>
        </span>
        {!required && (
          <button type="button" className="btn btn-quiet" onClick={onRemove}>
            {t('security.turnOff')}
          </button>
        )}
      </li>
      <li>
        <PanelIcon name="key" />
        <span>
          <b>{t('security.codes')}</b>
          <br />
          <span className={left <= few ? 'small warn' : 'small muted'}>
            {t('security.left', { left, total })}
          </span>
        </span>
        <button type="button" className="btn btn-quiet" onClick={onRenew}>
          {t('security.renew')}
        </button>
      </li>
    </ul>
  )
}
