// biome-ignore-all lint/a11y/noRedundantRoles: drawn as a grid of cards a table loses the roles of its parts
import type { ReactNode } from 'react'
import { Button } from '../controls/button.tsx'
import { Icon } from '../icons/icon.tsx'

export type Column<Row> = {
  readonly key: string
  readonly label: string
  /** `first` names the row, `numbers` stand at the end of their cells, `actions` are buttons and need no visible head. */
  readonly kind?: 'first' | 'numbers' | 'actions'
  readonly cell: (row: Row) => ReactNode
  /** Which way the rows are sorted, if it is by this column. */
  readonly sorted?: 'ascending' | 'descending' | undefined
  /** Sorts by this column, or the other way round. */
  readonly onSort?: (() => void) | undefined
}

type Props<Row> = {
  caption: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  keyOf: (row: Row) => string
}

/** A table whose rows are cards where it is narrow: the roles say what it is where its drawing no longer does. */
export function DataTable<Row>({ caption, columns, rows, keyOf }: Props<Row>) {
  return (
    <div className="table-frame">
      <table className="table" role="table">
        <caption className="vh">{caption}</caption>
        <thead role="rowgroup">
          <tr role="row">
            {columns.map(({ key, label, kind, sorted, onSort }) => (
              <th
                key={key}
                role="columnheader"
                scope="col"
                className={kind === 'numbers' ? 'r' : undefined}
                aria-sort={sorted}
              >
                {onSort ? (
                  <Button variant="plain" className="sort" onClick={onSort}>
                    {label}
                    <Icon name="chevron" />
                  </Button>
                ) : (
                  <span className={kind === 'actions' ? 'vh' : undefined}>{label}</span>
                )}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {rows.map((row) => (
            <tr key={keyOf(row)} role="row">
              {columns.map(({ key, label, kind, cell }) => (
                <td
                  key={key}
                  role="cell"
                  className={classOf[kind ?? 'plain']}
                  data-l={kind === 'first' || kind === 'actions' ? undefined : label}
                >
                  {cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

const classOf = { first: 'full', numbers: 'r', actions: 'acts', plain: undefined } as const
