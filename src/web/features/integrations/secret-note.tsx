import { useEffect, useRef } from 'react'
import { t } from '#web/i18n/t.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { CopyField } from '#web/ui/sharing/copy-field.tsx'

/** A secret that was just made. */
export type FreshSecret = {
  readonly id: string
  readonly name: string
  readonly secret: string
  readonly isRotated: boolean
}

/** The secret of a webhook, the only time it can be seen. */
export function SecretNote({ fresh, onClose }: { fresh: FreshSecret; onClose: () => void }) {
  const note = useRef<HTMLDivElement>(null)
  useEffect(() => note.current?.focus(), [])
  return (
    <div ref={note} className="card card-pad stack-s" role="status" tabIndex={-1}>
      <p>
        <b>{t('webhooks.secretOf', { name: fresh.name })}</b> {t('webhooks.secretOnce')}
        {fresh.isRotated && ` ${t('webhooks.oldSecret')}`}
      </p>
      <CopyField value={fresh.secret} label={t('webhooks.secret')} />
      <div className="bar-row">
        <Button variant="quiet" onClick={onClose}>
          {t('webhooks.secretSaved')}
        </Button>
      </div>
    </div>
  )
}
