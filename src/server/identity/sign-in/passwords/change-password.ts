import { hashPassword } from '#crypto/passwords/account-password.ts'
import type { Caller } from '#server/identity/calls/caller.ts'
import { transact } from '#server/platform/database/transact.ts'
import { recordAct } from '#server/platform/events/record-act.ts'
import { Failure } from '#server/platform/failure.ts'
import type { Services } from '#server/platform/services.ts'
import { validatePassword } from '../../accounts/account-rules.ts'
import { appendSecurityNotice } from '../../accounts/append-security-notice.ts'
import { confirmPassword } from '../confirm/confirm-password.ts'
import { setPassword } from './set-password.ts'

type PasswordChange = {
  readonly currentPassword: string
  readonly newPassword: string
  /** Such as «Firefox, Windows», for the mail. */
  readonly device: string
}

/**
 * Sets a new password for someone who is signed in. All their sessions end but the one that asks.
 * @throws Failure WRONG_PASSWORD, RATE_LIMITED, PASSWORD_TOO_SHORT, PASSWORD_TOO_COMMON, PASSWORD_UNCHANGED
 */
export async function changePassword(
  services: Services,
  caller: Caller,
  { currentPassword, newPassword, device }: PasswordChange,
): Promise<void> {
  const user = await confirmPassword(services, caller.id, currentPassword)
  if (newPassword.normalize('NFC') === currentPassword.normalize('NFC')) {
    throw new Failure('PASSWORD_UNCHANGED')
  }
  validatePassword(newPassword, user)
  const passwordHash = await hashPassword(newPassword, services.config.passwordCosts.account)
  await transact(services.database, async (transaction) => {
    const changed = await setPassword(transaction, user, passwordHash, caller.sessionId)
    if (!changed) throw new Failure('WRONG_PASSWORD')
    await appendSecurityNotice(services, transaction, user, 'passwordChanged', device)
    await recordAct(transaction, { act: 'account.password-changed', by: user }, services.clock.now())
  })
  services.dispatcher.wake()
}
