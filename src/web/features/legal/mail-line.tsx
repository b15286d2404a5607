import type { TextKey } from '../../i18n/t.ts'
import { textWith } from '../../i18n/text-with.tsx'

/** A sentence with an email address in it that can be clicked. Nothing without an address. */
export function MailLine({ text, mail }: { text: TextKey; mail: string | null }) {
  if (!mail) return null
  return <p>{textWith(text, { mail: <a href={`mailto:${mail}`}>{mail}</a> })}</p>
}
