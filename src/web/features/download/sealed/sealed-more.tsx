import type { FileInfo } from '#contract/transfers/files.ts'
import { t } from '#web/i18n/t.ts'
import { ShareActions, type Shared } from '#web/transfers/ui/sent/share-actions.tsx'
import { CopyButton } from '#web/ui/sharing/copy-field.tsx'
import { FileFacts, Part, UploadYourOwn } from '../more/file-more.tsx'

type Props = {
  file: FileInfo
  /** Without the key. */
  link: string
  /** The key as it is written in a link; undefined where there is nothing to share. */
  linkKey: string | undefined
  /** For the draft of a mail, once it was opened. */
  opened: { readonly what: Shared; readonly name: string } | undefined
  whoCanOpen: string
  /** Its counts have been overtaken: it was opened here and is gone. */
  isUsed: boolean
}

/** Everything about a sealed transfer that is not needed at once: facts, ways to pass its link on, and who can open it. */
export function SealedMore({ file, link, linkKey, opened, whoCanOpen, isUsed }: Props) {
  const whole = `${link}#k=${linkKey}`
  return (
    <>
      {!isUsed && <FileFacts file={file} isSealed />}
      {linkKey !== undefined && (
        <Part title={t('download.share')}>
          <div className="bar-row">
            <CopyButton value={whole} word={t('sealed.copyLink')} />
          </div>
          <p className="hint">{t('sealed.linkIsWhole')}</p>
          {opened && <ShareActions {...opened} link={link} qr={whole} quiet />}
        </Part>
      )}
      <Part title={t('sealed.whoCanOpen')}>
        <p className="small">{whoCanOpen}</p>
      </Part>
      <div className="card-pad">
        <div className="bar-row quiet-row">
          <UploadYourOwn />
        </div>
      </div>
    </>
  )
}
