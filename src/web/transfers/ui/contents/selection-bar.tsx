import { maxSelection } from '#contract/transfers/limits.ts'
import { formatSize } from '#web/i18n/format/format.ts'
import { t } from '#web/i18n/t.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Icon } from '#web/ui/icons/icon.tsx'
import type { MemberPlace } from './member-address.ts'
import { type Selected, sizeOf } from './use-selection.ts'

type Props = {
  place: MemberPlace
  selected: Selected
  onClear: () => void
}

/** The selection, and the button that downloads it: one file as it is, several as a ZIP. */
export function SelectionBar({ place, selected, onClear }: Props) {
  const size = formatSize(sizeOf(selected))
  // The server packs a thousand at most; a browser that decrypts them itself packs all.
  const tooMany = place.address !== undefined && selected.size > maxSelection
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would want a legend that can be seen
    <div className="picked" role="group" aria-label={t('contents.selection')}>
      <span className="small muted num">
        {tooMany
          ? t('contents.tooMany', { max: maxSelection })
          : t('contents.selected', { files: selected.size, size })}
      </span>
      <span className="bar-row">
        <Button variant="quiet" onClick={onClear}>
          {t('contents.clear')}
        </Button>
        <Button variant="primary" aria-disabled={tooMany} onClick={() => place.download(selected.keys())}>
          <Icon name="download" />
          {t('contents.downloadSome', { files: selected.size, size })}
        </Button>
      </span>
    </div>
  )
}
