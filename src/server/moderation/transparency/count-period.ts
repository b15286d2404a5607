import type { TransparencyRow } from '#contract/operations/cases.ts'
import { reportReasons } from '#contract/operations/report-reasons.ts'
import type { Services } from '#server/platform/services.ts'
import { medianOf } from '../cases/list-cases.ts'

type Database = Services['database']

/** Counts of a period for one reason. */
export type ReasonCounts = {
  readonly row: TransparencyRow
  /** How long it took until a case was acted on, in milliseconds, for each that was. */
  readonly actionTimes: readonly number[]
}

/** Counts of a period for each reason, from its start (inclusive) to its end (exclusive). */
export async function countPeriod(database: Database, from: number, to: number): Promise<ReasonCounts[]> {
  const notices = await database
    .selectFrom('reports')
    .select(['reason', 'confirmed'])
    .where('received_at', '>=', from)
    .where('received_at', '<', to)
    .execute()
  const decisions = await findDecisions(database, from, to)
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
    const received = notices.filter((notice) => notice.reason === reason)
    const happened = entries.filter((entry) => entry.reason === reason)
    const made = decisions.filter((decision) => decision.reason === reason)
    return {
      row: {
        reason,
        notices: received.length,
        confirmedNotices: received.filter(({ confirmed }) => confirmed === 1).length,
        disabledByRule: happened.filter(({ kind }) => kind === 'disabled-by-rule').length,
        ...countDecisions(made, firsts),
        objections: happened.filter(({ kind }) => kind !== 'disabled-by-rule').length,
      },
      actionTimes: actionsOf(made, firsts).map(
        ({ at, opened_at, disabled_at }) => Math.min(disabled_at ?? at, at) - opened_at,
      ),
    }
  })
}

type Decided = Awaited<ReturnType<typeof findDecisions>>[number]
/** First actions on cases that were decided a second time, by case. */
type Firsts = ReadonlyMap<string, Decided['action']>

function findDecisions(database: Database, from: number, to: number) {
  return database
    .selectFrom('decisions')
    .innerJoin('cases', 'cases.id', 'decisions.case_id')
    .select(['decisions.case_id', 'decisions.at', 'decisions.action', 'decisions.ground_kind'])
    .select(['decisions.automated', 'decisions.final'])
    .select(['cases.reason', 'cases.opened_at', 'cases.disabled_at'])
    .where('decisions.at', '>=', from)
    .where('decisions.at', '<', to)
    .execute()
}

function countDecisions(made: readonly Decided[], firsts: Firsts) {
  const count = (action: Decided['action']) => made.filter((decision) => decision.action === action).length
  const actions = actionsOf(made, firsts)
  const took = made
    .filter(({ final }) => final === 0)
    .map(({ at, opened_at }) => Math.round((at - opened_at) / 60_000))
  return {
    decisions: made.length,
    automatedDecisions: made.filter(({ automated }) => automated === 1).length,
    none: count('none'),
    disable: count('disable'),
    end: count('end'),
    endAndSuspend: count('end-and-suspend'),
    police: count('police'),
    actionsByLaw: actions.filter(({ ground_kind }) => ground_kind === 'law').length,
    actionsByTerms: actions.filter(({ ground_kind }) => ground_kind === 'terms').length,
    changedDecisions: made.filter(
      ({ final, case_id, action }) => final === 1 && firsts.get(case_id) !== action,
    ).length,
    medianMinutes: medianOf(took),
  }
}

/** The decisions by which a case was acted on for the first time. */
function actionsOf(made: readonly Decided[], firsts: Firsts): readonly Decided[] {
  return made.filter(
    ({ action, final, case_id }) => action !== 'none' && (final === 0 || firsts.get(case_id) === 'none'),
  )
}

async function findFirstActions(database: Database, decisions: readonly Decided[]): Promise<Firsts> {
  const ids = decisions.filter(({ final }) => final === 1).map(({ case_id }) => case_id)
  const found = new Map<string, Decided['action']>()
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
