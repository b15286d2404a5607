import { flushSync } from 'react-dom'
import { formatSize } from '#web/i18n/format/format.ts'
import { t } from '#web/i18n/t.ts'
import type { Reading } from '#web/transfers/selection/picked-files.ts'
import { type FileRules, type SelectedItem, sumOf } from '#web/transfers/selection/selection.ts'
import { transfers } from '#web/transfers/store/store.ts'
import { focusAfterRemoval } from '#web/transfers/ui/picking/focus.ts'
import { announce } from '#web/ui/messages/announce.tsx'

/** Adds picked files after they have been examined, and announces the new selection. */
export async function pick(reading: Reading | Promise<Reading>, rules: FileRules): Promise<void> {
  const before = itemsNow().length
  await transfers.pick(reading, rules)
  const items = itemsNow()
  if (items.length === before) return
  const { files, size } = sumOf(items)
  announce(t('upload.announceSelection', { files, items: items.length, size: formatSize(size) }))
}

/** Takes a row out of the selection, the `index`-th of those that are `shown`, and moves the focus on. */
export function removeRow({ key }: SelectedItem, index: number, shown: number): void {
  flushSync(() => transfers.remove(key))
  focusAfterRemoval(index, shown)
  announce(t('upload.announceRemoved', { items: itemsNow().length }))
}

function itemsNow() {
  return transfers.read().selection.items
}
