import type { Selection } from './selection.ts'

/** The rows whose name contains a text, whatever its capitals. */
export function findItems(selection: Selection, text: string): Selection {
  if (text === '') return selection
  const wanted = text.toLowerCase()
  return selection.filter(({ name }) => name.toLowerCase().includes(wanted))
}
