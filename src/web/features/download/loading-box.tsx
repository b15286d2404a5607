import { t } from '../../i18n/t.ts'

/** The shape of what is to come; appears only when that takes noticeably long. */
export function LoadingBox() {
  return (
    <div className="held loading" role="status">
      <span className="vh">{t('download.loading')}</span>
      <div className="box box-empty box-attach stack" aria-hidden="true">
        <span className="bone" />
        <span className="bone bone-title" />
        <span className="bone bone-button" />
      </div>
      <div className="slip slip-pad stack" aria-hidden="true">
        <span className="bone" />
        <span className="bone" />
      </div>
    </div>
  )
}
