import { type TextKey, t } from '../../i18n/t.ts'

/** A sentence with a mail address in it that can be clicked. Nothing without an address. */
export function MailLine({ text, mail }: { text: TextKey; mail: string | null }) {
  if (!mail) return null
  const [before = '', after = ''] = t(text, { mail: '\0' }).split('\0')
  return (
    <p>
      {before}
      <a href={`mailto:${mail}`}>{mail}</a>
      {after}
    </p>
  )
}
