import type { ServiceConfig } from '#contract/service.ts'

/** Who runs the service: name, address and whatever else the operator has to say, line by line. */
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
