import './waiting-rows.css'
import { t } from '../../i18n/t.ts'

/** Keeps the place of rows that have not come yet; seen only when that takes noticeably long. */
export function WaitingRows({ rows }: { rows: number }) {
  return (
    <div className="blank-rows" role="status">
      <span className="vh">{t('shell.loading')}</span>
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all the same
        <span key={row} className="blank" />
      ))}
    </div>
  )
}
