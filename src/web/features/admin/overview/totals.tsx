import '../../../ui/lists/waiting-rows.css'

type Total = {
  readonly name: string
  /** Undefined until it has come. */
  readonly value: string | undefined
  readonly more: string
}

/** Large numbers in a row, each with a word about it. */
export function Totals({ totals }: { totals: readonly Total[] }) {
  return (
    <dl className="cells totals admin-totals" aria-busy={totals.some(({ value }) => value === undefined)}>
      {totals.map(({ name, value, more }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            {value ?? <span className="blank" />}
            <small>{more}</small>
          </dd>
        </div>
      ))}
    </dl>
  )
}
