import '../accounts.css'
import './connect.css'
import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import type { WaitingDevice } from '#contract/signing-in/device-codes.ts'
import { client } from '#web/accounts/client.ts'
import { useSession } from '#web/accounts/session.ts'
import { formatClock } from '#web/i18n/format/format.ts'
import { pastMoment } from '#web/i18n/format/further-formats.ts'
import { t } from '#web/i18n/t.ts'
import { paths } from '#web/router/paths.ts'
import { SignedInQueries } from '#web/service/signed-in-queries.tsx'
import { Button, SubmitButton, useSingleFlight } from '#web/ui/controls/button.tsx'
import { FormField, FormProblem } from '#web/ui/forms/form-field.tsx'
import { useAttempt } from '#web/ui/forms/use-attempt.ts'
import { Icon } from '#web/ui/icons/icon.tsx'
import { failureText } from '#web/ui/messages/failure-text.ts'
import { Link } from '#web/ui/page/link.tsx'
import { useDocumentTitle } from '#web/ui/page/title.tsx'
import { ConfirmationField, useConfirmation } from '../confirm/confirmation-field.tsx'
import { scopeNames } from './api-key-row.tsx'

type Outcome = 'connected' | 'denied'

/** Connects a program that shows a code: the code is typed here, compared, and approved by a click. */
export default function ConnectPage() {
  useDocumentTitle(t('connect.title'))
  const [device, setDevice] = useState<WaitingDevice>()
  const [outcome, setOutcome] = useState<Outcome>()
  return (
    <SignedInQueries>
      <div className="auth stack">
        <div className="card stack">
          {outcome && device ? (
            <Done device={device} outcome={outcome} />
          ) : device ? (
            <Compare device={device} onOutcome={setOutcome} onOther={() => setDevice(undefined)} />
          ) : (
            <EnterCode onFound={setDevice} />
          )}
        </div>
      </div>
    </SignedInQueries>
  )
}

function EnterCode({ onFound }: { onFound: (device: WaitingDevice) => void }) {
  const [userCode, setUserCode] = useState('')
  const [problem, setProblem] = useState<string>()
  const [find, busy] = useSingleFlight(async () => {
    setProblem(undefined)
    try {
      const { device } = await client.call('findDevice', { body: { userCode } })
      onFound(device)
    } catch (error) {
      setProblem(failureText(error, 'connect.failed'))
    }
  })
  function send(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (userCode.trim() === '') setProblem(t('connect.codeMissing'))
    else void find()
  }
  return (
    <>
      <h1>{t('connect.title')}</h1>
      <p className="muted">{t('connect.about')}</p>
      <form className="stack" aria-label={t('connect.title')} onSubmit={send} noValidate>
        <FormField label={t('connect.code')} error={problem}>
          {(tie) => (
            <input
              {...tie}
              className="input connect-code"
              value={userCode}
              onChange={({ target }) => setUserCode(target.value)}
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
              maxLength={20}
            />
          )}
        </FormField>
        <SubmitButton busy={busy} busyText={t('connect.looking')}>
          {t('connect.continue')}
        </SubmitButton>
      </form>
    </>
  )
}

type CompareProps = {
  device: WaitingDevice
  onOutcome: (outcome: Outcome) => void
  onOther: () => void
}

function Compare({ device, onOutcome, onOther }: CompareProps) {
  const { userCode, name, scopes, askedAt, expiresAt, network } = device
  const session = useSession()
  const username = session.status === 'user' ? session.user.username : ''
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const confirmation = useConfirmation()
  const { register, handleSubmit, setError, formState } = useForm({ defaultValues: { password: '' } })
  const { errors, isSubmitting } = formState
  const { problem, attempt } = useAttempt(setError, { WRONG_PASSWORD: 'password' }, failureText)
  const now = Date.now()

  async function approve({ password }: { password: string }) {
    await attempt('connect.failed', async () => {
      await confirmation.confirmed(password, (headers) =>
        client.call('approveDevice', { body: { userCode }, headers }),
      )
      onOutcome('connected')
    })
  }
  const [deny, denying] = useSingleFlight(() =>
    attempt('connect.failed', async () => {
      await client.call('denyDevice', { body: { userCode } })
      onOutcome('denied')
    }),
  )
  return (
    <>
      <h1 ref={heading} tabIndex={-1} className="break">
        {t('connect.question', { name })}
      </h1>
      <p className="muted">{t('connect.compare', { name })}</p>
      <p
        className="connect-shown"
        role="img"
        aria-label={t('connect.spelled', { code: [...userCode].join(' ') })}
      >
        {userCode}
      </p>
      <dl className="connect-facts">
        <dt>{t('connect.asked')}</dt>
        <dd>
          {pastMoment(Date.parse(askedAt), now)}
          <span className="small muted"> {t('connect.network', { network })}</span>
        </dd>
        <dt>{t('connect.can')}</dt>
        <dd>
          {scopes.map((scope) => t(scopeNames[scope])).join(', ')}
          <span className="small muted"> {t('connect.as', { name: username })}</span>
        </dd>
        <dt>{t('connect.cannot')}</dt>
        <dd>{t('connect.cannotText')}</dd>
      </dl>
      <p className="note note-warn">
        <Icon name="warning" />
        {t('connect.warning')}
      </p>
      <form
        className="stack"
        aria-label={t('connect.question', { name })}
        onSubmit={handleSubmit(approve)}
        noValidate
      >
        <ConfirmationField
          confirmation={confirmation}
          error={errors.password?.message}
          field={(rules) => register('password', rules)}
        />
        <FormProblem text={problem} />
        <SubmitButton disabled={confirmation.blocked} busy={isSubmitting} busyText={t('connect.connecting')}>
          {t('connect.connect')}
        </SubmitButton>
        <Button wide busy={denying} onClick={() => deny()}>
          {t('connect.deny')}
        </Button>
      </form>
      <p className="small muted center-text">
        {t('connect.works', { time: formatClock(Date.parse(expiresAt)) })} {t('connect.later')}{' '}
        <Button variant="link" onClick={onOther}>
          {t('connect.other')}
        </Button>
      </p>
    </>
  )
}

function Done({ device: { name }, outcome }: { device: WaitingDevice; outcome: Outcome }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const isConnected = outcome === 'connected'
  return (
    <>
      <h1 ref={heading} tabIndex={-1} className="break">
        {t(isConnected ? 'connect.doneTitle' : 'connect.deniedTitle', { name })}
      </h1>
      <p>{t(isConnected ? 'connect.doneText' : 'connect.deniedText')}</p>
      <Link
        className="btn btn-line btn-wide"
        to={{ pathname: paths.portalProfile, search: 'section=integrations' }}
      >
        {t('connect.integrations')}
      </Link>
    </>
  )
}
