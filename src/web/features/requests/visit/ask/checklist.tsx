import type { PublicRequest } from '#contract/requests/requests.ts'
import { t } from '#web/i18n/t.ts'
import { useVisit } from '../sending/use-visit.ts'
import { visitOf } from '../sending/visit-store.ts'

/** Requested documents, name by name. Visitors tick those they send, which the next upload reports. */
export function Checklist({ request: { id, checklist, requester } }: { request: PublicRequest }) {
  const { checked } = useVisit(id)
  if (checklist.length === 0) return null
  return (
    <fieldset className="list">
      <legend>{t('visit.needs', { name: requester })}</legend>
      <ul className="ticks">
        {checklist.map((name) => (
          <li key={name}>
            <label className="row-check">
              <input
                type="checkbox"
                checked={checked.includes(name)}
                onChange={({ target }) => visitOf(id).tick(name, target.checked)}
              />
              <span className="break">{name}</span>
            </label>
          </li>
        ))}
      </ul>
    </fieldset>
  )
}
