import { useEffect, useState } from 'react'
import { ApiError } from '#client/api-error.ts'
import { useLocation } from '#web/router/location.ts'
import { paths } from '#web/router/paths.ts'
import { client } from '../../../accounts/client.ts'
import { t } from '../../../i18n/t.ts'
import { failureText } from '../../../ui/messages/failure-text.ts'
import { Link } from '../../../ui/page/link.tsx'
import { FocusedHeading } from '../../../ui/page/title.tsx'
import { AdminStep } from './steps/admin-step.tsx'

type State = 'checking' | 'works' | 'gone' | { readonly failed: string }

/** Page of the set-up link: the form that creates the administrator, as long as the link works. */
export function SetupEntry() {
  const token = useLocation().hash.slice(1)
  const [state, setState] = useState<State>(token ? 'checking' : 'gone')
  useEffect(() => {
    if (!token) return undefined
    let isCurrent = true
    client.call('setupLink', { body: { token } }).then(
      () => isCurrent && setState('works'),
      (error: unknown) => {
        if (!isCurrent) return
        const isGone = error instanceof ApiError && error.code === 'NOT_FOUND'
        setState(isGone ? 'gone' : { failed: failureText(error, 'setup.checkFailed') })
      },
    )
    return () => {
      isCurrent = false
    }
  }, [token])
  if (state === 'checking') return <div className="setup-wait" />
  if (state === 'works') return <AdminStep token={token} />
  if (state !== 'gone')
    return (
      <div className="auth">
        <p className="note note-bad lines" role="alert">
          {state.failed}
        </p>
      </div>
    )
  return (
    <div className="auth">
      <div className="card card-pad stack">
        <FocusedHeading>{t('setup.goneTitle')}</FocusedHeading>
        <p>{t('setup.goneText')}</p>
        <p className="muted">{t('setup.goneHelp')}</p>
        <Link className="btn btn-line btn-wide" to={paths.login}>
          {t('account.signIn')}
        </Link>
      </div>
    </div>
  )
}
