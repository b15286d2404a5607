import type { FastifyReply } from 'fastify'
import type * as z from 'zod/mini'
import { fileNameOf } from '#contract/operations/branding/file-name.ts'
import type { transparencyQuery } from '#contract/operations/cases.ts'
import { recordAlone } from '#server/identity/accounts/record-alone.ts'
import type { Party } from '#server/platform/events/record-act.ts'
import type { Services } from '#server/platform/services.ts'
import { countPeriod } from './count-period.ts'
import { noticesCsv } from './notices-template.ts'

type Query = z.output<typeof transparencyQuery>

/**
 * Sends the counts of a period as a file, and records the export in the audit log. CSV holds the notices, in the columns of the
 * template that the law prescribes; JSON holds all counts.
 */
export async function exportTransparency(
  services: Services,
  query: Query,
  { by, network }: { readonly by: Party; readonly network: string },
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { config, engine } = services
  const { from, to, format } = query
  await recordAlone(services, { act: 'report.exported', by, details: { from, to, format }, network })
  const period = { from: Date.parse(from), to: Date.parse(to) }
  const counts = await countPeriod(engine.slowReads, period.from, period.to)
  const name = `${fileNameOf(config.identity.name)}-transparency-${from.slice(0, 10)}-${to.slice(0, 10)}.${format}`
  reply.header('content-disposition', `attachment; filename="${name}"`)
  if (format === 'json')
    return reply
      .type('application/json; charset=utf-8')
      .send({ from, to, rows: counts.map(({ row }) => row) })
  const service = new URL(config.publicUrl).host
  return reply.type('text/csv; charset=utf-8').send(noticesCsv(service, period, counts))
}
