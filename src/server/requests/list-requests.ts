import type { OwnRequest, RequestsQuery } from '#contract/requests/requests.ts'
import { foldForSearch } from '#server/platform/database/fold-for-search.ts'
import type { Services } from '#server/platform/services.ts'
import { countOpen } from './create-request.ts'
import { describeRequests } from './model/request-rows.ts'

type Page = { requests: OwnRequest[]; open: number; total: number; page: number; pageSize: number }

/** One page of a person's requests, the latest first; a search looks for titles. */
export async function listRequests(
  services: Pick<Services, 'database' | 'clock' | 'config'>,
  ownerId: string,
  { page, pageSize, search, filter }: RequestsQuery,
): Promise<Page> {
  const { database, clock } = services
  const now = clock.now()
  const rows = await database
    .selectFrom('requests')
    .selectAll()
    .where('owner_id', '=', ownerId)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute()
  const folded = foldForSearch(search)
  const found = rows.filter(({ title, closed_at, until }) => {
    const isOpen = closed_at === null && until > now
    if (filter !== 'all' && isOpen !== (filter === 'open')) return false
    return foldForSearch(title).includes(folded)
  })
  const from = (page - 1) * pageSize
  const requests = await describeRequests(services, found.slice(from, from + pageSize))
  return { requests, open: await countOpen(database, ownerId, now), total: found.length, page, pageSize }
}
