import { useState } from 'react'
import { t } from '#web/i18n/t.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { CopyButton } from '#web/ui/sharing/copy-field.tsx'

type Props = {
  text: string
  /** Called when it is shown first. */
  onShown: () => void
}

/** A text that was sent in place of files, or with them: behind a click, as it was typed, and no link is made of it. */
export function ShownText({ text, onShown }: Props) {
  const [seen, setSeen] = useState(false)
  const [shown, setShown] = useState(false)
  function show() {
    setShown(true)
    if (!seen) onShown()
    setSeen(true)
  }
  return (
    <div className="stack-s get">
      {shown && <pre className="sealed-words">{text}</pre>}
      <div className="bar-row">
        {shown && <CopyButton value={text} word={t('sealed.copyText')} variant="primary" />}
        <Button
          variant={shown ? 'quiet' : 'primary'}
          large={!shown}
          onClick={shown ? () => setShown(false) : show}
        >
          {t(shown ? 'sealed.hideText' : 'sealed.showText')}
        </Button>
      </div>
    </div>
  )
}
