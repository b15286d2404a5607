import { t } from '../i18n/t.ts'
import { useSession } from './session.ts'

/**
 * Lets a password manager know that a form is about the password of a key; without it the browser would offer to keep it in
 * place of the account's.
 */
export function KeyPasswordOwner({ keyName }: { keyName: string }) {
  const session = useSession()
  if (session.status !== 'user') return null
  const name = t('password.ofKey', { user: session.user.username, key: keyName })
  return <input hidden readOnly autoComplete="username" value={name} />
}
