import { useEffect, useEffectEvent, useState } from 'react'
import { t } from '#web/i18n/t.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { CopyButton } from '#web/ui/sharing/copy-field.tsx'

type Props = {
  text: string
  /** Shows it without another click. */
  atOnce: boolean
  /** Says that it can't be opened again, so that it is not put away; empty as long as it can. */
  ended: string
  /** Called when it is shown first. */
  onShown: () => void
}

/** A text that was sent in place of files, or with them: behind a click, as it was typed, and no link is made of it. */
export function ShownText({ text, atOnce, ended, onShown }: Props) {
  const [seen, setSeen] = useState(atOnce)
  const [shown, setShown] = useState(atOnce)
  const tell = useEffectEvent(onShown)
  useEffect(() => {
    if (seen) tell()
  }, [seen])
  function show() {
    setShown(true)
    setSeen(true)
  }
  return (
    <div className="stack-s get">
      {shown && <pre className="sealed-words">{text}</pre>}
      <div className="bar-row">
        {shown && <CopyButton value={text} word={t('sealed.copyText')} variant="primary" />}
        {!ended && (
          <Button
            variant={shown ? 'quiet' : 'primary'}
            large={!shown}
            onClick={shown ? () => setShown(false) : show}
          >
            {t(shown ? 'sealed.hideText' : 'sealed.showText')}
          </Button>
        )}
      </div>
      {ended && (
        <p className="small" role="status">
          {ended}
        </p>
      )}
    </div>
  )
}
