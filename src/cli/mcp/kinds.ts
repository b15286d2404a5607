/** Kinds of tools that a person has to approve. */
export const kinds = ['send', 'change'] as const
export type Kind = (typeof kinds)[number]
