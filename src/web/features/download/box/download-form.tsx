import { type ReactNode, type SubmitEvent, useEffect, useId, useRef, useState } from 'react'
import type { FileInfo } from '#contract/transfers/files.ts'
import { formatSize } from '#web/i18n/format/format.ts'
import { t } from '#web/i18n/t.ts'
import { useTopModal } from '#web/ui/browser/open-modals.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { PasswordField } from '#web/ui/forms/password-field.tsx'
import { Icon } from '#web/ui/icons/icon.tsx'
import { Refusal } from '../problems/refusal.tsx'
import { canDownload, isQuantum, openProblem } from '../state/download-state.ts'
import type { Download } from '../state/use-download.ts'
import { TickMark } from './tick-mark.tsx'

type Props = {
  download: Download
  now: number
  /** Replaces the button's action if it takes more than requesting a ticket. `password`: the typed password, or empty. */
  onStart?: (password: string) => void
  /** Replaces the text of a refusal; null for none. */
  refusal?: ReactNode
  /** Whether some of the files are to be downloaded: then another button leads. */
  quiet?: boolean
  /** Further notes about opening the file. */
  children?: ReactNode
}

/** The password field, where one is needed, and the button that hands the file to the browser. */
export function DownloadForm({ download, now, onStart, refusal, quiet = false, children }: Props) {
  const { state } = download
  const [password, setPassword] = useState('')
  const field = useRef<HTMLInputElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const id = useId()
  const latest = state.phase === 'found' ? state.problem : undefined
  const step = state.phase === 'found' ? state.step : 'ready'

  useEffect(() => {
    if (latest?.kind !== 'wrong-password' && latest?.kind !== 'password-required') return
    field.current?.focus()
    field.current?.select()
  }, [latest])

  // Returns the focus to the button after the element that replaced it is gone; the reason is announced separately.
  useEffect(() => {
    if (latest && document.activeElement === document.body) button.current?.focus()
  }, [latest])

  if (state.phase !== 'found') return null
  const { file } = state
  const problem = openProblem(state, now)
  const said = problem && (refusal === undefined ? <Refusal problem={problem} now={now} /> : refusal)
  // A ZIP that was sent as such may have a list, too.
  const mayList = file.contents === 'listed' && (file.packed || /\.zip$/i.test(file.filename))
  const ready = canDownload(state, password, now)
  function start() {
    if (onStart) onStart(password)
    else void download.start(password === '' ? {} : { password })
  }
  function submit(event: SubmitEvent) {
    event.preventDefault()
    if (ready) start()
  }
  if (step === 'started') return <DownloadStarted onRetry={start} />
  return (
    <form noValidate className="stack-s get" aria-label={t('download.downloadFile')} onSubmit={submit}>
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
        <Button
          ref={button}
          type="submit"
          variant={quiet ? 'secondary' : 'primary'}
          large
          // Temporary states use aria-disabled, so that the button keeps the focus.
          disabled={file.passwordProtected && password === '' && !isQuantum(file)}
          aria-disabled={!ready}
        >
          <Icon name="download" />
          {step === 'asking' ? t('download.starting') : startText(file)}
        </Button>
      </div>
      {said ? (
        <div className="note note-bad" id={`${id}hint`}>
          <Icon name="warning" />
          <span>{said}</span>
        </div>
      ) : (
        file.passwordProtected && (
          <p className="hint" id={`${id}hint`}>
            {t('download.passwordHint')}
          </p>
        )
      )}
      {file.passwordProtected && <p className="hint">{t('download.askSender')}</p>}
      {file.passwordProtected && mayList && !download.ticket && (
        <div>
          <Button
            disabled={password === ''}
            aria-disabled={!ready}
            onClick={() => void download.unlock({ password })}
          >
            {t('download.showFiles')}
          </Button>
        </div>
      )}
      {children}
      {file.deleteAfterDownload && <p className="hint">{t('download.onlyOnce')}</p>}
    </form>
  )
}

/** Text of the button; for several files with their total size. */
function startText({ packed, size }: FileInfo): string {
  return packed
    ? t('download.downloadAll', { size: formatSize(size), type: 'ZIP' })
    : t('download.downloadFile')
}

/**
 * Takes the place of the button once the browser has been handed the file, and the focus, as soon as no dialog holds it.
 */
function DownloadStarted({ onRetry }: { onRetry: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null)
  const focused = useRef(false)
  const modal = useTopModal()
  useEffect(() => {
    if (modal || focused.current) return
    focused.current = true
    heading.current?.focus()
  }, [modal])
  return (
    <div className="begun">
      <TickMark />
      <div>
        <h2 ref={heading} tabIndex={-1}>
          {t('download.started')}
        </h2>
        <p>
          {t('download.notStarted')}{' '}
          <Button variant="link" onClick={onRetry}>
            {t('download.startAgain')}
          </Button>
        </p>
      </div>
    </div>
  )
}
