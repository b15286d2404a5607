/** The version of the terms of service that holds now. */
export const termsVersion = '2.1'

/** Ways to ask for the acceptance of the terms: a dialog at the start, a line at the button that sends, or not at all. */
export const termsPrompts = ['dialog', 'at-upload', 'off'] as const
export type TermsPrompt = (typeof termsPrompts)[number]
