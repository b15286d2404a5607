import * as z from 'zod/mini'
import { listQuery } from '../lists.ts'
import { bytes, language, scanVerdict, time } from '../transfers/files.ts'
import { reportLengths, reportReasons } from './report-reasons.ts'
import { decision, reportNumber } from './reports.ts'

const reason = z.enum(reportReasons)
const count = z.int().check(z.nonnegative())
const text = (max: number) =>
  z.string().check(z.trim(), z.minLength(1), z.maxLength(max), z.regex(/^[^\0]*$/))

/** `open`: everything that waits for a decision. */
export const casesQuery = listQuery(['open', 'appealed', 'decided', 'all'])

const caseState = z.enum(['open', 'disabled', 'decided', 'appealed', 'closed'])

/** A case of the queue: all reports of one transfer that wait for the same decision. */
export const listedCase = z.object({
  /** Number of its first report. */
  number: reportNumber,
  reason,
  /** 1 is the most severe. */
  severity: z.int(),
  state: caseState,
  /** Title instead for a request. Null once the transfer has ended. */
  filename: z.nullable(z.string()),
  reports: count,
  /** Networks that they came from, and how many of them have a confirmed address. */
  networks: count,
  confirmed: count,
  /** Whether all of them come from people whose reports were unfounded five times. */
  oftenUnfounded: z.boolean(),
  /** `rule`: by the rule for severe reports, not reviewed yet. */
  disabledBy: z.nullable(z.enum(['rule', 'person'])),
  openedAt: time,
  dueAt: time,
  assignee: z.nullable(z.string()),
})
export type ListedCase = z.infer<typeof listedCase>

export const caseCounts = z.object({
  open: count,
  appealed: count,
  /** Open cases that are due within the hour, or overdue. */
  dueSoon: count,
  /** Within 30 days, and the median of how long they took, in milliseconds. */
  decided: count,
  medianTime: z.nullable(z.int()),
})
export type CaseCounts = z.infer<typeof caseCounts>

const caseReport = z.object({
  number: reportNumber,
  reason,
  explanation: z.nullable(z.string()),
  name: z.nullable(z.string()),
  email: z.nullable(z.string()),
  confirmed: z.boolean(),
  receivedAt: time,
  oftenUnfounded: z.boolean(),
})
export type CaseReport = z.infer<typeof caseReport>

const caseTransfer = z.object({
  ref: z.string(),
  state: z.enum(['ready', 'disabled', 'ended']),
  filename: z.string(),
  title: z.nullable(z.string()),
  senderName: z.nullable(z.string()),
  size: bytes,
  createdAt: time,
  expiresAt: time,
  /** Until when it is kept as evidence. */
  heldUntil: z.nullable(time),
  downloads: count,
  files: z.array(z.object({ filename: z.string(), mimeType: z.string(), size: bytes, scan: scanVerdict })),
  /**
   * Why it cannot be opened: it is locked for others, it is end-to-end encrypted and no report has brought its key, the operator does
   * not allow it, or nothing is left.
   */
  locked: z.nullable(z.enum(['password', 'no-key', 'not-allowed', 'ended'])),
  /** Whether its sender sealed it: then it opens with `reportedKeys` in the browser of an administrator. */
  endToEnd: z.boolean(),
})

/** A file request, as its visitors read it. */
const caseRequest = z.object({
  state: z.enum(['open', 'ended']),
  /** Whether a case keeps it closed, this one or another. */
  isDisabled: z.boolean(),
  title: z.string(),
  instructions: z.nullable(z.string()),
  checklist: z.array(z.string()),
  until: time,
  uploads: count,
  /** Words in it that phishing uses; any of them raises the severity. */
  words: z.array(z.string()),
})

const caseUploader = z.object({
  /** Null for someone without an account. */
  username: z.nullable(z.string()),
  memberSince: z.nullable(time),
  otherTransfers: count,
  /** Decisions against them in the last twelve months. */
  upheld: count,
  suspendedUntil: z.nullable(time),
})

