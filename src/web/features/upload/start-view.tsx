import './start-view.css'
import type { ServiceConfig } from '#contract/service.ts'
import { formatSize } from '../../i18n/format.ts'
import { t } from '../../i18n/t.ts'
import { DropBox } from './drop-box.tsx'
import { FactList } from './fact-list.tsx'
import type { Reading } from './picked-files.ts'

type Props = {
  config: ServiceConfig
  over: boolean
  reading: boolean
  limit: number
  notice: string
  onPick: (reading: Reading) => void
}

/** What the service is, and the box as long as nothing is in it. */
export function StartView({ config, ...box }: Props) {
  return (
    <div className="home">
      <div className="stack copy">
        <h1>{t('home.title')}</h1>
        <p className="lede">{t('home.lede', { size: formatSize(config.limits.fileSize.free) })}</p>
      </div>
      <FactList scanner={config.scanner} />
      <DropBox config={config} {...box} />
    </div>
  )
}
