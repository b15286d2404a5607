import './menu-sheet.css'
import type { User } from '#contract/accounts/accounts.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { signOut } from '../../accounts/sign-out.ts'
import { t } from '../../i18n/t.ts'
import { paths } from '../../router/paths.ts'
import { useModal } from '../../ui/dialogs/use-modal.ts'
import { Icon } from '../../ui/icons/icon.tsx'
import { PanelIcon } from '../../ui/icons/panel-icon.tsx'
import { LiveRegion } from '../../ui/messages/announce.tsx'
import { Link } from '../../ui/page/link.tsx'

/** Menu of people with an account on a phone. Any choice, and a tap beside it, closes it. */
export default function MenuSheet({ user, onClose }: { user: User; onClose: () => void }) {
  const modal = useModal(onClose, { beside: true })
  return (
    <dialog {...modal} className="menu-sheet" aria-label={t('nav.menu')}>
      <div className="who">
        <span className="avatar" aria-hidden="true">
          {user.username.slice(0, 1).toUpperCase()}
        </span>
        <span>
          <b>{user.username}</b>
          <br />
          <span className="small muted">{user.email}</span>
        </span>
      </div>
      <Link to={paths.home} onClick={onClose}>
        <PanelIcon name="home" />
        {t('nav.home')}
      </Link>
      {user.isAdmin && (
        <Link to={paths.admin} onClick={onClose}>
          <Icon name="shield" />
          {t('nav.adminPanel')}
        </Link>
      )}
      <Button
        variant="plain"
        onClick={() => {
          onClose()
          signOut()
        }}
      >
        <PanelIcon name="leave" />
        {t('nav.logout')}
      </Button>
      <LiveRegion />
    </dialog>
  )
}
