/**
 * Puts text on the clipboard; where the modern way fails, the selection of a field is copied instead: of `field`, which
 * shows the text, or of one that is made for it.
 */
export async function copyText(text: string, field?: HTMLInputElement | null): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copySelection(text, field)
  }
}

function copySelection(text: string, shown: HTMLInputElement | null | undefined): boolean {
  const focused = document.activeElement
  const field = shown ?? document.createElement('input')
  if (!shown) {
    field.value = text
    field.className = 'vh'
    // Within a dialog: what lies outside it cannot be selected.
    ;(focused?.closest('dialog') ?? document.body).append(field)
  }
  field.select()
  const copied = document.execCommand('copy')
  if (!shown) field.remove()
  if (focused instanceof HTMLElement) focused.focus()
  return copied
}
