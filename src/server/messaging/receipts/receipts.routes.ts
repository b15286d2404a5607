import type { FastifyInstance } from 'fastify'
import { endpoints } from '#contract/endpoints.ts'
import { bindEndpoint } from '#server/identity/calls/bind-endpoint.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Services } from '#server/platform/services.ts'
import { describeManaged } from '#server/transfers/manage/describe-managed.ts'
import { findManaged, limitManageCalls, manageCredentials } from '#server/transfers/manage/find-managed.ts'
import { textsIn } from '../mail/mail-texts.ts'
import { composeReceipt } from './compose-receipt.ts'

/** The receipt of a transfer, as a file, for its managers. */
export function receiptsRoutes(app: FastifyInstance, services: Services): void {
  const countCall = limitManageCalls(services)
  bindEndpoint(app, endpoints.transferReceipt, async ({ params: { ref }, query, request, reply }) => {
    await countCall(request)
    await findManaged(services, ref, manageCredentials(request))
    const transfer = await describeManaged(services, ref)
    const contentsOpened = await findContentsOpened(services.database, ref)
    const text = composeReceipt({ transfer, contentsOpened }, textsIn(query.language), services.clock.now())
    return reply
      .type('text/plain; charset=utf-8')
      .header('content-disposition', 'attachment; filename="receipt.txt"')
      .send(text)
  })
}

/**
 * When single files of a transfer were first looked at or downloaded, by the ids of the links that it was done with.
 * Milliseconds since 1970.
 */
async function findContentsOpened(
  database: Database,
  transferId: string,
): Promise<ReadonlyMap<string | null, number>> {
  const rows = await database
    .selectFrom('transfer_events')
    .select(({ fn }) => ['link_id', fn.min('at').as('first')])
    .where('transfer_id', '=', transferId)
    .where('kind', '=', 'contents-opened')
    .groupBy('link_id')
    .execute()
  return new Map(rows.map(({ link_id, first }) => [link_id, first]))
}
