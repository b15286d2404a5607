import type { Decision } from '#contract/operations/reports.ts'
import type { CasesRow, Database, DecisionsRow } from '#server/platform/database/database.ts'

/** How long one may object to a decision: six months, as the law has it. */
export function objectionEnd(decidedAt: number): number {
  const end = new Date(decidedAt)
  end.setUTCMonth(end.getUTCMonth() + 6)
  return end.getTime()
}

/** Whether one may still object to a decision. @param appealedAt when the person did, if they did */
export function mayObject(decision: DecisionsRow, appealedAt: number | null, now: number): boolean {
  return decision.final === 0 && appealedAt === null && now < objectionEnd(decision.at)
}

/** A decision as reporters and senders read it, which hides that the police were informed. */
export function discloseDecision(row: DecisionsRow, canObject: boolean): Decision {
  const decision = describeDecision(row, canObject)
  return { ...decision, action: decision.action === 'police' ? 'disable' : decision.action }
}

/** A decision as administrators read it. */
export function describeDecision(row: DecisionsRow, canObject: boolean): Decision {
  const { action, facts, automated, others, at, ground_kind: kind, ground_country, ground_reference } = row
  return {
    action,
    ground: {
      kind,
      ...(ground_country !== null && { country: ground_country }),
      reference: ground_reference,
    },
    facts,
    automated: automated === 1,
    others,
    at: timeOf(at),
    objectUntil: canObject ? timeOf(objectionEnd(at)) : null,
  }
}

/** Name of the reporter who claims a copyright: the only one that an uploader learns, as the form says. */
export async function findClaimant(
  database: Database,
  { id, reason }: Pick<CasesRow, 'id' | 'reason'>,
): Promise<string | null> {
  if (reason !== 'copyright') return null
  const claim = await database
    .selectFrom('reports')
    .select('name')
    .where('case_id', '=', id)
    .where('reason', '=', 'copyright')
    .where('name', 'is not', null)
    .orderBy('received_at')
    .executeTakeFirst()
  return claim?.name ?? null
}

function timeOf(time: number): string {
  return new Date(time).toISOString()
}
