import { useEffect, useId, useState } from 'react'
import { fileNameOf } from '#contract/operations/branding/file-name.ts'
import { formatDate } from '#web/i18n/format/format.ts'
import { t } from '#web/i18n/t.ts'
import { productName } from '#web/ui/browser/brand.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { DialogFrame } from '#web/ui/dialogs/dialog-frame.tsx'
import { FormProblem } from '#web/ui/forms/form-field.tsx'
import { Drawing, Icon } from '#web/ui/icons/icon.tsx'
import { CopyButton } from '#web/ui/sharing/copy-field.tsx'
import { saveContent } from '#web/ui/sharing/hand-to-browser.ts'

type Props = { username: string; codes: readonly string[]; onClose: () => void }

const printer = 'M7 8V3.5h10V8M7 17H4V8.5h16V17h-3M7 14h10v6.5H7z'

/** New recovery codes, the only time they can be seen. It closes once they have been saved, or were left twice. */
export function RecoveryCodesDialog({ username, codes, onClose }: Props) {
  const id = useId()
  const [saved, setSaved] = useState(false)
  const [asked, setAsked] = useState(false)
  useEffect(() => {
    if (saved) return undefined
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', warn)
    return () => removeEventListener('beforeunload', warn)
  }, [saved])
  function leave() {
    if (saved || asked) onClose()
    else setAsked(true)
  }
  const text = `${t('security.codesOf', { site: location.host, username })}\n\n${codes.join('\n')}\n`
  return (
    <DialogFrame wide title={t('security.codes')} describedBy={id} onClose={leave}>
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
        <div className="codes-ways">
          <Button
            onClick={() =>
              saveContent({
                name: `${fileNameOf(productName)}-${location.hostname}-${username}.txt`,
                content: new Blob([text], { type: 'text/plain' }),
              })
            }
          >
            <Icon name="download" />
            {t('security.download')}
          </Button>
          <Button onClick={() => window.print()}>
            <Drawing path={printer} />
            {t('security.print')}
          </Button>
          <CopyButton value={text} label={t('security.copyCodes')} />
        </div>
        <p className="note">
          <Icon name="eye" />
          <span>
            <b>{t('security.onlyNow')}</b> {t('security.keepThem')}
          </span>
        </p>
        <label className="row-check">
          <input type="checkbox" checked={saved} onChange={(event) => setSaved(event.target.checked)} />
          <span>{t('security.saved')}</span>
        </label>
        <FormProblem text={asked && !saved ? t('security.leaveCodes') : undefined} />
      </div>
      <div className="df">
        <Button variant="primary" disabled={!saved} onClick={onClose}>
          {t('security.done')}
        </Button>
      </div>
    </DialogFrame>
  )
}
