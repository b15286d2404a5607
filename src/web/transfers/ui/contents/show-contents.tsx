import { useState } from 'react'
import { t } from '#web/i18n/t.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Icon } from '#web/ui/icons/icon.tsx'
import { lazyExtra } from '#web/ui/lazy/lazy-part.tsx'

const OwnContents = lazyExtra(() => import('./own-contents.tsx'), null, 'contents')

/** Lets the sender look through the files inside a transfer; the list is fetched when it is wanted. */
export function ShowContents({ id }: { id: string }) {
  const [shown, setShown] = useState(false)
  return (
    <div className="stack-s">
      <div>
        <Button aria-expanded={shown} onClick={() => setShown(!shown)}>
          <Icon name="folder" />
          {t('success.showFiles')}
        </Button>
      </div>
      {shown && <OwnContents id={id} />}
    </div>
  )
}
