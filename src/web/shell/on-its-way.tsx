import { type TextKey, t } from '../i18n/t.ts'
import { paths } from '../paths.ts'
import { Link } from '../ui/link.tsx'
import { useDocumentTitle } from '../ui/use-document-title.ts'

/** A page whose content does not exist yet, and says so. */
export default function OnItsWay({ title }: { title: TextKey }) {
  useDocumentTitle(t(title))
  return (
    <div className="on-its-way stack">
      <h1 className="title-xl">{t(title)}</h1>
      <p>{t('onItsWay.text')}</p>
      <div>
        <Link className="btn btn-primary" to={paths.home}>
          {t('onItsWay.upload')}
        </Link>
      </div>
    </div>
  )
}
