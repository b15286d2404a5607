import { accountLengths } from '#contract/limits.ts'
import { judgePassword, type Names } from '#server/identity/accounts/account-rules.ts'
import { Failure } from '#server/platform/failure.ts'

/** Whether a key password may be set: by the rules of account passwords. @throws Failure as judgePassword does */
export function validateKeyPassword(password: string, names: Names): void {
  if ([...password.normalize('NFC')].length < accountLengths.password.least) {
    throw new Failure('PASSWORD_TOO_SHORT', { message: 'Password must be at least 8 characters.' })
  }
  judgePassword(password, names)
}
