/** Puts text on the clipboard; where the modern way fails, the field's own selection is copied instead. */
export async function copyText(text: string, field: HTMLInputElement): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    const focused = document.activeElement
    field.select()
    const copied = document.execCommand('copy')
    if (focused instanceof HTMLElement) focused.focus()
    return copied
  }
}
