import type { ServiceConfig } from '#contract/service.ts'
import { formatDuration, formatSize } from '../../i18n/format.ts'
import { t } from '../../i18n/t.ts'
import { PickButtons } from './pick-buttons.tsx'
import type { PickedFile } from './selection.ts'

type Props = {
  over: boolean
  config: ServiceConfig
  notice: string
  onPick: (picked: PickedFile[]) => void
}

/** The box, empty: post files into it. */
export function DropBox({ over, config, notice, onPick }: Props) {
  const lives = config.expiryOptions.filter(({ pro }) => !pro).map(({ duration }) => duration)
  const from = formatDuration(Math.min(...lives), 'short')
  const to = formatDuration(Math.max(...lives), 'short')
  const several = config.severalFiles
  return (
    <section className={`box drop ${over ? 'over' : ''}`} aria-label={t('upload.dropZone')}>
      <div className="throat">
        <div className="paper">
          <strong>
            <b className="mouse">{t(over ? 'upload.letGo' : 'upload.dropHere')}</b>
            <b className="touch">{t('upload.addHere')}</b>
          </strong>
          <span>{t(several ? 'upload.folderBecomesZip' : 'upload.anything')}</span>
        </div>
        <span className="slot" aria-hidden="true" />
      </div>
      <div className="under">
        <div className="ctas">
          <PickButtons primary severalFiles={several} onPick={onPick} />
        </div>
        {notice && (
          <p className="note note-bad" role="alert">
            {notice}
          </p>
        )}
        <div className="plate">
          <div>
            <b>{formatSize(config.limits.fileSize.free)}</b> {t('upload.perFile')}
          </div>
          <div>{t('upload.kept', { from, to })}</div>
        </div>
      </div>
    </section>
  )
}
