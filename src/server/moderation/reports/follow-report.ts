import { timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { followTokenHeader } from '#contract/headers.ts'
import type { FollowedDecision, FollowedReport } from '#contract/operations/reports.ts'
import { signText } from '#server/identity/addresses/address-hash.ts'
import { maskAddress } from '#server/identity/addresses/mask-address.ts'
import type { CasesRow, Database, DecisionsRow, ReportsRow } from '#server/platform/database/database.ts'
import { Failure } from '#server/platform/failure.ts'
import { discloseDecision, findClaimant, mayObject } from '../cases/describe-decision.ts'

/** The token of a request; empty without one. */
export function followToken({ headers }: FastifyRequest): string {
  const token = headers[followTokenHeader]
  return typeof token === 'string' ? token : ''
}

async function isSigned(database: Database, use: 'report' | 'decision', id: string, token: string) {
  const expected = Buffer.from(await signText(database, use, id))
  const given = Buffer.from(token)
  return given.length === expected.length && timingSafeEqual(given, expected)
}

export type OwnReport = { readonly report: ReportsRow; readonly of: CasesRow }

/** A report, for the holder of its token. @throws Failure REPORT_NOT_FOUND, the same for an unknown number */
export async function findOwnReport(database: Database, number: string, token: string): Promise<OwnReport> {
  const report = await database
    .selectFrom('reports')
    .selectAll()
    .where('number', '=', number)
    .executeTakeFirst()
  // guard: token of a report -> tests/http/moderation/reports.test.ts "a stranger to the operator’s button"
  //   drops (await isSigned(database, 'report', report?.id ?? '', token)) || !
  if (!(await isSigned(database, 'report', report?.id ?? '', token)) || !report)
    throw new Failure('REPORT_NOT_FOUND')
  const of = await database
    .selectFrom('cases')
    .selectAll()
    .where('id', '=', report.case_id)
    .executeTakeFirstOrThrow()
  return { report, of }
}

export type OwnDecision = { readonly decision: DecisionsRow; readonly of: CasesRow }

/** A decision, for the holder of the uploader's token. @throws Failure REPORT_NOT_FOUND */
export async function findOwnDecision(database: Database, id: string, token: string): Promise<OwnDecision> {
  if (!(await isSigned(database, 'decision', id, token))) throw new Failure('REPORT_NOT_FOUND')
  const decision = await database.selectFrom('decisions').selectAll().where('id', '=', id).executeTakeFirst()
  if (!decision) throw new Failure('REPORT_NOT_FOUND')
  const of = await database
    .selectFrom('cases')
    .selectAll()
    .where('id', '=', decision.case_id)
    .executeTakeFirstOrThrow()
  return { decision, of }
}

/** The latest decision of a case. */
function findLatestDecision(database: Database, caseId: string): Promise<DecisionsRow | undefined> {
  return database
    .selectFrom('decisions')
    .selectAll()
    .where('case_id', '=', caseId)
    .orderBy('at', 'desc')
    .orderBy('final', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** The latest decision about a report: one that was made before it came, to which someone objects, is not about it. */
export async function findDecisionOn(
  database: Database,
  { report, of }: OwnReport,
): Promise<DecisionsRow | undefined> {
  const latest = await findLatestDecision(database, of.id)
  return latest && latest.at >= report.received_at ? latest : undefined
}

/** A report as its reporter reads it now. */
export async function describeReport(
  database: Database,
  own: OwnReport,
  now: number,
): Promise<FollowedReport> {
  const { report, of } = own
  const latest = await findDecisionOn(database, own)
  return {
    number: report.number,
    isRequest: (await findRequest(database, of)) !== undefined,
    reason: report.reason,
    receivedAt: timeOf(report.received_at),
    dueAt: timeOf(of.due_at),
    state: stateOf(of, latest),
    gone: report.gone === 1,
    confirmAt: report.email !== null && report.confirmed === 0 ? maskAddress(report.email) : null,
    confirmed: report.confirmed === 1,
    disabledAt: of.disabled_at === null ? null : timeOf(of.disabled_at),
    decision: latest
      ? { ...discloseDecision(latest, mayObject(latest, report.appealed_at, now)), others: 0 }
      : null,
    appealedAt: waitingSince(of, report),
  }
}

/** A report that waits beside the objections of others reads as any other that waits. */
function stateOf(
  { state, disabled_at }: Pick<CasesRow, 'state' | 'disabled_at'>,
  decision: DecisionsRow | undefined,
): FollowedReport['state'] {
  if (state === 'appealed' && !decision) return disabled_at === null ? 'received' : 'disabled'
  return state === 'open' ? 'received' : state
}

/** When someone objected, while the answer is still to come. */
function waitingSince(
  { state }: Pick<CasesRow, 'state'>,
  { appealed_at }: { readonly appealed_at: number | null },
): string | null {
  return state !== 'appealed' || appealed_at === null ? null : timeOf(appealed_at)
}

/**
 * A decision as the uploader reads it now: the answer to an objection, once there is one. It names no reporter but the one who
 * claims a copyright.
 */
export async function describeOwnDecision(
  database: Database,
  { decision, of }: OwnDecision,
  now: number,
): Promise<FollowedDecision> {
  const latest = (await findLatestDecision(database, of.id)) ?? decision
  const request = await findRequest(database, of)
  return {
    number: of.number,
    isRequest: request !== undefined,
    reason: of.reason,
    ref: of.transfer_id,
    decision: discloseDecision(latest, mayObject(latest, latest.appealed_at, now)),
    available: request
      ? request.closed_at === null && request.until > now
      : await isAvailable(database, of.transfer_id, now),
    reporter: await findClaimant(database, of),
    appealedAt: waitingSince(of, latest),
  }
}

function findRequest(database: Database, { transfer_id }: Pick<CasesRow, 'transfer_id'>) {
  return database
    .selectFrom('requests')
    .select(['closed_at', 'until'])
    .where('id', '=', transfer_id)
    .executeTakeFirst()
}

async function isAvailable(database: Database, id: string, now: number): Promise<boolean> {
  const transfer = await database
    .selectFrom('transfers')
    .select('id')
    .where('id', '=', id)
    .where('state', '=', 'ready')
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return transfer !== undefined
}

function timeOf(time: number): string {
  return new Date(time).toISOString()
}
