import type { FastifyReply } from 'fastify'
import type * as z from 'zod/mini'
import type { TransparencyRow, transparencyQuery } from '#contract/operations/cases.ts'
import { reportReasons } from '#contract/operations/report-reasons.ts'
import { type Party, recordAct } from '#server/platform/events/record-act.ts'
import type { Services } from '#server/platform/services.ts'
import { csvLine } from '../audit/csv-line.ts'
import { medianOf } from './cases/list-cases.ts'

type Query = z.output<typeof transparencyQuery>

/** In the order of the file. */
const columns = [
  'reason',
  'notices',
  'confirmedNotices',
  'disabledByRule',
  'decisions',
  'automatedDecisions',
  'none',
  'disable',
  'end',
  'endAndSuspend',
  'police',
  'objections',
  'changedDecisions',
  'medianMinutes',
] as const satisfies readonly (keyof TransparencyRow)[]

/** Sends the counts of a period as a file, and records who has asked for it. */
export async function exportTransparency(
  services: Services,
  query: Query,
  { by, network }: { readonly by: Party; readonly network: string },
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { database, clock, engine } = services
  const { from, to, format } = query
  const act = { act: 'report.exported', by, details: { from, to, format }, network } as const
  await recordAct(database, act, clock.now())
  const rows = await countPeriod(engine.slowReads, Date.parse(from), Date.parse(to))
  const name = `restante-transparency-${from.slice(0, 10)}-${to.slice(0, 10)}.${format}`
  reply.header('content-disposition', `attachment; filename="${name}"`)
  if (format === 'json') return reply.type('application/json; charset=utf-8').send({ from, to, rows })
  const lines = rows.map((row) => csvLine(columns.map((column) => String(row[column] ?? ''))))
  return reply.type('text/csv; charset=utf-8').send([csvLine(columns), ...lines].join(''))
}

/** What a period has brought for each reason, from its begin (inclusive) to its end (exclusive). */
async function countPeriod(
  database: Services['database'],
  from: number,
  to: number,
): Promise<TransparencyRow[]> {
  const notices = await database
    .selectFrom('reports')
    .select(['reason', 'confirmed'])
    .where('received_at', '>=', from)
    .where('received_at', '<', to)
    .execute()
  const decisions = await database
    .selectFrom('decisions')
    .innerJoin('cases', 'cases.id', 'decisions.case_id')
    .select(['decisions.case_id', 'decisions.at', 'decisions.action', 'decisions.automated'])
    .select(['decisions.final', 'cases.reason', 'cases.opened_at'])
    .where('decisions.at', '>=', from)
    .where('decisions.at', '<', to)
    .execute()
  const entries = await database
    .selectFrom('case_entries')
    .innerJoin('cases', 'cases.id', 'case_entries.case_id')
    .select(['case_entries.kind', 'cases.reason'])
    .where('case_entries.kind', 'in', ['disabled-by-rule', 'appealed-by-reporter', 'appealed-by-sender'])
    .where('case_entries.at', '>=', from)
    .where('case_entries.at', '<', to)
    .execute()
  const firsts = await findFirstActions(database, decisions)
  return reportReasons.map((reason) => {
    const made = decisions.filter((decision) => decision.reason === reason)
    const happened = entries.filter((entry) => entry.reason === reason)
    const count = (action: (typeof made)[number]['action']) =>
      made.filter((decision) => decision.action === action).length
    const received = notices.filter((notice) => notice.reason === reason)
    const took = made
      .filter(({ final }) => final === 0)
      .map(({ at, opened_at }) => Math.round((at - opened_at) / 60_000))
    return {
      reason,
      notices: received.length,
      confirmedNotices: received.filter(({ confirmed }) => confirmed === 1).length,
      disabledByRule: happened.filter(({ kind }) => kind === 'disabled-by-rule').length,
      decisions: made.length,
      automatedDecisions: made.filter(({ automated }) => automated === 1).length,
      none: count('none'),
      disable: count('disable'),
      end: count('end'),
      endAndSuspend: count('end-and-suspend'),
      police: count('police'),
      objections: happened.filter(({ kind }) => kind !== 'disabled-by-rule').length,
      changedDecisions: made.filter(
        ({ final, case_id, action }) => final === 1 && firsts.get(case_id) !== action,
      ).length,
      medianMinutes: medianOf(took),
    }
  })
}

/** What the first decision of the cases was that were decided a second time. */
async function findFirstActions(
  database: Services['database'],
  decisions: readonly { readonly case_id: string; readonly final: number }[],
): Promise<ReadonlyMap<string, string>> {
  const ids = decisions.filter(({ final }) => final === 1).map(({ case_id }) => case_id)
  const found = new Map<string, string>()
  for (let from = 0; from < ids.length; from += 500) {
    const rows = await database
      .selectFrom('decisions')
      .select(['case_id', 'action'])
      .where('case_id', 'in', ids.slice(from, from + 500))
      .where('final', '=', 0)
      .execute()
    for (const { case_id, action } of rows) found.set(case_id, action)
  }
  return found
}
