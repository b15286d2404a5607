import './accounts.css'
import { useState } from 'react'
import { Button, useSingleFlight } from '#web/ui/controls/button.tsx'
import { client } from '../../accounts/client.ts'
import { loadUser } from '../../accounts/load-user.ts'
import { useSession } from '../../accounts/session.ts'
import { t } from '../../i18n/t.ts'
import { useLocation } from '../../router/location.ts'
import { paths } from '../../router/paths.ts'
import { FormProblem } from '../../ui/forms/form-field.tsx'
import { Icon } from '../../ui/icons/icon.tsx'
import { failureText } from '../../ui/messages/failure-text.ts'
import { Link } from '../../ui/page/link.tsx'
import { useDocumentTitle } from '../../ui/page/title.tsx'
import { Outcome } from './passwords/outcome.tsx'

/**
 * Page of the link in a mail that verifies an email address. Requires a click, so that programs that open links verify nothing.
 */
export default function VerifyEmailPage() {
  const token = useLocation().hash.slice(1)
  const signedIn = useSession().status === 'user'
  const [done, setDone] = useState(false)
  const [problem, setProblem] = useState(token ? undefined : t('code.INVALID_VERIFICATION_TOKEN'))
  useDocumentTitle(t('verifyEmail.title'))
  const [verify, busy] = useSingleFlight(async () => {
    setProblem(undefined)
    try {
      await client.call('verifyEmail', { body: { token } })
      if (signedIn) await loadUser()
      setDone(true)
    } catch (error) {
      setProblem(failureText(error, 'verifyEmail.failed'))
    }
  })
  const onward = signedIn ? paths.portalProfile : paths.login
  if (done)
    return (
      <Outcome title={t('verifyEmail.doneTitle')}>
        <p className="note note-ok">
          <Icon name="tick" />
          {t(signedIn ? 'verifyEmail.doneSignedIn' : 'verifyEmail.doneText')}
        </p>
        <Link className="btn btn-line btn-wide" to={onward}>
          {t(signedIn ? 'portal.profile' : 'account.signIn')}
        </Link>
      </Outcome>
    )
  return (
    <div className="auth stack">
      <div className="card stack">
        <h1>{t('verifyEmail.title')}</h1>
        <p>{t('verifyEmail.text')}</p>
        <FormProblem text={problem} />
        <Button
          variant="primary"
          large
          wide
          disabled={!token}
          busy={busy}
          busyText={t('verifyEmail.confirming')}
          onClick={() => verify()}
        >
          {t('verifyEmail.action')}
        </Button>
        {problem !== undefined && !signedIn && (
          <p className="small center-text">
            <Link className="strong" to={paths.login}>
              {t('verifyEmail.again')}
            </Link>
          </p>
        )}
      </div>
    </div>
  )
}
