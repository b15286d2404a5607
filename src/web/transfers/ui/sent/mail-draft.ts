/** A `mailto:` address that opens a draft. Line ends as RFC 6068 wants them. */
export function mailDraft(subject: string, body: string): string {
  return `mailto:?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(body.replace(/\n/g, '\r\n'))}`
}
