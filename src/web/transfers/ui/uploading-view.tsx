import { useEffect, useState } from 'react'
import type { ServiceConfig } from '#contract/service.ts'
import { formatNumber } from '../../i18n/format/further-formats.ts'
import { t } from '../../i18n/t.ts'
import { blockSteps } from '../../router/history.ts'
import { Icon } from '../../ui/icons/icon.tsx'
import { lazyExtra } from '../../ui/lazy/lazy-part.tsx'
import { FocusedHeading } from '../../ui/page/title.tsx'
import type { RunningTransfer } from '../engine/state/transfer-state.ts'
import { transfers } from '../store/store.ts'
import { ProgressView } from './progress/progress-view.tsx'

const FileProgress = lazyExtra(() => import('./file-progress.tsx'))

type Props = { transfer: RunningTransfer; scanner: ServiceConfig['scanner'] }

/** The running upload of this tab, with its files one by one. */
export default function UploadingView({ transfer, scanner }: Props) {
  const { sent, files } = transfer
  const [filesShown, setFilesShown] = useState(false)
  // A swipe is easily made by accident; what leads on through links is meant.
  useEffect(() => blockSteps(() => window.confirm(t('upload.goBack'))), [])
  return (
    <ProgressView
      transfer={transfer}
      scanner={scanner}
      engine={transfers}
      heading={<FocusedHeading className="vh">{t('upload.uploading')}</FocusedHeading>}
      says={{ leaving: 'upload.keepOpen', arrived: 'upload.yourPartIsDone' }}
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
