/** Puts the focus on Select Files, when the button that had it has gone. */
export function focusPicker(): void {
  document.querySelector<HTMLElement>('[data-pick]')?.focus()
}

/** Puts the focus on Remove of a row that is shown. `index` counts the rows of the whole list. */
export function focusRow(index: number): void {
  document.querySelector<HTMLElement>(`.files > [data-row="${index}"] > .icon-btn:not(.unfold)`)?.focus()
}
