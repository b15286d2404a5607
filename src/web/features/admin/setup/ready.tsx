import { useQuery } from '@tanstack/react-query'
import { paths } from '#web/router/paths.ts'
import { t } from '../../../i18n/t.ts'
import { Icon } from '../../../ui/icons/icon.tsx'
import { Link } from '../../../ui/page/link.tsx'
import { FocusedHeading } from '../../../ui/page/title.tsx'
import { setupQuery } from '../shared/queries.ts'
import { TaskList } from './task-list.tsx'

/** The end of the set-up, with the remaining tasks. */
export function Ready() {
  const todo = useQuery(setupQuery).data?.todo ?? []
  return (
    <div className="box-page">
      <section className={`box ${todo.length > 0 ? 'box-attach' : ''}`}>
        <FocusedHeading className="title-xl">{t('setup.readyTitle')}</FocusedHeading>
        <div className="stack">
          <p className="tight-above">{t('setup.readyText')}</p>
          <div className="bar-row">
            <Link className="btn btn-primary btn-l" to={paths.home}>
              <Icon name="upload" />
              {t('setup.upload')}
            </Link>
            <Link className="btn btn-line btn-l" to={`${paths.admin}?tab=settings`}>
              {t('setup.openSettings')}
            </Link>
          </div>
        </div>
      </section>
      {todo.length > 0 && (
        <section className="card" aria-labelledby="setup-todo">
          <div className="head-row">
            <h2 id="setup-todo">{t('setup.todo')}</h2>
          </div>
          <TaskList todo={todo} />
        </section>
      )}
    </div>
  )
}
