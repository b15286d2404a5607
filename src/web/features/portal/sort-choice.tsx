import { type TextKey, t } from '../../i18n/t.ts'
import { Select } from '../../ui/controls/select.tsx'
import type { FilesOrder } from './files-order.ts'

const choices: readonly (FilesOrder & { name: TextKey })[] = [
  { sort: 'date', order: 'desc', name: 'files.newest' },
  { sort: 'date', order: 'asc', name: 'files.oldest' },
  { sort: 'name', order: 'asc', name: 'files.aToZ' },
  { sort: 'name', order: 'desc', name: 'files.zToA' },
  { sort: 'size', order: 'desc', name: 'files.largest' },
  { sort: 'size', order: 'asc', name: 'files.smallest' },
  { sort: 'expires', order: 'asc', name: 'files.endingFirst' },
  { sort: 'expires', order: 'desc', name: 'files.endingLast' },
  { sort: 'downloads', order: 'desc', name: 'files.mostFetched' },
  { sort: 'downloads', order: 'asc', name: 'files.leastFetched' },
]

type Props = { order: FilesOrder; onChange: (order: FilesOrder) => void }

/** Sorting where the table has no head to click on. */
export function SortChoice({ order, onChange }: Props) {
  const chosen = choices.findIndex(({ sort, order: way }) => sort === order.sort && way === order.order)
  return (
    <Select
      className="input sort-choice"
      aria-label={t('files.sort')}
      options={choices.map(({ name }, index) => ({ value: index, text: t(name) }))}
      value={chosen}
      onChoose={(index) => {
        const choice = choices[index]
        if (choice) onChange({ sort: choice.sort, order: choice.order })
      }}
    />
  )
}
