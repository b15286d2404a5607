/** Reasons of reports in the order of the form. Apart from the schemas, so that pages need not load those. */
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

/** SHA-256 of an empty file, which is evidence of nothing. */
export const emptySha256 = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'

export const decisionActions = ['none', 'disable', 'end', 'end-and-suspend', 'police'] as const
export type DecisionAction = (typeof decisionActions)[number]
