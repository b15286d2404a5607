import type { Reading } from './picked-files.ts'
import { addExamined, examine, type FileRules, type Selection } from './selection.ts'
import type { SelectionEvent } from './selection-state.ts'

/** Selection that picked files are added to. */
type Target = {
  /** The current selection; undefined when nothing can be added. */
  readonly items: () => Selection | undefined
  readonly onEvent: (event: SelectionEvent) => void
  /** Called with the selection that will be there, just before it is. */
  readonly beforeAdding: (selection: Selection) => void
}

/** Adds picked files to a selection as soon as they have been examined. */
export async function pick(
  reading: Reading | Promise<Reading>,
  rules: FileRules,
  { items, onEvent, beforeAdding }: Target,
): Promise<void> {
  onEvent({ type: 'reading-began' })
  try {
    const { picked, unreadable } = await reading
    const examined = await examine(picked, rules)
    for (let before = items(); before; before = items()) {
      const { selection, rejected } = await addExamined(before, examined)
      const now = items()
      // Tries again if the selection changed meanwhile, so that no change is lost.
      if (now !== before) continue
      beforeAdding(selection)
      onEvent({ type: 'picked', items: selection, rejected, unreadable })
      return
    }
  } finally {
    onEvent({ type: 'reading-ended' })
  }
}
