/**
 * Texts that few pages use, by the first word of their keys, and the part that holds them; all others are in `base`. Those of
 * `page` stand in index.html itself.
 */
export const partOf = {
  admin: 'admin',
  apiKeys: 'portal',
  connect: 'portal',
  contacts: 'portal',
  contents: 'contents',
  dashboard: 'portal',
  files: 'portal',
  imprint: 'legal',
  keys: 'keys',
  identities: 'portal',
  linkCode: 'codes',
  manage: 'manage',
  manageMail: 'sent',
  page: 'page',
  passkeys: 'portal',
  notifications: 'portal',
  portal: 'portal',
  pricing: 'legal',
  privacy: 'legal',
  profile: 'portal',
  provider: 'codes',
  rights: 'rights',
  report: 'reports',
  requests: 'requests',
  sealed: 'sealed',
  security: 'portal',
  setup: 'admin',
  sentHere: 'sent',
  stopMails: 'codes',
  verifyEmail: 'codes',
  terms: 'legal',
  visit: 'visit',
  webhooks: 'integrations',
} as const satisfies Record<string, string>

/** A part of the texts that is fetched separately: `base` is used by every page. */
export type TextPart = 'base' | Exclude<(typeof partOf)[keyof typeof partOf], 'page'>
