import { currentSession } from '../../accounts/session.ts'

/** Returns a function that says whether the same person is still at this browser: an answer may come after they have left. */
export function rememberPerson(): () => boolean {
  const id = personNow()
  return () => personNow() === id
}

function personNow(): string | undefined {
  const session = currentSession()
  return session.status === 'user' ? session.user.id : undefined
}
