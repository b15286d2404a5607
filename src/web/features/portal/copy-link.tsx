import type { OwnFile } from '#contract/transfers/files.ts'
import { t } from '../../i18n/t.ts'
import { Icon } from '../../ui/icons/icon.tsx'
import { useCopy } from '../../ui/sharing/use-copy.ts'

/** Copies the link of a file of one's own and says so for two seconds. Where there is room it shows its name. */
export function CopyLink({ file, disabled }: { file: OwnFile; disabled: boolean }) {
  const [copied, copy] = useCopy()
  return (
    <button
      type="button"
      className="btn btn-line copy-link"
      aria-label={t(copied ? 'files.linkCopied' : 'files.copyLinkOf', { name: file.filename })}
      title={t('files.copyLink')}
      disabled={disabled}
      onClick={() => void copy(file.downloadUrl)}
    >
      <Icon name={copied ? 'tick' : 'copy'} />
      <span>{copied ? t('copy.done') : t('files.copyLink')}</span>
    </button>
  )
}
