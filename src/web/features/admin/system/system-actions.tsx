import type { ReactNode } from 'react'
import { Button, useSingleFlight } from '#web/ui/controls/button.tsx'
import { Icon } from '#web/ui/icons/icon.tsx'
import { PanelIcon } from '#web/ui/icons/panel-icon.tsx'
import { client } from '../../../accounts/client.ts'
import { type TextKey, t } from '../../../i18n/t.ts'
import { failureWithReason } from '../../../ui/messages/failure-text.ts'
import { showToast } from '../../../ui/messages/toast.ts'
import { useAct } from '../shared/queries.ts'

/** Runs scheduled jobs by hand. */
export function SystemActions() {
  return (
    <section className="card">
      <div className="head-row">
        <h2>{t('admin.actions.title')}</h2>
      </div>
      <ul className="act">
        <SystemAction
          icon={<Icon name="bin" />}
          name={t('admin.actions.files')}
          text={t('admin.actions.filesText')}
          failed="admin.actions.cleanupFailed"
          onRun={async () => {
            const { details } = await client.call('cleanUpFiles', { body: { cleanupType: 'expired' } })
            return cleanupText(details)
          }}
        />
        <SystemAction
          icon={<PanelIcon name="people" />}
          name={t('admin.actions.sessions')}
          text={t('admin.actions.sessionsText')}
          failed="admin.actions.cleanupFailed"
          onRun={async () => {
            const { deletedCount } = await client.call('cleanUpSessions')
            return t('admin.actions.sessionsDone', { count: deletedCount })
          }}
        />
        <SystemAction
          icon={<PanelIcon name="server" />}
          name={t('admin.actions.backup')}
          text={t('admin.actions.backupText')}
          failed="admin.actions.backupFailed"
          onRun={async () => {
            const { backup } = await client.call('createBackup')
            const running = backup.state === 'running'
            return t(running ? 'admin.actions.backupRunning' : 'admin.actions.backupDone', {
              name: backup.name,
            })
          }}
        />
      </ul>
    </section>
  )
}

type Props = {
  icon: ReactNode
  name: string
  text: string
  failed: TextKey
  /** Resolves with the message of its success. */
  onRun: () => Promise<string>
}

function SystemAction({ icon, name, text, failed, onRun }: Props) {
  const act = useAct()
  const [run, busy] = useSingleFlight(async () => {
    let message = ''
    const error = await act(async () => {
      message = await onRun()
    })
    if (error) showToast('error', failureWithReason(error, failed))
    else showToast('success', message)
  })
  return (
    <li>
      {icon}
      <div className="act-text">
        <b className="strong">{name}</b>
        <br />
        <span className="small muted">{text}</span>
      </div>
      <Button
        aria-label={t('admin.actions.runNamed', { name })}
        busy={busy}
        busyText={t('admin.actions.running')}
        onClick={() => run()}
      >
        {t('admin.actions.run')}
      </Button>
    </li>
  )
}

type CleanupDetails = {
  readonly cleanedCount: number
  readonly errorCount: number
  readonly errors: readonly string[]
}

/** Errors shown in full; the others are only counted. */
const shown = 3

/** Result of a clean-up of files, with a line for each of the first errors. */
function cleanupText({ cleanedCount, errorCount, errors }: CleanupDetails): string {
  const lines = [t('admin.actions.filesDone', { count: cleanedCount })]
  if (errorCount > 0) {
    lines.push(t('admin.actions.errors', { count: errorCount }), ...errors.slice(0, shown))
    if (errorCount > shown) lines.push(t('admin.actions.moreErrors', { count: errorCount - shown }))
  }
  return lines.join('\n')
}
