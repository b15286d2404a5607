import type { ServiceConfig } from '#contract/service.ts'

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
