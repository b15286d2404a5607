import type { Language } from '#contract/languages.ts'
import type { CaseEntry } from '#contract/operations/cases.ts'
import type { DecisionAction, ReportReason } from '#contract/operations/report-reasons.ts'

/** All reports of one transfer that wait for the same decision: see docs/reports.md. */
export type CasesRow = {
  id: string
  /** Number of its first report, which names the case. */
  number: string
  /** Transfer that was reported; no foreign key, since a case outlives its transfer. */
  transfer_id: string
  /** The most severe of its reports, and how severe: 1 to 3. */
  reason: ReportReason
  severity: number
  state: 'open' | 'disabled' | 'decided' | 'appealed' | 'closed'
  opened_at: number
  due_at: number
  decided_at: number | null
  disabled_at: number | null
  disabled_by: 'rule' | 'person' | null
  /** End of the rule, for a case disabled by rule that was not reviewed yet. */
  rule_until: number | null
  /** 1 once the button of the operator's mail was used. */
  button_used: number
  assignee_id: string | null
  assignee_name: string | null
  assigned_at: number | null
  uploader_id: string | null
  /** Hashed network of an uploader without an account, if known: see identity/addresses/address-hash.ts. */
  uploader_network: Uint8Array | null
  /** JSON of the SHA-256 of its files. */
  hashes: string
  /** JSON of the ids of further transfers of the uploader's account that hold one of these files. */
  same_content: string
  /** Time before which no instance hashes its files: one is doing so, or has failed. Null before the first try. */
  hash_after: number | null
}

/** One report. A year after its decision it loses explanation, name and address. */
export type ReportsRow = {
  id: string
  number: string
  case_id: string
  reason: ReportReason
  explanation: string | null
  name: string | null
  email: string | null
  language: Language
  /** 1 once a code that was mailed to the address has come back. */
  confirmed: number
  network_hash: Uint8Array
  email_hash: Uint8Array | null
  received_at: number
  /** 1 when the transfer had ended by then. */
  gone: number
  /** 1 when it was decided that nothing is wrong; null until a decision. */
  unfounded: number | null
  appealed_at: number | null
}

/** The key of an end-to-end encrypted transfer that came with a report, sealed under the master key `kid` until the decision. */
export type ReportKeysRow = {
  report_id: string
  kid: string
  sealed: Uint8Array
}

/** Acts on a case, and notes of administrators. */
export type CaseEntriesRow = {
  id: string
  case_id: string
  at: number
  kind: CaseEntry['kind']
  actor_id: string | null
  actor_name: string | null
  text: string | null
}

export type DecisionsRow = {
  id: string
  case_id: string
  at: number
  action: DecisionAction
  ground_kind: 'law' | 'terms'
  ground_country: string | null
  ground_reference: string
  facts: string
  automated: number
  /** To how many further transfers with the same content it applies. */
  others: number
  /** 1 of the one that follows an objection, against which there is none. */
  final: number
  /** When the uploader objected; a reporter's objection stands with the report. */
  appealed_at: number | null
}

/**
 * A decision against an uploader, or what follows from several. For an uploader without an account the hashed network is kept.
 */
export type StrikesRow = {
  id: string
  user_id: string | null
  network_hash: Uint8Array | null
  case_id: string
  kind: 'upheld' | 'suspension'
  at: number
  until: number
}

/** Content that is refused; see transfers/upload/intake.ts. */
export type BlockedContentRow = {
  /** In hexadecimal. */
  sha256: string
  reason: ReportReason
  /** Id of an administrator, as long as there is one. */
  added_by: string | null
  added_at: number
}
