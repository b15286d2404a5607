import type { OwnFile } from '#contract/transfers/files.ts'
import { useShownLinks } from '#web/service/service-config.ts'
import { t } from '../../i18n/t.ts'
import { pathWith } from '../../router/match-path.ts'
import { paths } from '../../router/paths.ts'
import { Icon } from '../../ui/icons/icon.tsx'
import { PanelIcon } from '../../ui/icons/panel-icon.tsx'
import { ActionMenu } from '../../ui/popover/action-menu.tsx'
import { CopyButton } from '../../ui/sharing/copy-field.tsx'
import { useNow } from '../../ui/time/clock.ts'
import { downloadOwnFile, opensByItself } from './download-own-file.ts'

const MINUTE = 60_000

type Props = { file: OwnFile; onReceipt: () => void; onDelete: () => void }

/** Actions of one of the account's files: a button for its link, the most common one, and a menu for the rest. */
export function FileActions({ file, onReceipt, onDelete }: Props) {
  const name = file.filename
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
        word={t('files.copyLink')}
        label={t('files.copyLinkOf', { name })}
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
