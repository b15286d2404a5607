import { endToEndMethod } from '#contract/transfers/end-to-end.ts'
import type { OwnFile } from '#contract/transfers/files.ts'
import { shownName } from '#web/i18n/format/shown-name.ts'
import { useShownLinks } from '#web/service/service-config.ts'
import { client } from '../../accounts/client.ts'
import { t } from '../../i18n/t.ts'
import { pathWith } from '../../router/match-path.ts'
import { paths } from '../../router/paths.ts'
import { Icon } from '../../ui/icons/icon.tsx'
import { PanelIcon } from '../../ui/icons/panel-icon.tsx'
import { failureText } from '../../ui/messages/failure-text.ts'
import { showToast } from '../../ui/messages/toast.ts'
import { ActionMenu } from '../../ui/popover/action-menu.tsx'
import { CopyButton } from '../../ui/sharing/copy-field.tsx'
import { handToBrowser } from '../../ui/sharing/hand-to-browser.ts'
import { useNow } from '../../ui/time/clock.ts'

const MINUTE = 60_000

type Props = { file: OwnFile; onReceipt: () => void; onDelete: () => void }

/** Actions of one of the account's files: a button for its link, the most common one, and a menu for the rest. */
export function FileActions({ file, onReceipt, onDelete }: Props) {
  const name = shownName(file)
  const isSealed = file.encryptionMethod === endToEndMethod
  const links = useShownLinks()
  const end = Date.parse(file.expiresAt)
  const expired = end <= useNow({ every: MINUTE, until: end })
  const isOver = expired || file.isRevoked
  const page = pathWith(paths.download, { fileId: file.id })
  const download = { name: t('files.download'), icon: <Icon name="download" />, disabled: isOver }
  return (
    <>
      <CopyButton
        value={links.shown(file.downloadUrl)}
        word={t(isSealed ? 'files.copyWithoutKey' : 'files.copyLink')}
        label={isSealed ? undefined : t('files.copyLinkOf', { name })}
        className="copy-link"
        disabled={isOver}
      />
      <ActionMenu
        label={t('files.more', { name })}
        actions={[
          {
            name: t('files.manage'),
            icon: <PanelIcon name="pencil" />,
            to: pathWith(paths.portalTransfer, { ref: file.ref }),
          },
          { name: t('files.view'), icon: <Icon name="eye" />, to: page, disabled: file.isRevoked },
          opensByItself(file)
            ? { ...download, onSelect: () => void downloadOwnFile(file.id) }
            : { ...download, to: page },
          { name: t('receipt.title'), icon: <PanelIcon name="key" />, onSelect: onReceipt },
          { name: t('files.delete'), icon: <Icon name="bin" />, onSelect: onDelete },
        ]}
      />
    </>
  )
}

/** Whether a click is all it takes. Else its page asks for a password, or says that it is gone afterwards. */
function opensByItself({ passwordProtected, encryptionMethod, deleteAfterDownload }: OwnFile): boolean {
  return !passwordProtected && !deleteAfterDownload && encryptionMethod === 'aes-256-gcm'
}

/** Hands a file to the browser's own downloads, and says what became of that. */
async function downloadOwnFile(id: string): Promise<void> {
  try {
    const { url } = await client.call('downloadTicket', { params: { id }, body: {} })
    handToBrowser(url)
    showToast('plain', t('files.downloading'))
  } catch (error) {
    showToast('error', failureText(error, 'download.problem.failed'))
  }
}
