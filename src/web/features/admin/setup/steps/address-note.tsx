import { t } from '../../../../i18n/t.ts'
import { Icon } from '../../../../ui/icons/icon.tsx'

/** Whether the service is where people find it: at the address that this page was opened at. */
export function AddressNote({ publicUrl }: { publicUrl: string }) {
  const here = location.origin
  const isRight = here === publicUrl
  return (
    <div className="card card-pad stack-s">
      <h2>{t('setup.address')}</h2>
      <p className="strong break">{publicUrl}</p>
      {isRight ? (
        <p className="small muted">{t('setup.addressRight')}</p>
      ) : (
        <p className="note note-warn">
          <Icon name="warning" />
          {t('setup.addressOther', { here, there: publicUrl })}
        </p>
      )}
    </div>
  )
}
