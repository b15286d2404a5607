import { type SubmitEvent, useEffect, useId, useRef, useState } from 'react'
import { t } from '../../i18n/t.ts'
import { paths } from '../../paths.ts'
import { announce } from '../../ui/announce.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Link } from '../../ui/link.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { usePlace } from '../../ui/router/place.ts'
import { canDownload, openProblem } from './download-state.ts'
import { type Problem, waitsUntil } from './problem.ts'
import { refusalText } from './problem-text.ts'
import { RetryWait } from './retry-wait.tsx'
import type { Download } from './use-download.ts'

/** The password field, where one is needed, and the button that hands the file to the browser. */
export function DownloadForm({ download, now }: { download: Download; now: number }) {
  const { state } = download
  const [password, setPassword] = useState('')
  const field = useRef<HTMLInputElement>(null)
  const id = useId()
  const refusal = state.phase === 'found' ? state.problem : undefined
  const step = state.phase === 'found' ? state.step : 'ready'

  useEffect(() => {
    if (refusal?.kind !== 'wrong-password' && refusal?.kind !== 'password-required') return
    field.current?.focus()
    field.current?.select()
  }, [refusal])
  useEffect(() => {
    if (step === 'started') announce(t('download.started'))
  }, [step])

  if (state.phase !== 'found') return null
  const { file } = state
  const problem = openProblem(state, now)
  const ready = canDownload(state, password, now)
  function submit(event: SubmitEvent) {
    event.preventDefault()
    if (ready) void download.start(password)
  }
  return (
    <form className="stack-s get" aria-label={t('download.downloadFile')} onSubmit={submit}>
      {file.passwordProtected && <label htmlFor={`${id}field`}>{t('download.filePassword')}</label>}
      <div className="copyfield">
        {file.passwordProtected && (
          <PasswordField
            id={`${id}field`}
            ref={field}
            value={password}
            autoComplete="off"
            aria-describedby={`${id}hint`}
            aria-invalid={problem?.kind === 'wrong-password'}
            onChange={(event) => {
              setPassword(event.target.value)
              download.passwordEdited()
            }}
          />
        )}
        <button
          type="submit"
          className="btn btn-primary btn-l"
          // What passes by itself leaves the button where the keyboard is.
          disabled={file.passwordProtected && password === ''}
          aria-disabled={!ready}
        >
          <Icon name="download" />
          {step === 'asking' ? t('download.starting') : t('download.downloadFile')}
        </button>
      </div>
      {problem ? (
        <Refusal problem={problem} now={now} id={`${id}hint`} />
      ) : (
        file.passwordProtected && (
          <p className="hint" id={`${id}hint`}>
            {t('download.passwordHint')}
          </p>
        )
      )}
      {file.encryptionMethod.startsWith('ml-kem') && <p className="hint">{t('download.quantumNotice')}</p>}
      {step === 'started' ? (
        <p className="strong">{t('download.started')}</p>
      ) : (
        file.deleteAfterDownload && <p className="hint">{t('download.onlyOnce')}</p>
      )}
    </form>
  )
}

/** Why the download did not begin. The time left ticks beside the alert: inside, every second would be read aloud. */
function Refusal({ problem, now, id }: { problem: Problem; now: number; id: string }) {
  const { pathname } = usePlace()
  const until = waitsUntil(problem, now)
  return (
    <div className="note note-bad" id={id}>
      <Icon name="warning" />
      <span>
        <span role="alert">{refusalText(problem)}</span>{' '}
        {until !== undefined && <RetryWait until={until} now={now} />}
        {problem.kind === 'sign-in-required' && (
          <Link to={{ pathname: paths.login, search: `?${new URLSearchParams({ redirect: pathname })}` }}>
            {t('nav.login')}
          </Link>
        )}
      </span>
    </div>
  )
}
