import { t } from '#web/i18n/t.ts'
import { useDocumentTitle } from '#web/ui/page/title.tsx'
import { Webhooks } from './webhooks.tsx'

/** The webhooks of the account. */
export default function WebhooksPage() {
  useDocumentTitle(t('webhooks.title'))
  return <Webhooks scope="own" />
}
