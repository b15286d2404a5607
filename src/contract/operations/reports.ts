import * as z from 'zod/mini'
import { emailAddress, mailCode, randomId, time } from '../transfers/files.ts'
import { decisionActions, reportLengths, reportReasons } from './report-reasons.ts'

/** Number of a report for conversation, such as R-4F7K. It opens nothing. */
export const reportNumber = z.string().check(z.regex(/^R-[2-9A-HJ-NP-Z]{4,8}$/))

/** 256 bits in base64url that only this service can make: the follow token of a report or a decision. */
const signedToken = z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/))

const reason = z.enum(reportReasons)
/** A key as links have it; see docs/end-to-end.md. */
const writtenKey = z.string().check(z.regex(/^[A-Za-z0-9_-]{47}$/))
const linkText = z.string().check(z.trim(), z.minLength(1), z.maxLength(2000))
/** Line breaks come as browsers send them, and are kept as one character. */
const longText = (max: number) =>
  z.string().check(
    z.overwrite((text) => text.replaceAll('\r\n', '\n').trim()),
    z.minLength(1),
    z.maxLength(max),
    z.regex(/^[^\0]*$/),
  )
const shortText = (max: number) =>
  z.string().check(z.trim(), z.minLength(1), z.maxLength(max), z.regex(/^[^\0\r\n]*$/))

export const reportFormQuery = z.object({ link: linkText })

/** `known`: whether the link opens something (`live`), has done so (`gone`), or was never one of this service (`no`). */
export const reportFormReply = z.object({
  success: z.literal(true),
  /** Good for an hour, for a report of this link. */
  formToken: z.string(),
  reasons: z.array(reason),
  known: z.enum(['live', 'gone', 'no']),
  /** Whether only a key lets anyone look at it: the report may bring one. */
  endToEnd: z.boolean(),
})
export type ReportForm = z.infer<typeof reportFormReply>

/** `name` and `email` are required for copyright. */
export const reportRequest = z.strictObject({
  link: linkText,
  reason,
  explanation: longText(reportLengths.explanation),
  name: z.optional(shortText(reportLengths.name)),
  email: z.optional(emailAddress),
  goodFaith: z.literal(true),
  /** Key of an end-to-end encrypted transfer, 47 characters, for the administrators who look at it; deleted with the decision. */
  key: z.optional(writtenKey),
  formToken: z.string().check(z.maxLength(200)),
})
export type ReportRequest = z.infer<typeof reportRequest>

export const reportReply = z.object({
  success: z.literal(true),
  number: reportNumber,
  followToken: signedToken,
  /** When it is to be decided. */
  dueAt: time,
  /** Whether the transfer had ended already. The report is read all the same. */
  gone: z.boolean(),
  /** Whether a code is on its way to the address of the reporter. */
  codeSent: z.boolean(),
})
export type ReportReceived = z.infer<typeof reportReply>

/** Without `country` for the law of no country, and for the terms. */
export const decisionGround = z.strictObject({
  kind: z.enum(['law', 'terms']),
  country: z.optional(z.string().check(z.regex(/^[A-Z]{2}$/))),
  reference: shortText(reportLengths.ground),
})
export type DecisionGround = z.infer<typeof decisionGround>

const said = {
  action: z.enum(decisionActions),
  ground: decisionGround,
  facts: longText(reportLengths.facts),
  /** Whether automated means had a part in it. */
  automated: z.boolean(),
}

export const decisionRequest = z.strictObject({
  ...said,
  /** Whether it applies to the sender's other transfers with the same content, too. */
  sameContent: z.optional(z.boolean()),
})
export type DecisionRequest = z.infer<typeof decisionRequest>

/** A decision, as those it concerns read it. */
export const decision = z.object({
  ...said,
  /** To how many further transfers of the sender, with the same content, it applies; 0 for reporters. */
  others: z.int().check(z.nonnegative()),
  at: time,
  /** Until when one may object; null once it was done, or where a decision follows an objection. */
  objectUntil: z.nullable(time),
})
export type Decision = z.infer<typeof decision>

/** Whether it is about a file request, and not about a transfer. */
const isRequest = z.boolean()

/** A report, as the person reads it who made it. */
export const followedReport = z.object({
  number: reportNumber,
  isRequest,
  reason,
  receivedAt: time,
  /** When it is to be decided. */
  dueAt: time,
  state: z.enum(['received', 'disabled', 'decided', 'appealed', 'closed']),
  gone: z.boolean(),
  /** The masked address that a code has gone to and was not confirmed; null where there is none. */
  confirmAt: z.nullable(z.string()),
  confirmed: z.boolean(),
  disabledAt: z.nullable(time),
  decision: z.nullable(decision),
  /** When they objected, while the answer is still to come. */
  appealedAt: z.nullable(time),
})
export type FollowedReport = z.infer<typeof followedReport>

/** A decision, as the person reads it whose transfer it was. */
export const followedDecision = z.object({
  number: reportNumber,
  isRequest,
  reason,
  ref: z.string(),
  /** The latest: after an objection, the answer to it. */
  decision,
  /** Whether the transfer, or the file request, is open to others now. */
  available: z.boolean(),
  /** Reporter's name, for reports about copyright only. */
  reporter: z.nullable(z.string()),
  /** When they objected, while the answer is still to come. */
  appealedAt: z.nullable(time),
})
export type FollowedDecision = z.infer<typeof followedDecision>

export const reportCodeReply = z.object({
  success: z.literal(true),
  /** The address, masked: «b…@example.eu». */
  sentTo: z.string(),
  /** Seconds until another one may be asked for. */
  retryAfter: z.int(),
})
export const confirmReportRequest = z.strictObject({ code: mailCode })
export const appealRequest = z.strictObject({ text: longText(reportLengths.explanation) })

export const decisionId = randomId

/** Token of the operator's mail: a case and a signature. */
export const moderateToken = z.string().check(z.regex(/^[A-Za-z0-9_-]{65}$/))

export const moderateReply = z.object({ success: z.literal(true), number: reportNumber })
