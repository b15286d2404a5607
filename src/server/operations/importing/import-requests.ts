import { requestLimits } from '#contract/requests/request-limits.ts'
import { cleanLine } from '#contract/transfers/file-name.ts'
import { callerColumns, callerOf } from '#server/identity/principals/caller-row.ts'
import type { Database } from '#server/platform/database/database.ts'
import { transact } from '#server/platform/database/transact.ts'
import { Failure } from '#server/platform/failure.ts'
import type { Services } from '#server/platform/services.ts'
import { createRequest } from '#server/requests/create-request.ts'
import { fitText } from './fit-name.ts'
import type { FindOwner } from './import-people.ts'
import { findImported, type Importing, rememberImported } from './imported.ts'
import { insertOldLinks } from './old-links.ts'
import type { Outcomes } from './outcomes.ts'
import { ownerless, reasonOf } from './reason-of.ts'
import type { Source, SourceRequest } from './source.ts'

const DAY = 24 * 60 * 60_000

/** Creates file requests for the links through which people had others send them files. */
export async function importRequests(
  importing: Importing,
  source: Source,
  outcomes: Outcomes,
  findOwner: FindOwner,
): Promise<void> {
  for (const request of source.requests()) {
    importing.lock.signal.throwIfAborted()
    const notes: string[] = []
    const result = await importRequest(importing, request, findOwner, notes)
    outcomes.add({
      kind: 'request',
      id: request.id,
      name: request.title ?? request.oldPaths[0] ?? '',
      result,
      notes,
    })
  }
}

async function importRequest(
  importing: Importing,
  request: SourceRequest,
  findOwner: FindOwner,
  notes: string[],
): Promise<'imported' | 'before' | 'refused'> {
  const { services, family, isDry } = importing
  const item = { family, kind: 'request', id: request.id } as const
  if (await findImported(services.database, item)) return 'before'
  const ownerId = request.refusal === undefined ? await findOwner(request.ownerId) : undefined
  const refusal = request.refusal ?? (ownerId === undefined ? ownerless : undefined)
  if (refusal !== undefined || ownerId === undefined) {
    notes.push(refusal ?? '')
    return 'refused'
  }
  const latest = services.clock.now() + requestLimits.days * DAY
  if (request.until === null || request.until > latest)
    notes.push(`It ends after ${requestLimits.days} days.`)
  if (isDry) return 'imported'
  const until = new Date(Math.min(request.until ?? latest, latest)).toISOString()
  try {
    await transact(services.database, async (transaction) => {
      const within = { ...services, database: transaction }
      const caller = await findCaller(within, ownerId)
      const { id } = await createRequest(within, caller, wantedOf(request, caller.username, until), '')
      await rememberImported(importing, transaction, item)
      await insertOldLinks(transaction, request.oldPaths, { requestId: id })
    })
    return 'imported'
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    notes.push(reasonOf(error))
    return 'refused'
  }
}

function wantedOf(
  { title, instructions, types, uploadsLeft, largestUpload }: SourceRequest,
  username: string,
  until: string,
) {
  return {
    title: fitText(cleanLine(title ?? ''), requestLimits.title) || `Files for ${username}`,
    instructions: fitText(instructions ?? '', requestLimits.instructions) || null,
    checklist: [],
    until,
    uploadsLimit: uploadsLeft === null ? null : Math.min(uploadsLeft, requestLimits.uploads),
    largestUpload: largestUpload || null,
    types: types && types.length > 0 ? [...types] : ('any' as const),
    password: null,
    asks: { name: false, email: false, code: false },
    lock: 'none' as const,
  }
}

/** The owner as the caller who creates it: they could create requests where they came from. @throws Failure USER_NOT_FOUND */
async function findCaller(
  services: Pick<Services, 'config' | 'clock'> & { database: Database },
  userId: string,
) {
  const row = await services.database
    .selectFrom('users')
    .select(callerColumns(true))
    .where('users.id', '=', userId)
    .where('is_active', '=', 1)
    .executeTakeFirst()
  if (!row) throw new Failure('USER_NOT_FOUND')
  const now = services.clock.now()
  const caller = callerOf(row, { sessionId: null, apiKey: null }, { config: services.config, now })
  return { ...caller, requestsFrom: 0 }
}
