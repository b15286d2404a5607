import '#web/transfers/ui/picking/drop-box.css'
import type { ServiceConfig } from '#contract/service.ts'
import { formatDuration, formatSize } from '#web/i18n/format/format.ts'
import { t } from '#web/i18n/t.ts'
import { textWith } from '#web/i18n/text-with.tsx'
import { paths } from '#web/router/paths.ts'
import type { Reading } from '#web/transfers/selection/picked-files.ts'
import { DropPaper } from '#web/transfers/ui/picking/drop-paper.tsx'
import { PickButtons } from '#web/transfers/ui/picking/pick-buttons.tsx'
import { Link } from '#web/ui/page/link.tsx'

type Props = {
  over: boolean
  reading: boolean
  config: ServiceConfig
  notice: string
  /** Whether sending requires an account. */
  closed: boolean
  onPick: (reading: Promise<Reading>) => void
  /** Bytes that one file may have. */
  limit: number
}

/** The box, empty: post files into it. */
export function DropBox({ over, reading, config, limit, notice, closed, onPick }: Props) {
  const lives = config.expiryOptions.filter(({ pro }) => !pro).map(({ duration }) => duration)
  const from = formatDuration(Math.min(...lives), 'short')
  const to = formatDuration(Math.max(...lives), 'short')
  return (
    <section className={`box drop ${over ? 'over' : ''}`} aria-label={t('upload.dropZone')}>
      <DropPaper over={over} reading={reading}>
        <span>{t('upload.folderBecomesZip')}</span>
      </DropPaper>
      <div className="under">
        <div className="ctas">{closed ? <SignInFirst /> : <PickButtons primary onPick={onPick} />}</div>
        {notice && (
          <p className="note note-bad" role="alert">
            {notice}
          </p>
        )}
        <div className="plate">
          <div>
            <b>{formatSize(limit)}</b> {t('upload.perFile')}
          </div>
          <div>{textWith('upload.kept', { from: <b>{from}</b>, to: <b>{to}</b> })}</div>
        </div>
      </div>
    </section>
  )
}

/** Shown if only people with an account may send. */
function SignInFirst() {
  return (
    <>
      <p>{t('home.signInToSend')}</p>
      <Link className="btn btn-primary" to={paths.login}>
        {t('nav.login')}
      </Link>
      <Link className="btn btn-line" to={paths.register}>
        {t('nav.signUp')}
      </Link>
    </>
  )
}
