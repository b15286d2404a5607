import { useEffect, useState } from 'react'
import type { ServiceConfig } from '#contract/service.ts'
import { formatSize } from '../../i18n/format/format.ts'
import { formatNumber } from '../../i18n/format/further-formats.ts'
import { t } from '../../i18n/t.ts'
import { blockSteps } from '../../router/history.ts'
import { useShownLinks } from '../../service/service-config.ts'
import { Icon } from '../../ui/icons/icon.tsx'
import { lazyExtra } from '../../ui/lazy/lazy-part.tsx'
import { announce } from '../../ui/messages/announce.tsx'
import { FocusedHeading } from '../../ui/page/title.tsx'
import { CopyField } from '../../ui/sharing/copy-field.tsx'
import type { RunningTransfer } from '../engine/state/transfer-state.ts'
import { transfers } from '../store/store.ts'
import { ProgressView } from './progress/progress-view.tsx'

const FileProgress = lazyExtra(() => import('./file-progress.tsx'))

type Props = { transfer: RunningTransfer; scanner: ServiceConfig['scanner'] }

/** The running upload of this tab, with its files one by one. */
export default function UploadingView({ transfer, scanner }: Props) {
  const { sent, files, link, pace } = transfer
  const [filesShown, setFilesShown] = useState(false)
  // A swipe is easily made by accident; what leads on through links is meant.
  useEffect(() => blockSteps(() => window.confirm(t('upload.goBack'))), [])
  return (
    <ProgressView
      transfer={transfer}
      scanner={scanner}
      engine={transfers}
      heading={
        <FocusedHeading className={link ? 'title-xl' : 'vh'}>
          {link ? t('early.title') : t('upload.uploading')}
        </FocusedHeading>
      }
      leading={link && <EarlyLink link={link} />}
      says={{
        leaving: link ? t('early.keepOpen', { size: formatSize(pace.total) }) : t('upload.keepOpen'),
        arrived: t('upload.yourPartIsDone'),
      }}
    >
      {files > 1 && (
        <details className="fold-files" onToggle={(event) => event.currentTarget.open && setFilesShown(true)}>
          <summary>
            {t('upload.fileList')}
            <span className="val num">{formatNumber(files)}</span>
            <Icon name="chevron" />
          </summary>
          {filesShown && <FileProgress sent={sent} />}
        </details>
      )}
    </ProgressView>
  )
}

/** The link before the files are there. */
function EarlyLink({ link }: { link: string }) {
  const shown = useShownLinks().shown(link)
  useEffect(() => announce(t('early.title')), [])
  return (
    <div className="early-link">
      <p>{t('early.text')}</p>
      <CopyField
        primary
        value={shown}
        label={t('share.link')}
        word={t('early.copy')}
        onCopied={transfers.copyLink}
      />
    </div>
  )
}
