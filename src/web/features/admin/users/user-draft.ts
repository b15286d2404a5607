import type { AdminUser } from '#contract/operations/admin.ts'
import { defaultStorageLimit, GIB } from '#contract/transfers/limits.ts'
import { client } from '../../../accounts/client.ts'
import { loadUser } from '../../../accounts/load-user.ts'
import { currentSession } from '../../../accounts/session.ts'

/** A user as the form has them. */
export type UserDraft = {
  username: string
  email: string
  /** Used for a new user only. */
  password: string
  /** Whole GB. */
  limit: number
  isActive: boolean
  isPro: boolean
  isAdmin: boolean
  /** Whether an existing user may create file requests however new the account is. */
  requestsAllowed: boolean
}

/** Initial values of the form: those of the user, or the defaults of a new one. */
export function draftOf(user: AdminUser | undefined): UserDraft {
  return {
    username: user?.username ?? '',
    email: user?.email ?? '',
    password: '',
    limit: gigabytesOf(user?.storageLimit ?? defaultStorageLimit),
    isActive: user?.isActive ?? true,
    isPro: user?.isPro ?? false,
    isAdmin: user?.isAdmin ?? false,
    requestsAllowed: user?.requestsAllowed ?? false,
  }
}

/**
 * Adds a user, or changes the one that is given; a person who changes their own account sees it at once.
 * @throws ApiError
 */
export async function saveUser(
  user: AdminUser | undefined,
  { password, limit, requestsAllowed, ...draft }: UserDraft,
): Promise<void> {
  if (!user) {
    await client.call('createUser', { body: { ...draft, password, storageLimit: limit * GIB } })
    return
  }
  // A limit that is not a whole number of GB is kept to the byte unless someone changes it.
  const storageLimit = limit === gigabytesOf(user.storageLimit) ? user.storageLimit : limit * GIB
  await client.call('updateUser', {
    params: { id: user.id },
    body: { ...draft, storageLimit, requestsAllowed },
  })
  const session = currentSession()
  if (session.status === 'user' && session.user.id === user.id) await loadUser()
}

function gigabytesOf(bytes: number): number {
  return Math.round(bytes / GIB)
}
