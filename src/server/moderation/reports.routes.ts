import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import { endpoints } from '#contract/endpoints.ts'
import { reportReasons } from '#contract/operations/report-reasons.ts'
import { moderateToken } from '#contract/operations/reports.ts'
import { bindEndpoint } from '#server/identity/calls/bind-endpoint.ts'
import { Failure } from '#server/platform/failure.ts'
import { clientAddress, clientNetwork } from '#server/platform/http/client-address.ts'
import { pageLanguage } from '#server/platform/http/pages/page-language.ts'
import { batchedRateLimiter } from '#server/platform/rate-limits/batched-rate-limiter.ts'
import type { Services } from '#server/platform/services.ts'
import { pressButton } from './cases/press-button.ts'
import { appealDecision, appealReport } from './reports/appeal.ts'
import { confirmReport } from './reports/confirm-report.ts'
import {
  describeOwnDecision,
  describeReport,
  findOwnDecision,
  findOwnReport,
  followToken,
} from './reports/follow-report.ts'
import { receiveReport } from './reports/receive-report.ts'
import { mailReportCodeAgain } from './reports/report-code.ts'
import { issueFormToken } from './reports/report-form.ts'
import { findReportedLink } from './reports/reported-link.ts'

/** Calls of one address: milliseconds for one more, and how many are taken from the table at a time. */
const limit = { burst: 60, interval: 10_000, block: 10 }

/** Reporting by anyone, following a report or a decision by its token, and the button of the operator's mail. */
export function reportsRoutes(app: FastifyInstance, services: Services): void {
  const { database, clock } = services
  const limitCalls = batchedRateLimiter(services, limit, limit.block)

  bindEndpoint(app, endpoints.reportForm, async ({ query, request }) => {
    await limitCalls(`report:${clientAddress(request)}`)
    const { known, endToEnd } = await findReportedLink(services, query.link)
    const formToken = await issueFormToken(services, query.link)
    return { formToken, reasons: [...reportReasons], known, endToEnd }
  })

  bindEndpoint(app, endpoints.createReport, async ({ body, request }) =>
    receiveReport(services, body, {
      network: clientNetwork(request),
      language: pageLanguage(request.headers),
    }),
  )

  bindEndpoint(app, endpoints.report, async ({ params: { number }, request }) => {
    await limitCalls(`report:${clientAddress(request)}`)
    const own = await findOwnReport(database, number, followToken(request))
    return { report: await describeReport(database, own, clock.now()) }
  })

  bindEndpoint(app, endpoints.confirmReport, async ({ params: { number }, body, request }) => {
    await limitCalls(`report:${clientAddress(request)}`)
    const token = followToken(request)
    const own = await findOwnReport(database, number, token)
    await confirmReport(services, own, { code: body.code, network: clientNetwork(request) })
    const confirmed = await findOwnReport(database, number, token)
    return { report: await describeReport(database, confirmed, clock.now()) }
  })

  bindEndpoint(app, endpoints.appealReport, async ({ params: { number }, body, request }) => {
    await limitCalls(`report:${clientAddress(request)}`)
    const token = followToken(request)
    await appealReport(services, await findOwnReport(database, number, token), body.text)
    const own = await findOwnReport(database, number, token)
    return { report: await describeReport(database, own, clock.now()) }
  })

  bindEndpoint(app, endpoints.reportCode, async ({ params: { number }, request }) => {
    await limitCalls(`report:${clientAddress(request)}`)
    return mailReportCodeAgain(
      services,
      await findOwnReport(database, number, followToken(request)),
      clientNetwork(request),
    )
  })

  bindEndpoint(app, endpoints.decision, async ({ params: { id }, request }) => {
    await limitCalls(`report:${clientAddress(request)}`)
    const own = await findOwnDecision(database, id, followToken(request))
    return { decision: await describeOwnDecision(database, own, clock.now()) }
  })

  bindEndpoint(app, endpoints.appealDecision, async ({ params: { id }, body, request }) => {
    await limitCalls(`report:${clientAddress(request)}`)
    const token = followToken(request)
    await appealDecision(services, await findOwnDecision(database, id, token), body.text)
    const own = await findOwnDecision(database, id, token)
    return { decision: await describeOwnDecision(database, own, clock.now()) }
  })

  bindEndpoint(app, endpoints.moderate, async ({ params: { token }, request }) => {
    await limitCalls(`report:${clientAddress(request)}`)
    return { number: await pressButton(services, token, clientNetwork(request)) }
  })

  // Programs that look at links ahead of people open the page with the button, and press nothing.
  app.get<{ Params: { token: string } }>(
    `/api${endpoints.moderate.path}`,
    { config: { access: 'anyone', inMaintenance: 'open' } },
    async ({ params }, reply) => {
      const { success, data } = z.safeParse(moderateToken, params.token)
      if (!success) throw new Failure('REPORT_NOT_FOUND')
      return reply.code(303).header('location', `/moderate#${data}`).send()
    },
  )
}
