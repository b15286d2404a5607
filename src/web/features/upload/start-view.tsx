import './start-view.css'
import type { ComponentProps } from 'react'
import { formatSize } from '../../i18n/format/format.ts'
import { t } from '../../i18n/t.ts'
import { FactList } from './fact-list.tsx'
import { DropBox } from './picking/drop-box.tsx'

/** What the service is, and the box as long as nothing is in it. */
export function StartView(box: ComponentProps<typeof DropBox>) {
  const { limits, scanner } = box.config
  return (
    <div className="home">
      <div className="stack copy">
        <h1>{t('home.title')}</h1>
        <p className="lede">{t('home.lede', { size: formatSize(limits.fileSize.free) })}</p>
      </div>
      <FactList scanner={scanner} />
      <DropBox {...box} />
    </div>
  )
}
