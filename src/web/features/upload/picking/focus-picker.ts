/** Puts the focus on Select Files, when the button that had it has gone. */
export function focusPicker(): void {
  document.querySelector<HTMLElement>('[data-pick]')?.focus()
}
