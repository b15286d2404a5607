import { useState } from 'react'
import { askFile } from '../../api/ask-file.ts'
import { failureWithReason } from '../../failure-text.ts'
import { t } from '../../i18n/t.ts'
import { Icon } from '../../ui/icon.tsx'
import { saveContent } from '../../ui/save-content.ts'
import { showToast } from '../../ui/toast.ts'
import { useOneAtATime } from '../../ui/use-one-at-a-time.ts'
import { EraseDialog } from './erase-dialog.tsx'

/** Everything that is held about somebody: to take along, and to have erased. */
export function OwnDataSection() {
  const [erasing, setErasing] = useState(false)
  const [exportData, busy] = useOneAtATime(async () => {
    try {
      saveContent(await askFile('exportAccount'))
      showToast('success', t('profile.exported'))
    } catch (error) {
      showToast('error', failureWithReason(error, 'profile.exportFailed'))
    }
  })

  return (
    <section className="slip slip-pad stack">
      <h2>{t('profile.data')}</h2>
      <p className="muted">{t('profile.dataText')}</p>
      <div className="bar-row">
        <button
          type="button"
          className="btn btn-line"
          aria-disabled={busy || undefined}
          onClick={() => exportData()}
        >
          <Icon name="download" />
          {t(busy ? 'profile.exporting' : 'profile.export')}
        </button>
        <button type="button" className="btn btn-quiet btn-bad" onClick={() => setErasing(true)}>
          <Icon name="bin" />
          {t('profile.erase.title')}
        </button>
      </div>
      {erasing && <EraseDialog onClose={() => setErasing(false)} />}
    </section>
  )
}
