import type { FastifyInstance, FastifyRequest } from 'fastify'
import { endpoints } from '#contract/endpoints.ts'
import { bindEndpoint } from '#server/identity/calls/bind-endpoint.ts'
import type { Caller } from '#server/identity/calls/caller.ts'
import { clientNetwork } from '#server/platform/http/client-address.ts'
import type { Services } from '#server/platform/services.ts'
import { decideCase, previewLetters } from './cases/decide-case.ts'
import { describeWholeCase } from './cases/describe-case.ts'
import { giveReportedKeys } from './cases/give-keys.ts'
import { hashEvidence } from './cases/hash-evidence.ts'
import { listCases } from './cases/list-cases.ts'
import { sendReported } from './cases/send-reported.ts'
import { disableReported, restoreReported } from './cases/switch-transfer.ts'
import { assignCase, holdReported, noteCase, recordLook } from './cases/work-on-case.ts'
import { addToBlockList, listBlocked, removeFromBlockList } from './rules/block-list.ts'
import { exportTransparency } from './transparency/export-transparency.ts'

/** Calls of administrators about reports. */
export function casesRoutes(app: FastifyInstance, services: Services): void {
  const { database } = services
  const by = (caller: Caller, request: FastifyRequest) => ({ by: caller, network: clientNetwork(request) })
  async function describe(number: string, { apiKey }: Caller) {
    // A call with an API key is not recorded as a look at the case.
    if (apiKey === null) await recordLook(database, number)
    return { case: await describeWholeCase(services, number) }
  }

  bindEndpoint(app, endpoints.adminReports, ({ query }) => listCases(services, query))

  bindEndpoint(app, endpoints.adminReport, ({ params: { n }, caller }) => describe(n, caller))

  bindEndpoint(app, endpoints.disableReported, async ({ params: { n }, caller, request }) => {
    await disableReported(services, n, by(caller, request))
    hashEvidence(services)
    return describe(n, caller)
  })

  bindEndpoint(app, endpoints.restoreReported, async ({ params: { n }, caller, request }) => {
    await restoreReported(services, n, by(caller, request))
    return describe(n, caller)
  })

  bindEndpoint(app, endpoints.previewLetters, async ({ params: { n }, body }) => ({
    letters: await previewLetters(services, n, body),
  }))

  bindEndpoint(app, endpoints.decideReport, async ({ params: { n }, body, caller, request }) => {
    await decideCase(services, n, body, by(caller, request))
    hashEvidence(services)
    return describe(n, caller)
  })

  bindEndpoint(app, endpoints.assignReport, async ({ params: { n }, body, caller, request }) => {
    await assignCase(services, n, { ...by(caller, request), take: body.take ?? false })
    return describe(n, caller)
  })

  bindEndpoint(app, endpoints.noteReport, async ({ params: { n }, body, caller, request }) => {
    await noteCase(services, n, { ...by(caller, request), text: body.text })
    return describe(n, caller)
  })

  bindEndpoint(app, endpoints.holdReported, async ({ params: { n }, body, caller, request }) => {
    const until = Date.parse(body.until)
    await holdReported(services, n, { ...by(caller, request), until, reason: body.reason })
    return describe(n, caller)
  })

  bindEndpoint(app, endpoints.reportedKeys, ({ params: { n }, body, caller, request }) =>
    giveReportedKeys(services, n, { ...by(caller, request), reason: body.reason }),
  )

  bindEndpoint(app, endpoints.reportedContent, async ({ params: { n }, query, caller, request, reply }) => {
    await sendReported(services, n, { ...by(caller, request), reason: query.reason }, reply)
    return reply
  })

  bindEndpoint(app, endpoints.blockList, ({ query }) => listBlocked(services, query))

  bindEndpoint(app, endpoints.blockContent, ({ body, caller, request }) =>
    addToBlockList(services, body, by(caller, request)),
  )

  bindEndpoint(app, endpoints.unblockContent, async ({ params: { sha256 }, caller, request }) => {
    await removeFromBlockList(services, sha256, by(caller, request))
    return { message: 'The content is no longer blocked.' }
  })

  bindEndpoint(app, endpoints.transparency, async ({ query, caller, request, reply }) =>
    exportTransparency(services, query, by(caller, request), reply),
  )
}
