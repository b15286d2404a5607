import './sent-details.css'
import type { UploadReply } from '#contract/transfers/files.ts'
import { encryptionLabel } from '#web/i18n/format/encryption-label.ts'
import { formatSize } from '#web/i18n/format/format.ts'
import { t } from '#web/i18n/t.ts'
import { Fact } from '#web/ui/facts/fact.tsx'
import type { SentFacts } from '../../engine/sent-facts.ts'
import { receiptText } from './receipt-text.ts'

type Props = {
  reply: UploadReply
  /** Undefined where they could not be found out. */
  facts: SentFacts | undefined
}

/** What has become of the files, and what was chosen for them. */
export function SentDetails({ reply, facts }: Props) {
  const { size, receipt } = reply.file
  const withPassword = receipt.openedBy.includes('password')
  return (
    <dl className="cells sent-cells">
      <Fact label={t('file.size')}>{formatSize(size)}</Fact>
      {reply.compressed && <Fact label={t('file.contents')}>{contentsOf(reply)}</Fact>}
      <Fact label={t('file.encryption')}>{encryptionLabel(receipt.method).name}</Fact>
      <Fact label={t('file.password')}>
        {t(withPassword ? 'file.passwordRequired' : 'file.passwordNone')}
      </Fact>
      {facts && (
        <Fact label={t('file.afterDownload')}>
          {t(facts.deleteAfterDownload ? 'file.isDeleted' : 'file.isKept')}
        </Fact>
      )}
      <Fact label={t('receipt.title')} className="whole">
        {receiptText(receipt)}
      </Fact>
      {facts?.recipients && facts.recipients.length > 0 && (
        <Fact label={t('success.mailed')} className="whole break">
          {facts.recipients.join(', ')}
        </Fact>
      )}
    </dl>
  )
}

/** Percent are worth telling where packing has made a difference. */
function contentsOf({ uploaded, file }: UploadReply): string {
  const percent = Math.max(1, Math.round(file.compressionRatio * 100))
  return percent < 100
    ? t('success.compressed', { count: uploaded, percent })
    : t('success.packed', { count: uploaded })
}
