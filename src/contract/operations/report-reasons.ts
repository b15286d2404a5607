/** What a report can be about, in the order of the form; apart from the schemas, so that a page need not carry those. */
export const reportReasons = [
  'malware',
  'child-abuse',
  'terrorism',
  'copyright',
  'personal-data',
  'fraud',
  'illegal',
  'terms',
] as const
export type ReportReason = (typeof reportReasons)[number]

/** Characters of why, and of an objection; and of what a decision says of facts and ground. */
export const reportLengths = { explanation: 3000, name: 200, facts: 3000, ground: 300, note: 2000 } as const

/** Carries the token of a report or a decision. */
export const followTokenHeader = 'x-follow-token'

export const decisionActions = ['none', 'disable', 'end', 'end-and-suspend', 'police'] as const
export type DecisionAction = (typeof decisionActions)[number]
