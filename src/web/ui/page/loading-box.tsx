import '../lists/waiting-rows.css'
import './loading-box.css'
import { t } from '../../i18n/t.ts'

/** The shape of a box that is to come; appears only when that takes noticeably long. */
export function LoadingBox({ text = t('shell.loading') }: { text?: string }) {
  return (
    <div className="box-page loading" role="status">
      <span className="vh">{text}</span>
      <div className="box box-empty box-attach stack" aria-hidden="true">
        <span className="blank" />
        <span className="blank blank-title" />
        <span className="blank blank-button" />
      </div>
      <div className="card card-pad stack" aria-hidden="true">
        <span className="blank" />
        <span className="blank" />
      </div>
    </div>
  )
}
