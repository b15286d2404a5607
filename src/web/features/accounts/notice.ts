/** Good news that one account page leaves for the login page; it travels in the state of the navigation. */
const notices = ['register.done', 'register.verify'] as const

export type Notice = (typeof notices)[number]

export function withNotice(notice: Notice): { notice: Notice } {
  return { notice }
}

/** What an earlier page left, if that is what the state is. */
export function readNotice(state: unknown): Notice | undefined {
  const left = typeof state === 'object' && state !== null && 'notice' in state ? state.notice : undefined
  return notices.find((notice) => notice === left)
}
