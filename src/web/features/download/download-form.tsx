import { type SubmitEvent, useEffect, useId, useRef, useState } from 'react'
import { t } from '../../i18n/t.ts'
import { announce } from '../../ui/announce.tsx'
import { Icon } from '../../ui/icon.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { canDownload } from './download-state.ts'
import { problemText } from './problem-text.ts'
import type { Download } from './use-download.ts'

/** The password field, where one is needed, and the button that hands the file to the browser. */
export function DownloadForm({ download, now }: { download: Download; now: number }) {
  const { state } = download
  const [password, setPassword] = useState('')
  const field = useRef<HTMLInputElement>(null)
  const id = useId()
  const problem = state.phase === 'found' ? state.problem : undefined
  const step = state.phase === 'found' ? state.step : 'ready'

  useEffect(() => {
    if (problem?.kind !== 'wrong-password' && problem?.kind !== 'password-required') return
    field.current?.focus()
    field.current?.select()
  }, [problem])
  useEffect(() => {
    if (step === 'started') announce(t('download.started'))
  }, [step])

  if (state.phase !== 'found') return null
  const { file } = state
  const asking = step === 'asking'
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
          disabled={!ready && !asking}
          aria-disabled={!ready}
        >
          <Icon name="download" />
          {asking ? t('download.starting') : t('download.downloadFile')}
        </button>
      </div>
      {problem ? (
        <p className="note note-bad" role="alert" id={`${id}hint`}>
          <Icon name="warning" />
          {problemText(problem)}
        </p>
      ) : (
        file.passwordProtected && (
          <p className="hint" id={`${id}hint`}>
            {t('download.passwordHint')}
          </p>
        )
      )}
      {file.encryptionMethod.startsWith('ml-kem') && <p className="hint">{t('download.quantumNotice')}</p>}
      {step === 'started' && <p className="strong">{t('download.started')}</p>}
    </form>
  )
}
