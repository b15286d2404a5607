import { useQuery } from '@tanstack/react-query'
import { t } from '../../../i18n/t.ts'
import { setupQuery } from '../shared/queries.ts'
import { TaskList } from './task-list.tsx'

/**
 * What is still to be set up, on the first page of the admin area. It is as high before the answer as after it, which may
 * take a while: each part is tried for it.
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
