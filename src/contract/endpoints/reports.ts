import * as z from 'zod/mini'
import { followTokenHeader } from '../headers.ts'
import { listReply } from '../lists.ts'
import {
  assignRequest,
  blockedContent,
  blockListQuery,
  blockRequest,
  caseCounts,
  casesQuery,
  contentQuery,
  holdRequest,
  letter,
  listedCase,
  noteRequest,
  reportCase,
  reportedKeysReply,
  reportedKeysRequest,
  sha256Text,
  transparencyQuery,
} from '../operations/cases.ts'
import {
  appealRequest,
  confirmReportRequest,
  decisionId,
  decisionRequest,
  followedDecision,
  followedReport,
  moderateReply,
  moderateToken,
  reportCodeReply,
  reportFormQuery,
  reportFormReply,
  reportNumber,
  reportReply,
  reportRequest,
} from '../operations/reports.ts'
import { type RouteName, routes } from '../routes.ts'
import { done, type Endpoint, success } from './endpoint.ts'

const byNumber = { params: z.object({ number: reportNumber }), notFound: 'REPORT_NOT_FOUND' } as const
const byCase = { params: z.object({ n: reportNumber }), notFound: 'REPORT_NOT_FOUND' } as const
const byDecision = { params: z.object({ id: decisionId }), notFound: 'REPORT_NOT_FOUND' } as const
const followed = z.object({ success, report: followedReport })
const decided = z.object({ success, decision: followedDecision })
const caseReply = z.object({ success, case: reportCase })
const bySha256 = { params: z.object({ sha256: sha256Text }), notFound: 'NOT_FOUND' } as const

/**
 * Reports of transfers: by anyone, who follows theirs with the header `x-follow-token`, and what administrators do about them.
 */
export const reportEndpoints = {
  reportForm: {
    ...routes.reportForm,
    summary: 'Issues a form token for a report.',
    query: reportFormQuery,
    reply: reportFormReply,
  },
  createReport: {
    ...routes.createReport,
    summary: 'Reports a transfer.',
    body: reportRequest,
    reply: reportReply,
    status: 201,
  },
  report: {
    ...routes.report,
    summary: 'Returns a report to its reporter.',
    ...byNumber,
    headers: [followTokenHeader],
    reply: followed,
  },
  confirmReport: {
    ...routes.confirmReport,
    summary: 'Confirms the email address of a report.',
    ...byNumber,
    headers: [followTokenHeader],
    body: confirmReportRequest,
    reply: followed,
  },
  appealReport: {
    ...routes.appealReport,
    summary: 'Appeals the decision on a report.',
    ...byNumber,
    headers: [followTokenHeader],
    body: appealRequest,
    reply: followed,
  },
  reportCode: {
    ...routes.reportCode,
    summary: 'Emails another code to confirm the address of a report.',
    ...byNumber,
    headers: [followTokenHeader],
    reply: reportCodeReply,
  },
  decision: {
    ...routes.decision,
    summary: 'Returns a decision to the sender it concerns.',
    ...byDecision,
    headers: [followTokenHeader],
    reply: decided,
  },
  appealDecision: {
    ...routes.appealDecision,
    summary: 'Appeals a decision as the sender.',
    ...byDecision,
    headers: [followTokenHeader],
    body: appealRequest,
    reply: decided,
  },
  moderate: {
    ...routes.moderate,
    summary: 'Disables a reported transfer with the single-use link of an email to the operator.',
    params: z.object({ token: moderateToken }),
    reply: moderateReply,
    notFound: 'REPORT_NOT_FOUND',
  },

  adminReports: {
    ...routes.adminReports,
    summary: 'Lists report cases.',
    query: casesQuery,
    reply: z.object({ ...listReply, counts: caseCounts, cases: z.array(listedCase) }),
  },
  adminReport: { ...routes.adminReport, summary: 'Returns a report case.', ...byCase, reply: caseReply },
  disableReported: {
    ...routes.disableReported,
    summary: 'Disables a reported transfer.',
    ...byCase,
    reply: caseReply,
  },
  restoreReported: {
    ...routes.restoreReported,
    summary: 'Restores a disabled transfer.',
    ...byCase,
    reply: caseReply,
  },
  previewLetters: {
    ...routes.previewLetters,
    summary: 'Returns the letters that a decision would send.',
    ...byCase,
    body: decisionRequest,
    reply: z.object({ success, letters: z.array(letter) }),
  },
  decideReport: {
    ...routes.decideReport,
    summary: 'Decides a case and sends the letters.',
    ...byCase,
    body: decisionRequest,
    reply: caseReply,
  },
  assignReport: {
    ...routes.assignReport,
    summary: 'Assigns a case to the caller.',
    ...byCase,
    body: assignRequest,
    reply: caseReply,
  },
  noteReport: {
    ...routes.noteReport,
    summary: 'Adds a note to a case.',
    ...byCase,
    body: noteRequest,
    reply: caseReply,
  },
  holdReported: {
    ...routes.holdReported,
    summary: 'Keeps a disabled transfer as evidence until a date, with a reason.',
    ...byCase,
    body: holdRequest,
    reply: caseReply,
  },
  reportedKeys: {
    ...routes.reportedKeys,
    summary:
      'Returns the keys that reports of an end-to-end encrypted transfer brought, and records the access.',
    ...byCase,
    body: reportedKeysRequest,
    reply: reportedKeysReply,
  },
  reportedContent: {
    ...routes.reportedContent,
    summary: 'Returns the reported content and records the access.',
    ...byCase,
    query: contentQuery,
    stream: { 'application/octet-stream': 'bytes' },
  },

  blockList: {
    ...routes.blockList,
    summary: 'Lists blocked content.',
    query: blockListQuery,
    reply: z.object({ ...listReply, blocked: z.array(blockedContent) }),
  },
  blockContent: {
    ...routes.blockContent,
    summary: 'Adds content to the block list.',
    body: blockRequest,
    reply: z.object({ success, added: z.int(), known: z.int() }),
  },
  unblockContent: {
    ...routes.unblockContent,
    summary: 'Removes content from the block list.',
    ...bySha256,
    reply: done,
  },
  transparency: {
    ...routes.transparency,
    summary:
      'Returns transparency figures: the notices in the columns of the EU template as CSV, or all counts as JSON.',
    query: transparencyQuery,
    stream: { 'text/csv': 'text', 'application/json': 'object' },
  },
} as const satisfies Partial<Record<RouteName, Endpoint>>
