import { randomInt } from 'node:crypto'
import type { Language } from '#contract/languages.ts'
import { accountLengths } from '#contract/transfers/limits.ts'
import type { Database, UsersRow } from '#server/platform/database/database.ts'
import { transact } from '#server/platform/database/transact.ts'
import { Failure } from '#server/platform/failure.ts'
import type { Services } from '#server/platform/services.ts'
import { foldName } from '../accounts/account-rules.ts'
import { createUser } from '../accounts/create-user.ts'
import { insertIdentity } from './identities.ts'
import type { ProviderAccount } from './provider-account.ts'

/** Names that are tried with a number behind them before one at random. */
const maxNumber = 50

/**
 * Opens an account for someone who signs in with the provider for the first time. It has no password.
 * @throws Failure ACCOUNT_NOT_CONNECTED where OIDC_SIGN_UP does not allow it, PROVIDER_EMAIL_MISSING, and those of
 *   createUser when a name was taken a moment ago
 */
export async function signUpWithProvider(
  services: Services,
  account: ProviderAccount,
  language: Language | undefined,
): Promise<UsersRow> {
  assertMaySignUp(services.config, account)
  const { email, emailVerified } = account
  if (email === null) throw new Failure('PROVIDER_EMAIL_MISSING')
  return transact(services.database, async (transaction) => {
    const user = await createUser(
      { ...services, database: transaction },
      {
        username: await findUsername(transaction, account),
        email,
        password: null,
        language,
        emailVerified,
        mustVerifyEmail: services.config.EMAIL_VERIFICATION && !emailVerified,
      },
    )
    await insertIdentity(services, transaction, user.id, account)
    return user
  })
}

function assertMaySignUp({ OIDC_SIGN_UP: rule }: Services['config'], account: ProviderAccount): void {
  if (rule === 'on') return
  const domain = account.email?.slice(account.email.lastIndexOf('@') + 1).toLowerCase()
  if (rule !== 'off' && domain !== undefined && account.emailVerified && rule.includes(domain)) return
  throw new Failure('ACCOUNT_NOT_CONNECTED')
}

/** A free username like the one at the provider: ada, ada-2, ada-3. */
async function findUsername(database: Database, account: ProviderAccount): Promise<string> {
  const { least, most } = accountLengths.username
  const [wanted = ''] = (account.preferredUsername ?? account.email ?? '').normalize('NFKD').split('@', 1)
  const cleaned = wanted
    .replace(/\p{M}/gu, '')
    .replace(/[^A-Za-z0-9_-]+/g, '-')
    .replace(/^-+|-+$/g, '')
    // Room for a number behind it.
    .slice(0, most - 10)
  const base = cleaned.length < least ? `user-${cleaned}`.replace(/-$/, '') : cleaned
  const names = Array.from({ length: maxNumber }, (_, index) => (index === 0 ? base : `${base}-${index + 1}`))
  const taken = await database
    .selectFrom('users')
    .select('username_folded')
    .where('username_folded', 'in', names.map(foldName))
    .execute()
  const used = new Set(taken.map(({ username_folded }) => username_folded))
  return names.find((name) => !used.has(foldName(name))) ?? `${base}-${randomInt(10 ** 6, 10 ** 7)}`
}
