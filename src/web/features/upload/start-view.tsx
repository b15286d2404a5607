import './start-view.css'
import { type ComponentProps, useState } from 'react'
import { formatSize } from '../../i18n/format/format.ts'
import { t } from '../../i18n/t.ts'
import { sentHereKey } from '../../transfers/store/active.ts'
import { browserStore } from '../../ui/browser/browser-store.ts'
import { lazyExtra } from '../../ui/lazy/lazy-part.tsx'
import { FactList } from './fact-list.tsx'
import { DropBox } from './picking/drop-box.tsx'

/** Fetched where something is listed. */
const SentList = lazyExtra(() => import('./sent-here/sent-list.tsx'), null, 'sent')

/** Introduces the service, with the box while it is empty. */
export function StartView(box: ComponentProps<typeof DropBox>) {
  const { limits, scanner } = box.config
  const [listed] = useState(() => browserStore('localStorage')?.getItem(sentHereKey)?.startsWith('['))
  return (
    <>
      <div className="home">
        <div className="stack copy">
          <h1>{t('home.title')}</h1>
          <p className="lede">{t('home.lede', { size: formatSize(limits.fileSize.free) })}</p>
        </div>
        <FactList scanner={scanner} />
        <DropBox {...box} />
      </div>
      {listed && <SentList />}
    </>
  )
}
