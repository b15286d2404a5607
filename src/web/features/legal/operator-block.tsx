import type { ServiceConfig } from '#contract/service.ts'
import type { TextKey } from '../../i18n/t.ts'
import { textWith } from '../../i18n/t.ts'

/** Operator of the service: name, address and further details, line by line. */
export function OperatorBlock({ operator }: { operator: NonNullable<ServiceConfig['operator']> }) {
  const address = operator.address?.split(',') ?? []
  return (
    <address className="operator">
      <strong>{operator.name}</strong>
      {[...address, ...operator.details].map((line) => (
        <span key={line}>{line.trim()}</span>
      ))}
    </address>
  )
}

/** A sentence with an email address in it that can be clicked. Nothing without an address. */
export function MailLine({ text, mail }: { text: TextKey; mail: string | null }) {
  if (!mail) return null
  return <p>{textWith(text, { mail: <a href={`mailto:${mail}`}>{mail}</a> })}</p>
}
