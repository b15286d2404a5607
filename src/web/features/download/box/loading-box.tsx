import { t } from '../../../i18n/t.ts'

/** The shape of what is to come; appears only when that takes noticeably long. */
export function LoadingBox() {
  return (
    <div className="box-page loading" role="status">
      <span className="vh">{t('download.loading')}</span>
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
