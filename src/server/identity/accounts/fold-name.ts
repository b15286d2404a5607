/** A username or e-mail address in the form that compares without case: tables keep it beside the name as typed. */
export function foldName(name: string): string {
  return name.normalize('NFKC').toLowerCase()
}
