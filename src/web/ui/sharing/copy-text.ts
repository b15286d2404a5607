/**
 * Puts text on the clipboard. Where the modern way fails, the selection of a field is copied instead: of the one that
 * shows the text, or of one that is there for a moment only.
 */
export async function copyText(text: string, field?: HTMLInputElement): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    const focused = document.activeElement
    const source = field ?? document.createElement('input')
    if (!field) {
      source.value = text
      document.body.append(source)
    }
    source.select()
    const copied = document.execCommand('copy')
    if (!field) source.remove()
    if (focused instanceof HTMLElement) focused.focus()
    return copied
  }
}
