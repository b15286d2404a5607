import './security.css'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Security } from '#contract/signing-in/second-factor.ts'
import { client } from '#web/accounts/client.ts'
import { formatDate } from '#web/i18n/format/format.ts'
import { t } from '#web/i18n/t.ts'
import { passkeysQuery, securityQuery } from '#web/service/queries.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { closeAndNotify, closeOwn } from '#web/ui/dialogs/use-modal.ts'
import { Icon } from '#web/ui/icons/icon.tsx'
import { PanelIcon } from '#web/ui/icons/panel-icon.tsx'
import { SectionError } from '#web/ui/page/problems.tsx'
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
  const { data: passkeys } = useQuery(passkeysQuery)
  const [open, setOpen] = useState<'set-up' | 'remove' | 'renew'>()
  const [codes, setCodes] = useState<readonly string[]>()
  const close = closeOwn(open, setOpen)

  async function show(fresh: readonly string[]) {
    setCodes(fresh)
    close()
    await queries.invalidateQueries(securityQuery)
  }
  async function remove(headers: Record<string, string>) {
    await client.call('removeTotp', { headers })
    await queries.invalidateQueries(securityQuery)
    closeAndNotify(close, titleId, t(passkeys?.length ? 'security.appOff' : 'security.turnedOff'))
  }
  async function renew(headers: Record<string, string>) {
    const reply = await client.call('renewRecoveryCodes', { headers })
    await show(reply.codes)
  }

  return (
    <section className="card" aria-labelledby={titleId}>
      <div className="head-row act-later">
        <h2 id={titleId} tabIndex={-1}>
          {t('security.title')}
        </h2>
        {data && !data.totp && <Button onClick={() => setOpen('set-up')}>{t('security.setUp')}</Button>}
      </div>
      {data?.dueAt && (
        <p className="note section-note">
          <Icon name="clock" />
          {t('security.due', { date: formatDate(Date.parse(data.dueAt)) })}
        </p>
      )}
      <p className="section-about muted">{t('security.asked')}</p>
      {isError && !data && <SectionError text={t('security.notLoaded')} onRetry={() => void refetch()} />}
      {data && (
        <Factors
          security={data}
          isLast={!passkeys?.length}
          onRemove={() => setOpen('remove')}
          onRenew={() => setOpen('renew')}
        />
      )}
      {open === 'set-up' && <SetUpDialog onDone={show} onClose={close} />}
      {open === 'remove' && (
        <FactorDialog
          title={t(passkeys?.length ? 'security.appOffTitle' : 'security.removeTitle')}
          text={t(passkeys?.length ? 'security.removeAppText' : 'security.removeText')}
          action={t('security.turnOff')}
          busyAction={t('security.turningOff')}
          failed="security.removeFailed"
          onConfirm={remove}
          onClose={close}
        />
      )}
      {open === 'renew' && (
        <FactorDialog
          title={t('security.renewTitle')}
          text={t('security.renewText')}
          action={t('security.renew')}
          busyAction={t('security.renewing')}
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

type FactorsProps = { security: Security; isLast: boolean; onRemove: () => void; onRenew: () => void }

function Factors({ security: { totp, recoveryCodes, required }, isLast, onRemove, onRenew }: FactorsProps) {
  const { left, total } = recoveryCodes
  const isNeeded = required && isLast
  return (
    <ul className="sessions">
      {totp && (
        <li>
          <Icon name="shield" />
          <span>
            <b>{t('security.app')}</b> <span className="badge badge-ok">{t('security.on')}</span>
            <br />
            <span className="small muted">
              {t('security.since', { date: formatDate(Date.parse(totp.since)) })}
              {isNeeded && ` · ${t('security.requiredHere')}`}
            </span>
          </span>
          {!isNeeded && (
            <Button variant="quiet" aria-label={t('security.turnOffApp')} onClick={onRemove}>
              {t('security.turnOff')}
            </Button>
          )}
        </li>
      )}
      {total > 0 && (
        <li>
          <PanelIcon name="key" />
          <span>
            <b>{t('security.codes')}</b>{' '}
            {left <= few && (
              <span className={left === 0 ? 'badge badge-bad' : 'badge badge-warn'}>
                {t('security.fewLeft', { left })}
              </span>
            )}
            <br />
            <span className="small muted">
              {left > few && `${t('security.left', { left, total })} · `}
              {t('security.forLostPhone')}
            </span>
          </span>
          <Button variant="quiet" aria-label={t('security.renewOf')} onClick={onRenew}>
            {t('security.renew')}
          </Button>
        </li>
      )}
    </ul>
  )
}
