import { t } from '#web/i18n/t.ts'

/** Why there is no list where downloads are limited. */
export default function ContentsNote() {
  return <p className="card-pad small muted">{t('contents.limited')}</p>
}
