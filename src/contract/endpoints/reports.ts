import * as z from 'zod/mini'
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
import { routes } from '../routes.ts'

const success = z.literal(true)
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
  reportForm: { ...routes.reportForm, query: reportFormQuery, reply: reportFormReply },
  createReport: { ...routes.createReport, body: reportRequest, reply: reportReply, status: 201 },
  report: { ...routes.report, ...byNumber, reply: followed },
  confirmReport: { ...routes.confirmReport, ...byNumber, body: confirmReportRequest, reply: followed },
  appealReport: { ...routes.appealReport, ...byNumber, body: appealRequest, reply: followed },
  reportCode: { ...routes.reportCode, ...byNumber, reply: reportCodeReply },
  decision: { ...routes.decision, ...byDecision, reply: decided },
  appealDecision: { ...routes.appealDecision, ...byDecision, body: appealRequest, reply: decided },
  moderate: {
    ...routes.moderate,
    params: z.object({ token: moderateToken }),
    reply: moderateReply,
    notFound: 'REPORT_NOT_FOUND',
  },

  adminReports: {
    ...routes.adminReports,
    query: casesQuery,
    reply: z.object({ ...listReply, counts: caseCounts, cases: z.array(listedCase) }),
  },
  adminReport: { ...routes.adminReport, ...byCase, reply: caseReply },
  disableReported: { ...routes.disableReported, ...byCase, reply: caseReply },
  restoreReported: { ...routes.restoreReported, ...byCase, reply: caseReply },
  previewLetters: {
    ...routes.previewLetters,
    ...byCase,
    body: decisionRequest,
    reply: z.object({ success, letters: z.array(letter) }),
  },
  decideReport: { ...routes.decideReport, ...byCase, body: decisionRequest, reply: caseReply },
  assignReport: { ...routes.assignReport, ...byCase, body: assignRequest, reply: caseReply },
  noteReport: { ...routes.noteReport, ...byCase, body: noteRequest, reply: caseReply },
  holdReported: { ...routes.holdReported, ...byCase, body: holdRequest, reply: caseReply },
  reportedContent: { ...routes.reportedContent, ...byCase, query: contentQuery },

  blockList: {
    ...routes.blockList,
    query: blockListQuery,
    reply: z.object({ ...listReply, blocked: z.array(blockedContent) }),
  },
  blockContent: {
    ...routes.blockContent,
    body: blockRequest,
    reply: z.object({ success, added: z.int(), known: z.int() }),
  },
  unblockContent: {
    ...routes.unblockContent,
    ...bySha256,
    reply: z.object({ success, message: z.string() }),
  },
  transparency: { ...routes.transparency, query: transparencyQuery },
} as const
