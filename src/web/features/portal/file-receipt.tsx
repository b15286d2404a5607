import { useId } from 'react'
import type { OwnFile } from '#contract/transfers/files.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { t } from '../../i18n/t.ts'
import { receiptText } from '../../transfers/ui/sent/receipt-text.ts'
import { DialogFrame } from '../../ui/dialogs/dialog-frame.tsx'
import { fingerprintText } from '../../ui/facts/fingerprint-text.ts'

/** Encryption of one of the account's files, and who can open it. */
export function FileReceipt({ file, onClose }: { file: OwnFile; onClose: () => void }) {
  const id = useId()
  const { receipt, filename } = file
  return (
    <DialogFrame title={t('receipt.title')} describedBy={id} onClose={onClose}>
      <div className="body" id={id}>
        <p className="strong break">{filename}</p>
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
