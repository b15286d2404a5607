import { useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import type { OwnFile } from '#contract/transfers/files.ts'
import { shownName } from '#web/i18n/format/shown-name.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { WrappedName } from '#web/ui/facts/wrapped-name.tsx'
import { client } from '../../accounts/client.ts'
import { t } from '../../i18n/t.ts'
import { filesKey, statsQuery } from '../../service/queries.ts'
import { activity } from '../../transfers/store/active.ts'
import { isGone } from '../../transfers/store/is-gone.ts'
import { receiptText } from '../../transfers/ui/sent/receipt-text.ts'
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx'
import { DialogFrame } from '../../ui/dialogs/dialog-frame.tsx'
import { closeAndNotify } from '../../ui/dialogs/use-modal.ts'
import { fingerprintText } from '../../ui/facts/fingerprint-text.ts'
import { failureWithReason } from '../../ui/messages/failure-text.ts'

/** Deletes one of the account's files, after a confirmation. */
export function DeleteFile({ file, onClose }: { file: OwnFile; onClose: () => void }) {
  const queries = useQueryClient()
  async function remove() {
    try {
      await client.call('deleteFile', { params: { id: file.id } })
    } catch (error) {
      if (!isGone(error)) return failureWithReason(error, 'files.deleteFailed')
    }
    activity.recordChange(file.id)
    await Promise.all([
      queries.invalidateQueries({ queryKey: filesKey }),
      queries.invalidateQueries(statsQuery),
    ])
    closeAndNotify(onClose, 'main', t('files.deleted', { name: shownName(file) }))
    return undefined
  }
  return (
    <ConfirmDialog
      title={t('deletion.deleteNamed', { name: shownName(file) })}
      text={t('deletion.whatHappens')}
      action={t('deletion.deleteFile')}
      busyAction={t('deletion.deleting')}
      onConfirm={remove}
      onClose={onClose}
    />
  )
}

/** Encryption of one of the account's files, and who can open it. */
export function FileReceipt({ file, onClose }: { file: OwnFile; onClose: () => void }) {
  const id = useId()
  const { receipt } = file
  return (
    <DialogFrame title={t('receipt.title')} describedBy={id} onClose={onClose}>
      <div className="body" id={id}>
        <p className="strong break">
          <WrappedName name={shownName(file)} />
        </p>
        <p>{receiptText(receipt)}</p>
        {receipt.keyFingerprint !== null && (
          <p className="small muted num">
            {t('receipt.fingerprint', { fingerprint: fingerprintText(receipt.keyFingerprint) })}
          </p>
        )}
      </div>
      <div className="df">
        <Button onClick={onClose}>{t('toast.close')}</Button>
      </div>
    </DialogFrame>
  )
}
