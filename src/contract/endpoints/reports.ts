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
    summary: 'Issues a form token for a report of a link.',
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
    summary: 'Shows a report to the person who made it.',
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
    summary: 'Objects to the decision on a report.',
    ...byNumber,
    headers: [followTokenHeader],
    body: appealRequest,
    reply: followed,
  },
  reportCode: {
    ...routes.reportCode,
    summary: 'Mails another code to the address of a report that is not confirmed.',
    ...byNumber,
    headers: [followTokenHeader],
    reply: reportCodeReply,
  },
  decision: {
    ...routes.decision,
    summary: 'Shows a decision to the sender it concerns.',
    ...byDecision,
    headers: [followTokenHeader],
    reply: decided,
  },
  appealDecision: {
    ...routes.appealDecision,
    summary: 'Objects to a decision as the sender.',
    ...byDecision,
    headers: [followTokenHeader],
    body: appealRequest,
    reply: decided,
  },
  moderate: {
    ...routes.moderate,
    summary: 'Disables a reported transfer, once, from the email to the operator.',
    params: z.object({ token: moderateToken }),
    reply: moderateReply,
    notFound: 'REPORT_NOT_FOUND',
  },

  adminReports: {
    ...routes.adminReports,
    summary: 'Lists cases of reports.',
    query: casesQuery,
    reply: z.object({ ...listReply, counts: caseCounts, cases: z.array(listedCase) }),
  },
  adminReport: { ...routes.adminReport, summary: 'Shows a case.', ...byCase, reply: caseReply },
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
    summary: 'Keeps a disabled transfer as evidence until a day, for a reason.',
    ...byCase,
    body: holdRequest,
    reply: caseReply,
  },
  reportedContent: {
    ...routes.reportedContent,
    summary: 'Sends the reported content, and records who asked for it.',
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
      'Returns the counts of a transparency report: as CSV the notices in the columns of the EU template, as JSON all counts.',
    query: transparencyQuery,
    stream: { 'text/csv': 'text', 'application/json': 'object' },
  },
} as const satisfies Partial<Record<RouteName, Endpoint>>
