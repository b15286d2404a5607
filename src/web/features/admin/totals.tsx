type Total = { readonly name: string; readonly value: string; readonly more: string }

/** Large numbers in a row, each with a word about it. */
export function Totals({ totals }: { totals: readonly Total[] }) {
  return (
    <dl className="cells totals admin-totals">
      {totals.map(({ name, value, more }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            {value}
            <small>{more}</small>
          </dd>
        </div>
      ))}
    </dl>
  )
}
