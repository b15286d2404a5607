import '#web/transfers/ui/picking/drop-box.css'
import { useEffect } from 'react'
import type { PublicRequest } from '#contract/requests/requests.ts'
import { formatSize } from '#web/i18n/format/format.ts'
import { t } from '#web/i18n/t.ts'
import type { Reading } from '#web/transfers/selection/picked-files.ts'
import { focusPicker } from '#web/transfers/ui/picking/focus.ts'
import { DropPaper, PickButtons } from '#web/transfers/ui/picking/pick-buttons.tsx'

export type BoxProps = {
  request: PublicRequest
  /** Whether files hang over the window now. */
  over: boolean
  reading: boolean
  /** Which files were not taken, and why. */
  notice: string
  onPick: (reading: Promise<Reading>) => void
}

/** The box, empty: post files into it. `cameBack`: the button that had the focus has gone with what was shown before. */
export function RequestBox({
  request,
  over,
  reading,
  notice,
  onPick,
  cameBack,
}: BoxProps & { cameBack: boolean }) {
  const { requester: name, lock, types } = request
  useEffect(() => {
    if (cameBack) focusPicker()
  }, [cameBack])
  return (
    <section className={`box drop ${over ? 'over' : ''}`} aria-label={t('upload.dropZone')}>
      <DropPaper over={over} reading={reading}>
        {lock !== 'none' && <span>{t('visit.onlyThem', { name })}</span>}
      </DropPaper>
      <div className="under">
        <div className="ctas">
          <PickButtons primary accept={acceptOf(types)} onPick={onPick} />
        </div>
        {notice && (
          <p className="note note-bad" role="alert">
            {notice}
          </p>
        )}
        <div className="plate">
          <div>
            <b>{formatSize(largestOf(request))}</b> {t('visit.perUpload')}
          </div>
          <div>{t('visit.noAccount')}</div>
        </div>
        {types && <p className="hint">{t('visit.types', { types: types.join(', ') })}</p>}
      </div>
    </section>
  )
}

/** Bytes of one upload; what is sealed goes as one file. */
export function largestOf({ limits, lock }: PublicRequest): number {
  return lock === 'browser' ? Math.min(limits.file, limits.upload) : limits.upload
}

/** Value of an input's `accept` for these types; undefined for any file. */
export function acceptOf(types: PublicRequest['types']): string | undefined {
  return types?.map((type) => `.${type}`).join(',')
}
