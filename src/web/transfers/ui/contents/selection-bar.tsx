import { maxSelection } from '#contract/transfers/limits.ts'
import { client } from '#web/accounts/client.ts'
import { formatSize } from '#web/i18n/format/format.ts'
import { t } from '#web/i18n/t.ts'
import { Icon } from '#web/ui/icons/icon.tsx'
import { showToast } from '#web/ui/messages/toast.ts'
import { handToBrowser } from '#web/ui/sharing/hand-to-browser.ts'
import { type MemberPlace, memberAddress } from './member-address.ts'
import { type Selected, sizeOf } from './selected.ts'

type Props = {
  place: MemberPlace
  selected: Selected
  onClear: () => void
}

/** What is selected, and the button that downloads it: one file as it is, several as a ZIP. */
export function SelectionBar({ place, selected, onClear }: Props) {
  const size = formatSize(sizeOf(selected))
  const tooMany = selected.size > maxSelection
  async function download() {
    if (tooMany) return
    const [n = 0, ...rest] = selected.keys()
    if (rest.length === 0) return handToBrowser(memberAddress(place, { n }))
    const { id, ticket } = place
    try {
      const call = {
        params: { id },
        query: ticket === undefined ? {} : { ticket },
        body: { members: [n, ...rest] },
      }
      handToBrowser((await client.call('selection', call)).url)
    } catch {
      showToast('error', t('contents.selectionFailed'))
    }
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would want a legend that can be seen
    <div className="picked" role="group" aria-label={t('contents.selection')}>
      <span className="small muted num">
        {tooMany
          ? t('contents.tooMany', { max: maxSelection })
          : t('contents.selected', { files: selected.size, size })}
      </span>
      <span className="bar-row">
        <button type="button" className="btn btn-quiet" onClick={onClear}>
          {t('contents.clear')}
        </button>
        <button
          type="button"
          className="btn btn-primary"
          aria-disabled={tooMany || undefined}
          onClick={() => void download()}
        >
          <Icon name="download" />
          {t('contents.downloadSome', { files: selected.size, size })}
        </button>
      </span>
    </div>
  )
}
