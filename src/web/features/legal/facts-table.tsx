import { useId } from 'react'
import { t } from '../../i18n/t.ts'

type Props = {
  caption: string
  /** Kind of data, and how long it is kept. */
  rows: readonly (readonly [what: string, howLong: string])[]
}

/** Table of data and how long it is kept. */
export function FactsTable({ caption, rows }: Props) {
  const id = useId()
  const [what, howLong] = [t('privacy.kept.what'), t('privacy.kept.howLong')]
  return (
    <>
      <p id={id} className="small muted">
        {caption}
      </p>
      <div className="facts-frame">
        {/* biome-ignore lint/a11y/noRedundantRoles: on a phone its rows are drawn as cards, which takes the roles away */}
        <table className="table" role="table" aria-labelledby={id}>
          <thead>
            <tr>
              <th scope="col">{what}</th>
              <th scope="col">{howLong}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(([thing, span]) => (
              <tr key={thing}>
                <td>{thing}</td>
                <td data-l={howLong}>{span}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  )
}