/** An entry of the timeline, the latest last. */
const caseEntry = z.object({
  at: time,
  kind: z.enum([
    'reported',
    'confirmed',
    'disabled-by-rule',
    'disabled-by-mail',
    'disabled',
    'restored',
    'restored-by-rule',
    'assigned',
    'held',
    'noted',
    'opened',
    'decided',
    'appealed-by-reporter',
    'appealed-by-sender',
  ]),
  by: z.nullable(z.string()),
  text: z.nullable(z.string()),
})
export type CaseEntry = z.infer<typeof caseEntry>

export const reportCase = z.object({
  ...listedCase.shape,
  /** SHA-256 of the files, as far as the service can read them and has done so. */
  hashes: z.array(z.object({ filename: z.string(), sha256: z.string() })),
  /** How many other transfers of the sender hold one of these files. They are looked for once the transfer is disabled. */
  sameContent: count,
  /** Names of those transfers in lists. */
  sameNames: z.array(z.string()),
  /** The first two hundred; those with a confirmed address before others. */
  received: z.array(caseReport),
  transfer: z.nullable(caseTransfer),
  /** Null where a transfer was reported, and once the request was deleted. */
  request: z.nullable(caseRequest),
  uploader: z.nullable(caseUploader),
  /** Whether three decisions in twelve months speak for suspending the uploader, with this one. */
  suspensionProposed: z.boolean(),
  decisions: z.array(decision),
  timeline: z.array(caseEntry),
})
export type ReportCase = z.infer<typeof reportCase>

/** A letter as it will be sent; without an address it is shown on a page alone. */
export const letter = z.object({
  to: z.enum(['reporter', 'uploader']),
  address: z.nullable(z.string()),
  language,
  subject: z.string(),
  text: z.string(),
})
export type Letter = z.infer<typeof letter>

/** Takes a case, also from someone else: `take` says so. */
export const assignRequest = z.strictObject({ take: z.optional(z.boolean()) })
export const noteRequest = z.strictObject({ text: text(reportLengths.note) })
/** A legal hold: the transfer stays as evidence until then. */
export const holdRequest = z.strictObject({ until: time, reason: text(reportLengths.note) })
/** `reason`: why it is opened, for the case. */
export const contentQuery = z.object({ reason: z.optional(text(200)) })

/** `reason`: why it is opened, for the case. */
export const reportedKeysRequest = z.strictObject({ reason: text(200) })
export const reportedKeysReply = z.object({
  success: z.literal(true),
  /** Keys that reports brought, 47 characters each, the latest first, five at most. One of them may be wrong. */
  keys: z.array(z.string()),
  /** Slot of the transfer, base64url. It opens with a key, and with the password where it has one. */
  slot: z.string(),
  /** Sealed bytes. */
  size: bytes,
})

/** `csv`: the notices, as the template of the law has them. `json`: everything that is counted. */
export const transparencyQuery = z.object({
  from: time,
  to: time,
  format: z._default(z.enum(['csv', 'json']), 'csv'),
})

/** Figures of a period for one reason. Decisions count in the period in which they were made. */
const transparencyRow = z.object({
  reason,
  notices: count,
  confirmedNotices: count,
  /** Transfers that were disabled by rule, before an administrator had looked. */
  disabledByRule: count,
  decisions: count,
  automatedDecisions: count,
  none: count,
  disable: count,
  end: count,
  endAndSuspend: count,
  police: count,
  /** Decisions by which something was done for the first time, by their ground. */
  actionsByLaw: count,
  actionsByTerms: count,
  objections: count,
  /** Objections that were followed by another decision. */
  changedDecisions: count,
  medianMinutes: z.nullable(z.int()),
})
export type TransparencyRow = z.infer<typeof transparencyRow>

export const sha256Text = z.string().check(z.toLowerCase(), z.regex(/^[0-9a-f]{64}$/))

export const blockListQuery = listQuery(['all'])
/** Each line begins with a hash, as `sha256sum` writes them; what follows is not kept. Lines that begin with # are skipped. */
export const blockRequest = z.strictObject({
  lines: z.string().check(z.minLength(64), z.maxLength(60_000)),
  reason: z.enum(reportReasons),
})
export const blockedContent = z.object({
  sha256: sha256Text,
  reason,
  addedBy: z.nullable(z.string()),
  addedAt: time,
})
export type BlockedContent = z.infer<typeof blockedContent>
