import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type SubmitEvent, useState } from 'react'
import { ApiError } from '#client/api-error.ts'
import type { Session } from '#contract/accounts/accounts.ts'
import { client } from '#web/accounts/client.ts'
import { signOut } from '#web/accounts/sign-out.ts'
import { pastMoment } from '#web/i18n/format/further-formats.ts'
import { t } from '#web/i18n/t.ts'
import { sessionsQuery } from '#web/service/queries.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { FormDialog } from '#web/ui/dialogs/form-dialog.tsx'
import { PanelIcon } from '#web/ui/icons/panel-icon.tsx'
import { failureWithReason } from '#web/ui/messages/failure-text.ts'
import { showToast } from '#web/ui/messages/toast.ts'
import { SectionError } from '#web/ui/page/problems.tsx'

function deviceName({ device }: Session): string {
  return device === '' ? t('profile.unknownDevice') : device
}

/** The devices on which someone is signed in, and how to sign out of them from afar. */
export function SessionsSection() {
  const queries = useQueryClient()
  const { data, isError, refetch } = useQuery(sessionsQuery)
  const [asking, setAsking] = useState(false)

  async function end(session: Session) {
    const { id, current } = session
    if (current) return signOut()
    const pressed = document.activeElement
    try {
      await client.call('endSession', { params: { id } })
    } catch (error) {
      const isGone = error instanceof ApiError && error.code === 'SESSION_NOT_FOUND'
      if (!isGone) return showToast('error', failureWithReason(error, 'profile.sessionFailed'))
    }
    await queries.invalidateQueries(sessionsQuery)
    // The button disappears with its session. Focus that has moved on meanwhile stays.
    const { activeElement, body } = document
    if (activeElement === pressed || activeElement === body) document.getElementById('sessions')?.focus()
    showToast('success', t('profile.sessionEnded', { device: deviceName(session) }))
  }

  return (
    <section className="card">
      <div className="head-row">
        <h2 id="sessions" tabIndex={-1}>
          {t('profile.sessions')}
        </h2>
        <Button onClick={() => setAsking(true)}>{t('profile.everywhere')}</Button>
      </div>
      {isError && !data && <SectionError text={t('profile.sessionsFailed')} onRetry={() => void refetch()} />}
      <ul className="sessions" aria-busy={!data}>
        {data?.map((session) => (
          <li key={session.id}>
            <PanelIcon name="device" />
            <span>
              <b className="break">{deviceName(session)}</b>{' '}
              {session.current && <span className="badge badge-ok">{t('profile.thisDevice')}</span>}
              <br />
              <span className="small muted">
                {t('profile.lastUsed', { when: pastMoment(Date.parse(session.lastUsedAt), Date.now()) })}
              </span>
            </span>
            <Button
              variant="quiet"
              aria-label={t('profile.signOutOf', { device: deviceName(session) })}
              onClick={() => void end(session)}
            >
              {t('profile.signOut')}
            </Button>
          </li>
        ))}
      </ul>
      {asking && <SignOutEverywhere onClose={() => setAsking(false)} />}
    </section>
  )
}

/** Asks before every session of a person ends, this one last. */
function SignOutEverywhere({ onClose }: { onClose: () => void }) {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()

  async function signOutEverywhere(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    setBusy(true)
    try {
      await client.call('endOtherSessions')
      signOut()
    } catch (error) {
      setProblem(failureWithReason(error, 'profile.sessionFailed'))
      setBusy(false)
    }
  }

  return (
    <FormDialog
      title={t('profile.everywhere')}
      action={t('profile.everywhere')}
      busyAction={t('profile.signingOut')}
      busy={busy}
      problem={problem}
      onSubmit={(event) => void signOutEverywhere(event)}
      onClose={onClose}
    >
      <p>{t('profile.everywhereText')}</p>
    </FormDialog>
  )
}
