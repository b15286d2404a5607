import { type SubmitEvent, useId, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import type { FileInfo } from '#contract/transfers/files.ts'
import { KeyPasswordOwner } from '#web/accounts/key-password-owner.tsx'
import { useSession } from '#web/accounts/session.ts'
import { encryptionLabel } from '#web/i18n/format/encryption-label.ts'
import { t } from '#web/i18n/t.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { FormDialog } from '#web/ui/dialogs/form-dialog.tsx'
import { FormField } from '#web/ui/forms/form-field.tsx'
import { PasswordField } from '#web/ui/forms/password-field.tsx'
import { DownloadForm } from './box/download-form.tsx'
import { type Problem, waitsUntil } from './problems/problem.ts'
import { refusalText } from './problems/problem-text.ts'
import { RetryWait } from './problems/refusal.tsx'
import { openProblem } from './state/download-state.ts'
import type { Download } from './state/use-download.ts'

/** The form of a file that is locked for its owner's key pair: a dialog asks for what opens it. */
export default function QuantumForm({
  file,
  download,
  now,
}: {
  file: FileInfo
  download: Download
  now: number
}) {
  const session = useSession()
  const [unlocking, setUnlocking] = useState(false)
  const problem = openProblem(download.state, now)
  const notTheirs = problem?.kind === 'sign-in-required' && session.status === 'user'
  async function start(password: string) {
    if (password === '' && (file.isOwner || file.passwordProtected)) return setUnlocking(true)
    const refusal = await download.start(password === '' ? {} : { password })
    if (requiredSecret(refusal)) setUnlocking(true)
  }
  function refusal() {
    if (unlocking) return null
    if (!notTheirs) return undefined
    return <span role="alert">{t('keys.unlock.notYours', { name: session.user.username })}</span>
  }
  return (
    <>
      <DownloadForm
        download={download}
        now={now}
        onStart={(password) => void start(password)}
        refusal={refusal()}
      >
        <p className="hint">
          {t('download.quantumNotice')} {whoOpens(file)}
        </p>
      </DownloadForm>
      {unlocking &&
        // Outside the box, whose colours are not a dialog's.
        createPortal(
          <UnlockDialog file={file} download={download} now={now} onClose={() => setUnlocking(false)} />,
          document.body,
        )}
    </>
  )
}

/** Says who can open the file; empty where the password field says it. */
function whoOpens({ isOwner, passwordProtected }: FileInfo): string {
  if (isOwner) return t(passwordProtected ? 'keys.unlock.ownerToo' : 'keys.unlock.owner')
  return passwordProtected ? '' : t('keys.unlock.onlyOwner')
}

type Props = { file: FileInfo; download: Download; now: number; onClose: () => void }

/** Asks for what opens a quantum-encrypted file: the key password of its owner, or the file password. */
function UnlockDialog({ file, download, now, onClose }: Props) {
  const { state, start, passwordEdited } = download
  const problem = openProblem(state, now)
  const [by, setBy] = useState(() => requiredSecret(problem) ?? (file.isOwner ? 'key' : 'password'))
  const [word, setWord] = useState('')
  const field = useRef<HTMLInputElement>(null)
  const id = useId()
  const busy = state.phase === 'found' && state.step === 'asking'
  const wrong = problem && errorText(problem)
  const until = waitsUntil(problem, now)
  const byKey = by === 'key'
  const { name, level = 0 } = encryptionLabel(file.encryptionMethod)

  async function unlock() {
    const refusal = await start(byKey ? { keyPassword: word } : { password: word })
    if (!refusal || refusal.kind === 'sign-in-required') return onClose()
    setBy(requiredSecret(refusal) ?? by)
    field.current?.focus()
    field.current?.select()
  }
  function submit(event: SubmitEvent) {
    event.preventDefault()
    if (word !== '' && !busy && until === undefined) void unlock()
  }
  function edit(typed: string) {
    setWord(typed)
    passwordEdited()
  }
  function change() {
    setBy(byKey ? 'password' : 'key')
    edit('')
    field.current?.focus()
  }
  function cancel() {
    passwordEdited()
    onClose()
  }

  return (
    <FormDialog
      title={t('keys.unlock.title')}
      describedBy={id}
      action={t('keys.unlock.download')}
      busyAction={t('keys.unlock.decrypting')}
      busy={busy}
      disabled={word === '' || until !== undefined}
      problem={undefined}
      onSubmit={submit}
      onClose={cancel}
    >
      <p id={id}>{t(byKey ? 'keys.unlock.byKey' : 'keys.unlock.byPassword', { name, level })}</p>
      {byKey && <KeyPasswordOwner keyName={name} />}
      <FormField
        label={t(byKey ? 'keys.password' : 'download.filePassword')}
        hint={byKey ? t('keys.unlock.cannotReset') : undefined}
        error={wrong && <span role="alert">{wrong}</span>}
      >
        {(tie) => (
          <PasswordField
            {...tie}
            ref={field}
            value={word}
            autoComplete={byKey ? 'current-password' : 'off'}
            onChange={(event) => edit(event.target.value)}
          />
        )}
      </FormField>
      {until !== undefined && <RetryWait until={until} now={now} />}
      {file.passwordProtected && (file.isOwner || byKey) && (
        <Button variant="quiet" className="unlock-other" onClick={change}>
          {t(byKey ? 'keys.unlock.useFilePassword' : 'keys.unlock.useKeyPassword')}
        </Button>
      )}
    </FormDialog>
  )
}

/** Error of the last attempt; undefined if only a password was missing that the dialog asks for. */
function errorText(problem: Problem): string | undefined {
  if (problem.kind === 'password-required') return t('keys.unlock.keyDeleted')
  if (problem.kind !== 'refused') return refusalText(problem)
  if (problem.code === 'KEY_PASSWORD_REQUIRED') return undefined
  return problem.code === 'KEY_NOT_FOUND' ? t('keys.unlock.keyGone') : refusalText(problem)
}

/** The password that was missing or wrong: that of the key or of the file; undefined for neither. */
function requiredSecret(problem: Problem | undefined): 'key' | 'password' | undefined {
  switch (problem?.kind) {
    case 'password-required':
    case 'wrong-password':
      return 'password'
    case 'refused':
      return /^(INVALID_KEY_PASSWORD|KEY_PASSWORD_REQUIRED)$/.test(problem.code) ? 'key' : undefined
    default:
      return undefined
  }
}
