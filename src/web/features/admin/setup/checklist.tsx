import { useQuery } from '@tanstack/react-query'
import { t } from '../../../i18n/t.ts'
import { setupQuery } from '../shared/queries.ts'
import { TaskList } from './task-list.tsx'

/**
 * Remaining tasks of the set-up, on the first page of the admin area. Reserves its height until the answer, which may take a
 * while, because each part is tested for it.
 */
export function Checklist() {
  const todo = useQuery(setupQuery).data?.todo
  const isDone = todo?.length === 0
  return (
    <details className="card">
      <summary className="head-row strong">
        {t(isDone ? 'setup.complete' : 'setup.todo')}
        {todo && !isDone && <span className="badge badge-warn">{todo.length}</span>}
      </summary>
      {todo && <TaskList todo={todo} />}
    </details>
  )
}
