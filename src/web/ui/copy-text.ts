/** Puts text on the clipboard; where the modern way fails, the field's own selection is copied instead. */
export async function copyText(text: string, field: HTMLInputElement): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    field.select()
    return document.execCommand('copy')
  }
}
