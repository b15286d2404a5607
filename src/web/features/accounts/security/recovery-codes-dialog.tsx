import { useId, useState } from 'react'
import { formatDate } from '#web/i18n/format/format-date.ts'
import { t } from '#web/i18n/t.ts'
import { DialogFrame } from '#web/ui/dialogs/dialog-frame.tsx'
import { CopyButton } from '#web/ui/sharing/copy-button.tsx'
import { saveContent } from '#web/ui/sharing/hand-to-browser.ts'

type Props = { username: string; codes: readonly string[]; onClose: () => void }

/** New recovery codes, the only time they can be seen. It closes once they have been saved. */
export function RecoveryCodesDialog({ username, codes, onClose }: Props) {
  const id = useId()
  const [saved, setSaved] = useState(false)
  const text = `${t('security.codesOf', { site: location.host, username })}\n\n${codes.join('\n')}\n`
  return (
    <DialogFrame title={t('security.codes')} describedBy={id} onClose={() => saved && onClose()}>
      <div className="body stack">
        <p id={id}>{t('security.codesText')}</p>
        <ol className="codes">
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ol>
        <p className="small muted">
          {t('security.madeOn', { site: location.host, username, date: formatDate(Date.now()) })}
        </p>
        <div className="bar-row">
          <button
            type="button"
            className="btn btn-line"
            onClick={() =>
              saveContent({
                name: `restante-${location.hostname}-${username}.txt`,
                content: new Blob([text], { type: 'text/plain' }),
              })
            }
          >
            {t('security.download')}
          </button>
          <button type="button" className="btn btn-line" onClick={() => window.print()}>
            {t('security.print')}
          </button>
          <CopyButton value={text} word={t('security.copyCodes')} className="btn-line" />
        </div>
        <p>
          <b>{t('security.onlyNow')}</b> {t('security.keepThem')}
        </p>
        <label className="row-check">
          <input type="checkbox" checked={saved} onChange={(event) => setSaved(event.target.checked)} />
          <span>{t('security.saved')}</span>
        </label>
      </div>
      <div className="df">
        <button type="button" className="btn btn-primary" disabled={!saved} onClick={onClose}>
          {t('security.done')}
        </button>
      </div>
    </DialogFrame>
  )
}
