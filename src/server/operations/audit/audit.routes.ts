import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { endpoints } from '#contract/endpoints.ts'
import { fileNameOf } from '#contract/operations/branding/file-name.ts'
import { recordAlone } from '#server/identity/accounts/record-alone.ts'
import { bindEndpoint } from '#server/identity/calls/bind-endpoint.ts'
import { clientNetwork } from '#server/platform/http/client-address.ts'
import type { Services } from '#server/platform/services.ts'
import { exportEntries } from './export-entries.ts'
import { listEntries } from './list-entries.ts'

const contentTypes = {
  csv: 'text/csv; charset=utf-8',
  ndjson: 'application/x-ndjson; charset=utf-8',
} as const

/** The calls about the audit log. There is none that changes it. */
export function auditRoutes(app: FastifyInstance, services: Services): void {
  const reading: Services = { ...services, database: services.engine.slowReads }

  bindEndpoint(app, endpoints.auditLog, ({ query }) => listEntries(reading, query))

  bindEndpoint(app, endpoints.exportAuditLog, async ({ caller, query, request, reply }) => {
    const { format, ...filter } = query
    const act = 'service.audit-exported'
    const network = clientNetwork(request)
    await recordAlone(services, { act, by: caller, details: { format }, network })
    const day = new Date(services.clock.now()).toISOString().slice(0, 10)
    return reply
      .type(contentTypes[format])
      .header(
        'content-disposition',
        `attachment; filename="${fileNameOf(services.config.identity.name)}-audit-${day}.${format}"`,
      )
      .send(Readable.from(exportEntries(reading, filter, format)))
  })
}
