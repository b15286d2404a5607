import { t } from '#web/i18n/t.ts'
import { paths } from '#web/router/paths.ts'
import { useParams } from '#web/router/routes.tsx'
import { BackLink } from '#web/ui/page/back-link.tsx'
import { ManagedTransferView } from './managed-transfer-view.tsx'

/** Manages a transfer of the account, in the portal. */
export default function OwnTransferPage() {
  const { ref = '' } = useParams()
  return (
    <div className="stack">
      <div>
        <BackLink to={paths.portalFiles}>{t('portal.files')}</BackLink>
      </div>
      <ManagedTransferView key={ref} access={{ ref, token: undefined }} />
    </div>
  )
}
