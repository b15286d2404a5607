import type { User } from '#contract/accounts/accounts.ts'
import type { Location } from '../../router/location.ts'
import { paths } from '../../router/paths.ts'
import { redirectSearch, withRedirect } from '../../router/search.ts'

/** Address to redirect to, or undefined if the page may be shown. `user` is undefined for a guest. */
export type Admission = (user: User | undefined, location: Location) => string | undefined

/** Admits signed-in people who have no required new password or second step outstanding. */
export const admitUsers: Admission = (user, location) => {
  if (!user) return withRedirect(paths.login, location)
  if (user.mustChangePassword) return withRedirect(paths.changePassword, location)
  return user.mustAddFactor ? withRedirect(paths.addFactor, location) : undefined
}

export const admitAdmins: Admission = (user, location) =>
  admitUsers(user, location) ?? (user?.isAdmin ? undefined : paths.portal)

/** Guests. Anyone who signs in goes where they were going, or to the portal. */
export const admitGuests: Admission = (user, { search }) => (user ? redirectOf(search) : undefined)

/** Accounts with a temporary password, until it is changed. */
export const admitForNewPassword: Admission = (user, location) => {
  if (!user) return withRedirect(paths.login, location)
  return user.mustChangePassword ? undefined : redirectOf(location.search)
}

/** Accounts that have to add a second factor, until they have. */
export const admitForFactor: Admission = (user, location) => {
  if (!user) return withRedirect(paths.login, location)
  return user.mustAddFactor ? undefined : redirectOf(location.search)
}

function redirectOf(search: string): string {
  return redirectSearch.read(search).redirect ?? paths.portal
}
