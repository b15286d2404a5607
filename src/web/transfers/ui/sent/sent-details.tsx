import type { UploadReply } from '#contract/transfers/files.ts'
import { encryptionLabel } from '#web/i18n/format/encryption-label.ts'
import { t } from '#web/i18n/t.ts'
import { useShownLinks } from '#web/service/service-config.ts'
import { Fact } from '#web/ui/facts/facts.tsx'
import { lazyExtra } from '#web/ui/lazy/lazy-part.tsx'
import { CopyField } from '#web/ui/sharing/copy-field.tsx'
import type { SentFacts } from '../../engine/state/transfer-state.ts'
import { receiptText } from './receipt-text.ts'

const GuestChoices = lazyExtra(() => import('./guest-choices.tsx'), null, 'sent')

type Props = {
  reply: UploadReply
  /** Undefined where they could not be found out. */
  facts: SentFacts | undefined
  /** It is managed in the portal, without its manage link. */
  own: boolean
}

/** The links that manage and delete it, how the files are locked, and what becomes of them. */
export function SentDetails({ reply, facts, own }: Props) {
  const links = useShownLinks()
  const { deletionUrl, receipt } = reply.file
  return (
    <>
      {!own && (
        <div className="sent-deletion stack-s">
          <h2 className="small">{t('success.manageLink')}</h2>
          <CopyField
            value={links.shown(reply.manageUrl)}
            label={t('success.manageLink')}
            copyLabel={t('success.copyManage')}
          />
          <p className="hint">{t('success.manageHint')}</p>
          <GuestChoices reply={reply} />
        </div>
      )}
      <div className="sent-deletion stack-s">
        <h2 className="small">{t('success.deletionLink')}</h2>
        <CopyField
          value={links.shown(deletionUrl)}
          label={t('success.deletionLink')}
          copyLabel={t('success.copyDeletion')}
        />
        <p className="hint">{t('success.deletionHint')}</p>
      </div>
      <dl className="cells sent-cells">
        <Fact label={t('file.encryption')}>{encryptionLabel(receipt.method).name}</Fact>
        {facts && (
          <Fact label={t('file.afterDownload')}>
            {t(facts.deleteAfterDownload ? 'file.isDeleted' : 'file.isKept')}
          </Fact>
        )}
        <Fact label={t('receipt.title')} className="whole">
          {receiptText(receipt)}
        </Fact>
      </dl>
    </>
  )
}
