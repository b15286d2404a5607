import { useState } from 'react'
import { createPortal } from 'react-dom'
import type { FileInfo } from '#contract/transfers/files.ts'
import { useSession } from '#web/accounts/session.ts'
import { t } from '#web/i18n/t.ts'
import { DownloadForm } from '../box/download-form.tsx'
import { openProblem } from '../state/download-state.ts'
import type { Download } from '../state/use-download.ts'
import { requiredSecret } from './required-secret.ts'
import { UnlockDialog } from './unlock-dialog.tsx'

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
