/**
 * Checks the fields of a form, each of which shows its own error then, and focuses the first that has one. Returns whether all
 * are fine.
 */
export function checkForm(form: HTMLFormElement): boolean {
  if (form.checkValidity()) return true
  form.querySelector<HTMLElement>('input:invalid, textarea:invalid, select:invalid')?.focus()
  return false
}
