/** Puts the focus on Select Files, when the button that had it has gone. */
export function focusPicker(): void {
  document.querySelector<HTMLElement>('[data-pick]')?.focus()
}

/** Puts the focus on Remove of a row that is shown. `index` counts the rows of the whole list. */
export function focusRow(index: number): void {
  document.querySelector<HTMLElement>(`[data-row="${index}"] > .icon-btn:not(.unfold)`)?.focus()
}

/**
 * After the `index`-th of `rows` rows was taken out: the next Remove takes the focus, else the last one, else Select Files.
 * The window of a long list may have moved with it.
 */
export function focusAfterRemoval(index: number, rows: number): void {
  if (rows === 1) focusPicker()
  else focusRow(Math.min(index, rows - 2))
}
