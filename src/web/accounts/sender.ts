import { useSession } from './session.ts'

/** Facts about the sender that decide which options are offered. */
export type Sender = { readonly signedIn: boolean; readonly isPro: boolean }

const guest: Sender = { signedIn: false, isPro: false }
const freeUser: Sender = { signedIn: true, isPro: false }
const proUser: Sender = { signedIn: true, isPro: true }

/** The person at this browser; a guest until it is known who is there. */
export function useSender(): Sender {
  const session = useSession()
  if (session.status !== 'user') return guest
  return session.user.isPro ? proUser : freeUser
}
