import type { User } from '#contract/accounts.ts'
import { ownPath } from '../own-path.ts'
import { paths } from '../paths.ts'
import type { Place } from '../ui/router/place.ts'

/** Where somebody has to go instead, or undefined when they may stay. `user` is undefined for a guest. */
export type Admission = (user: User | undefined, place: Place) => string | undefined

/** Everybody who is signed in, with a password of their own. */
export const admitUsers: Admission = (user, place) => {
  if (!user) return withRedirect(paths.login, place)
  return user.mustChangePassword ? withRedirect(paths.changePassword, place) : undefined
}

export const admitAdmins: Admission = (user, place) =>
  admitUsers(user, place) ?? (user?.isAdmin ? undefined : paths.portal)

/** Guests. Whoever signs in goes where they were going, or to the portal. */
export const admitGuests: Admission = (user, { search }) => (user ? redirectOf(search) : undefined)

/** Whoever has been given a password by somebody else, until it is changed. */
export const admitForNewPassword: Admission = (user, place) => {
  if (!user) return withRedirect(paths.login, place)
  return user.mustChangePassword ? undefined : redirectOf(place.search)
}

function withRedirect(path: string, { pathname, search, hash }: Place): string {
  return `${path}?${new URLSearchParams({ redirect: pathname + search + hash })}`
}

function redirectOf(search: string): string {
  return ownPath(new URLSearchParams(search).get('redirect')) ?? paths.portal
}
