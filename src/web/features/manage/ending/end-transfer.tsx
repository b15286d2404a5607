import { useState } from 'react'
import { client } from '#web/accounts/client.ts'
import { t } from '#web/i18n/t.ts'
import { ConfirmDialog } from '#web/ui/dialogs/confirm-dialog.tsx'
import { Icon } from '#web/ui/icons/icon.tsx'
import type { PartProps } from '../access/use-managed.ts'

/** Ends the transfer for good: its files go, and every link stops at once. */
export function EndTransfer({ managed, transfer }: PartProps) {
  const [asked, setAsked] = useState(false)
  function end() {
    return managed.change(async (headers, ref) => {
      await client.call('deleteTransfer', { params: { ref }, headers })
      return { transfer: null }
    }, 'manage.notEnded')
  }
  return (
    <section className="manage-end bar-row between" aria-label={t('manage.endTitle')}>
      <p className="small muted">{t('manage.endText')}</p>
      <button type="button" className="btn btn-quiet btn-bad" onClick={() => setAsked(true)}>
        <Icon name="bin" />
        {t('manage.endNow')}
      </button>
      {asked && (
        <ConfirmDialog
          title={t('manage.endNamed', { name: transfer.title ?? transfer.filename })}
          text={t('manage.endHappens')}
          action={t('manage.endNow')}
          busyAction={t('manage.ending')}
          onConfirm={end}
          onClose={() => setAsked(false)}
        />
      )}
    </section>
  )
}
