import './ended-session.css'
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { setSession, useSession } from '../../accounts/session.ts'
import { t } from '../../i18n/t.ts'
import { navigate } from '../../router/history.ts'
import { locationBehind, stateAbove, useLocation } from '../../router/location.ts'
import { paths } from '../../router/paths.ts'
import { withRedirect } from '../../router/search.ts'
import { useModal } from '../../ui/dialogs/use-modal.ts'
import { LiveRegion } from '../../ui/messages/announce.tsx'

/**
 * Whether a page may hold typed or selected data that leaving it would lose. Pages of administrators are left out, so that
 * another person does not see them.
 */
function mayHoldWork(pathname: string): boolean {
  const places: readonly string[] = [paths.home, paths.portal, paths.changePassword]
  return places.includes(pathname) || pathname.startsWith(`${paths.portal}/`)
}

/**
 * Shows the login page above a page whose session has ended; the page continues where it was after they have signed in again.
 * Leaving for another page makes the person a guest, and so does a page that holds no work.
 */
export default function EndedSession({ login }: { login: ReactNode }) {
  const session = useSession()
  const ended = session.status === 'user' && session.ended === true
  const location = useLocation()
  const behind = locationBehind(location)
  const asked = useRef(false)

  const decide = useEffectEvent(() => {
    if (!ended) {
      asked.current = false
      if (behind) navigate(behind, { replace: true, state: behind.state })
    } else if (!behind) {
      if (asked.current || !mayHoldWork(location.pathname))
        return setSession({ status: 'guest', ended: true })
      asked.current = true
      navigate(withRedirect(paths.login, location), { state: stateAbove(location) })
    }
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: decides again whenever one of them has changed
  useEffect(() => decide(), [ended, location])

  return ended && behind ? <LoginAbove login={login} /> : null
}

/** The login page above another, which rests meanwhile and has its title back afterwards. */
function LoginAbove({ login }: { login: ReactNode }) {
  const modal = useModal()
  const [title] = useState(() => document.title)
  useEffect(
    () => () => {
      document.title = title
    },
    [title],
  )
  return (
    <dialog {...modal} className="login-above" aria-label={t('nav.login')}>
      {login}
      <LiveRegion />
    </dialog>
  )
}
