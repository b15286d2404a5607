import { useState } from 'react'
import { askFile } from '#web/accounts/ask-file.ts'
import { t } from '#web/i18n/t.ts'
import { Button, useSingleFlight } from '#web/ui/controls/button.tsx'
import { Icon } from '#web/ui/icons/icon.tsx'
import { failureWithReason } from '#web/ui/messages/failure-text.ts'
import { showToast } from '#web/ui/messages/toast.ts'
import { saveContent } from '#web/ui/sharing/hand-to-browser.ts'
import { EraseDialog } from './erase-dialog.tsx'

/** Everything that is held about someone: to take along, and to have erased. */
export function OwnDataSection() {
  const [erasing, setErasing] = useState(false)
  const [exportData, busy] = useSingleFlight(async () => {
    try {
      saveContent(await askFile('exportAccount'))
      showToast('success', t('profile.exported'))
    } catch (error) {
      showToast('error', failureWithReason(error, 'profile.exportFailed'))
    }
  })

  return (
    <section className="card card-pad stack">
      <h2>{t('profile.data')}</h2>
      <p className="muted">{t('profile.dataText')}</p>
      <div className="bar-row">
        <Button busy={busy} onClick={() => exportData()}>
          <Icon name="download" />
          {t(busy ? 'profile.exporting' : 'profile.export')}
        </Button>
        <Button variant="quiet-danger" onClick={() => setErasing(true)}>
          <Icon name="bin" />
          {t('profile.erase.title')}
        </Button>
      </div>
      {erasing && <EraseDialog onClose={() => setErasing(false)} />}
    </section>
  )
}
