import { maxSelection } from '#contract/transfers/limits.ts'
import type { Member } from '#contract/transfers/members.ts'
import { formatSize } from '#web/i18n/format/format.ts'
import { t } from '#web/i18n/t.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Icon } from '#web/ui/icons/icon.tsx'
import type { MemberPlace } from './member-address.ts'

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

/** Sizes of the files that are selected, by their numbers. */
export type Selected = ReadonlyMap<number, number>

export const nothingSelected: Selected = new Map()

/** With all of these added, or, where all of them are in it, without them. */
export function allToggled(selected: Selected, members: readonly Member[]): Selected {
  const next = new Map(selected)
  const allIn = members.every(({ n }) => selected.has(n))
  for (const { n, size } of members)
    if (allIn) next.delete(n)
    else next.set(n, size)
  return next
}

/** Bytes of all selected files. */
export function sizeOf(selected: Selected): number {
  return Iterator.from(selected.values()).reduce((sum, size) => sum + size, 0)
}
