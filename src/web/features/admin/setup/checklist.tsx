import { useQuery } from '@tanstack/react-query'
import { t } from '../../../i18n/t.ts'
import { setupQuery } from '../queries.ts'
import { TaskList } from './task-list.tsx'

/** What is still to be set up, on the first page of the admin area, as long as there is something. */
export function Checklist() {
  const todo = useQuery(setupQuery).data?.todo ?? []
  if (todo.length === 0) return null
  return (
    <details className="card" open={todo.length > 3}>
      <summary className="head-row strong">
        {t('setup.todo')} <span className="badge badge-warn">{todo.length}</span>
      </summary>
      <TaskList todo={todo} />
    </details>
  )
}
