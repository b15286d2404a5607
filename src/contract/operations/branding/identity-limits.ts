/** Characters of the texts at most. */
export const identityLimits = {
  name: 40,
  startTitle: 120,
  startText: 400,
  note: 300,
  links: 8,
  linkLabel: 40,
  linkUrl: 500,
  mailText: 500,
} as const

/** Bytes of a picture, and pixels of a side, at most. */
export const pictureLimits = { bytes: 1024 * 1024, side: 4096 } as const

/**
 * An https or a mailto address. Hosts are plain ASCII without punycode, so that none can look like another; no user name stands
 * before them.
 */
export function isSafeLink(text: string): boolean {
  if (/^mailto:[\w.+-]+@[a-z0-9-]+(?:\.[a-z0-9-]+)+$/i.test(text)) return !/@(?:.*\.)?xn--/i.test(text)
  if (!/^https:\/\/[a-z0-9.-]+(?::\d+)?(?:[/?#][\x21-\x7e]*)?$/i.test(text) || !URL.canParse(text))
    return false
  const { hostname, username, password } = new URL(text)
  return !username && !password && !hostname.split('.').some((label) => label.startsWith('xn--'))
}

export const noteKinds = ['none', 'info', 'warning'] as const
