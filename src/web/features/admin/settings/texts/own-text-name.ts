import type { OwnTextPage } from '#contract/operations/branding/own-text-limits.ts'
import type { TextKey } from '#web/i18n/t.ts'

/** The names of own texts. */
export const ownTextName = {
  terms: 'admin.texts.terms',
  privacy: 'admin.texts.privacy',
} as const satisfies Record<OwnTextPage, TextKey>
