import type { Receipt } from '#contract/transfers/files.ts'
import { encryptionLabel } from '#web/i18n/format/encryption-label.ts'
import { t } from '#web/i18n/t.ts'
import { fingerprintText } from '#web/ui/facts/fingerprint-text.ts'

/** How a file is locked and who can open it, in one sentence to its sender. */
export function receiptText({ method, keyFingerprint, openedBy }: Receipt): string {
  const values = { method: encryptionLabel(method).name, key: fingerprintText(keyFingerprint ?? '', 4) }
  const withPassword = openedBy.includes('password')
  if (openedBy.includes('owner'))
    return t(withPassword ? 'receipt.ownerOrPassword' : 'receipt.ownerOnly', values)
  return t(withPassword ? 'receipt.password' : 'receipt.link', values)
}
