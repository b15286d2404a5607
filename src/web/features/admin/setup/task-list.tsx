import './setup.css'
import type { SetupTask } from '#contract/operations/setup.ts'
import { paths } from '#web/router/paths.ts'
import { type TextKey, t } from '../../../i18n/t.ts'
import { Icon } from '../../../ui/icons/icon.tsx'
import { Link } from '../../../ui/page/link.tsx'
import { stepPath } from './setup-frame.tsx'

type Task = { readonly name: TextKey; readonly text: TextKey; readonly go: TextKey; readonly to: string }

const tasks: Record<SetupTask, Task> = {
  scanner: {
    name: 'setup.scanner',
    text: 'setup.todoScanner',
    go: 'setup.goCheck',
    to: stepPath('checks'),
  },
  mail: { name: 'setup.mail', text: 'setup.todoMail', go: 'setup.goCheck', to: stepPath('mail') },
  address: {
    name: 'setup.address',
    text: 'setup.todoAddress',
    go: 'setup.goCheck',
    to: stepPath('checks'),
  },
  masterKeys: {
    name: 'setup.keysTitle',
    text: 'setup.todoMasterKeys',
    go: 'setup.goSave',
    to: stepPath('keys'),
  },
  imprint: {
    name: 'setup.imprint',
    text: 'setup.todoImprint',
    go: 'setup.goFill',
    to: stepPath('service'),
  },
  region: {
    name: 'setup.regionTitle',
    text: 'setup.todoRegion',
    go: 'setup.goConfirm',
    to: stepPath('service'),
  },
  backup: {
    name: 'setup.backup',
    text: 'setup.todoBackup',
    go: 'setup.goBackup',
    to: `${paths.admin}?tab=system`,
  },
  secondFactor: {
    name: 'setup.secondFactor',
    text: 'setup.todoSecondFactor',
    go: 'setup.goAdd',
    to: `${paths.portalProfile}?section=security`,
  },
}

/** Remaining tasks of the operator, each with a link to its page. */
export function TaskList({ todo }: { todo: readonly SetupTask[] }) {
  return (
    <ul className="setup-rows">
      {todo.map((task) => {
        const { name, text, go, to } = tasks[task]
        return (
          <li key={task}>
            <span className="setup-mark warn">
              <Icon name="warning" />
            </span>
            <div>
              <b className="strong">{t(name)}</b>
              <br />
              <span className="small muted">{t(text)}</span>
            </div>
            <Link className="btn btn-quiet" to={to} aria-label={`${t(go)}: ${t(name)}`}>
              {t(go)}
            </Link>
          </li>
        )
      })}
    </ul>
  )
}
