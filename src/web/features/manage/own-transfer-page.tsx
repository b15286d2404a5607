import { t } from '#web/i18n/t.ts'
import { paths } from '#web/router/paths.ts'
import { useParams } from '#web/router/routes.tsx'
import { Icon } from '#web/ui/icons/icon.tsx'
import { Link } from '#web/ui/page/link.tsx'
import { ManagedTransferView } from './managed-transfer-view.tsx'

/** Manages a transfer of the account, in the portal. */
export default function OwnTransferPage() {
  const { ref = '' } = useParams()
  return (
    <div className="stack">
      <div>
        <Link className="btn btn-quiet back" to={paths.portalFiles}>
          <Icon name="back" />
          {t('portal.files')}
        </Link>
      </div>
      <ManagedTransferView key={ref} access={{ ref, token: undefined }} />
    </div>
  )
}
