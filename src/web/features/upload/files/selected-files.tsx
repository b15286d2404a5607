import '#web/transfers/ui/picking/drop-box.css'
import './selected-files.css'
import { type ComponentProps, useEffect } from 'react'
import { formatSize } from '#web/i18n/format/format.ts'
import { t } from '#web/i18n/t.ts'
import type { Reading } from '#web/transfers/selection/picked-files.ts'
import type { Selection } from '#web/transfers/selection/selection.ts'
import { focusPicker } from '#web/transfers/ui/picking/focus.ts'
import { DropMore } from '#web/transfers/ui/picking/pick-buttons.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { FileRows } from './file-rows.tsx'

type Props = {
  selection: Selection
  /** Total size in bytes. */
  size: number
  over: boolean
  reading: boolean
  limit: number
  /** Whether the files are sealed in the browser, which packs nothing. */
  sealed: boolean
  /** Files of the last pick that were rejected, and why. */
  notice: string
  onPick: (reading: Promise<Reading>) => void
  onRemove: ComponentProps<typeof FileRows>['onRemove']
  onClear: () => void
}

/** Files to send, row by row. */
export function SelectedFiles({
  selection,
  size,
  over,
  reading,
  limit,
  sealed,
  notice,
  onPick,
  onRemove,
  onClear,
}: Props) {
  useEffect(() => {
    // The focus needs the layout: with the frame that makes it, or this and drawing 80,000 files would be one long task.
    requestAnimationFrame(() => {
      if (document.activeElement === document.body) focusPicker()
    })
  }, [])
  return (
    <section aria-label={t('upload.selected')}>
      <DropMore over={over} reading={reading} onPick={onPick} />
      <div className="card">
        <div className="sum">
          <h2>
            {t('upload.items', { items: selection.length })}{' '}
            <span className="muted plain">· {formatSize(size)}</span>
          </h2>
          <Button variant="quiet" className="small" onClick={onClear}>
            {t('upload.clear')}
          </Button>
        </div>
        {notice && (
          <div className="files-notice">
            <p className="note note-bad" role="alert">
              {notice}
            </p>
          </div>
        )}
        <FileRows selection={selection} onRemove={onRemove} />
      </div>
      <p className="hint below">
        {t(sealed ? 'upload.limitSealed' : 'upload.limitSeveral', { size: formatSize(limit) })}
      </p>
    </section>
  )
}
