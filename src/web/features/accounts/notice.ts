/** Good news that one account page leaves for the login page; it travels in the state of the navigation. */
const notices = ['register.done', 'register.verify'] as const

type Notice = (typeof notices)[number]

export function withNotice(notice: Notice): { notice: Notice } {
  return { notice }
}

/** The notice in a navigation's state, if there is one. */
export function readNotice(state: unknown): Notice | undefined {
  const left = typeof state === 'object' && state !== null && 'notice' in state ? state.notice : undefined
  return notices.find((notice) => notice === left)
}
