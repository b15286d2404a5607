import { assertAdministrator } from '#server/identity/accounts/assert-administrator.ts'
import type { CasesRow, Database } from '#server/platform/database/database.ts'
import { transact } from '#server/platform/database/transact.ts'
import { type Party, recordAct } from '#server/platform/events/record-act.ts'
import { Failure } from '#server/platform/failure.ts'
import { workInSets } from '#server/platform/queue/work-in-sets.ts'
import type { Services } from '#server/platform/services.ts'
import { disableTransfer, restoreTransfer } from '#server/transfers/lifetime/disable-transfer.ts'
import { auditedCase, findCase, isWaiting, lockCase, lockReportedRows, recordCaseEntry } from './case-rows.ts'
import { findKeptDisabled } from './same-content.ts'
import { closeReported, reopenReported } from './switch-request.ts'

const DAY = 24 * 60 * 60_000

type Needs = Pick<Services, 'database' | 'clock' | 'config' | 'keyRing' | 'log'>
/** The acting administrator; none for the rule and for the button of a mail. */
type By = { readonly by?: Party | undefined; readonly network?: string }
type How = 'disabled' | 'disabled-by-mail' | 'disabled-by-rule'

/**
 * Disables the transfer of a case for an administrator.
 * @throws Failure REPORT_NOT_FOUND, ALREADY_DECIDED, also when there is nothing left to disable
 */
export async function disableReported(services: Needs, number: string, by: By): Promise<void> {
  const { id } = await findCase(services.database, number)
  await transact(services.database, async (transaction) => {
    await assertAdministrator(transaction, by.by)
    const locked = await lockCase(transaction, id)
    if (!isWaiting(locked)) throw new Failure('ALREADY_DECIDED')
    const isDisabled = await disableLocked(services, transaction, locked, { how: 'disabled', ...by })
    if (!isDisabled) throw new Failure('ALREADY_DECIDED')
  })
}

/**
 * Disables the transfer of a locked case, within its transaction. One that is disabled already stays so: by a person, if
 * it is one now.
 * @returns false when there is nothing left to disable
 */
export async function disableLocked(
  services: Needs,
  transaction: Database,
  locked: CasesRow,
  { how, by, network }: By & { readonly how: How },
): Promise<boolean> {
  const now = services.clock.now()
  const isRule = how === 'disabled-by-rule'
  // Also where it is disabled already: another case may restore it at the same moment.
  // guard: what is disabled while a decision is taken back -> tests/http/moderation/changed-meanwhile.test.ts "away by button" on postgres
  await lockReportedRows(transaction, locked)
  const isNew =
    (await disableTransfer(services, transaction, locked.transfer_id, { now })) ||
    (await closeReported(transaction, locked.transfer_id, now))
  // The rule restores after a day, so it takes over nothing that a decision or another case has disabled.
  // guard: a rule takes nothing over from a decision -> tests/http/moderation/consequences.test.ts "police outlasts"
  if (!isNew && isRule) return false
  if (!isNew && locked.disabled_at === null) {
    const { state } = (await transaction
      .selectFrom('transfers')
      .select('state')
      .where('id', '=', locked.transfer_id)
      .executeTakeFirst()) ?? { state: 'ended' }
    if (state !== 'disabled') return false
  }
  await transaction
    .updateTable('cases')
    .set({
      ...(locked.state === 'open' ? { state: 'disabled' as const } : {}),
      disabled_at: locked.disabled_at ?? now,
      disabled_by: isRule ? 'rule' : 'person',
      rule_until: isRule ? now + DAY : null,
    })
    .where('id', '=', locked.id)
    .execute()
  if (!isNew) return true
  await recordCaseEntry(transaction, { case_id: locked.id, at: now, kind: how, by })
  const details = { how: how === 'disabled' ? 'case' : how === 'disabled-by-mail' ? 'mail' : 'rule' }
  const act = { act: 'report.disabled', by, to: auditedCase(locked), details, network } as const
  await recordAct(transaction, act, now)
  return true
}

/** Restores the transfer of a case. @throws Failure REPORT_NOT_FOUND, ALREADY_DECIDED, CASE_TAKEN */
export async function restoreReported(
  services: Needs,
  number: string,
  { by, network }: { readonly by: Party; readonly network: string },
): Promise<void> {
  const { id } = await findCase(services.database, number)
  await transact(services.database, async (transaction) => {
    await assertAdministrator(transaction, by)
    const locked = await lockCase(transaction, id)
    if (!isWaiting(locked)) throw new Failure('ALREADY_DECIDED')
    if (locked.assignee_id !== null && locked.assignee_id !== by.id) throw new Failure('CASE_TAKEN')
    await restoreLocked(services, transaction, locked, { how: 'restored', by, network })
  })
}

/** Restores the transfer of a locked case, within its transaction, unless another case keeps it disabled. */
export async function restoreLocked(
  services: Needs,
  transaction: Database,
  locked: CasesRow,
  { how, by, network }: By & { readonly how: 'restored' | 'restored-by-rule' },
): Promise<void> {
  const now = services.clock.now()
  await lockReportedRows(transaction, locked)
  const isKept = (await findKeptDisabled(transaction, locked)).has(locked.transfer_id)
  const isRestored =
    !isKept &&
    ((await restoreTransfer(services, transaction, locked.transfer_id, now)) ||
      (await reopenReported(transaction, locked)))
  await transaction
    .updateTable('cases')
    .set({
      ...(locked.state === 'disabled' ? { state: 'open' as const } : {}),
      disabled_at: null,
      disabled_by: null,
      rule_until: null,
    })
    .where('id', '=', locked.id)
    .execute()
  if (!isRestored) return
  await recordCaseEntry(transaction, { case_id: locked.id, at: now, kind: how, by })
  await recordAct(transaction, { act: 'report.restored', by, to: auditedCase(locked), network }, now)
}

/**
 * Disables by rule what is reported as child abuse or terrorism by someone whose address is confirmed, or from two networks: until
 * an administrator has looked, a day at most, and not again once it was restored in any case. Within the transaction that has locked the
 * case.
 */
export async function applyRule(services: Needs, transaction: Database, locked: CasesRow): Promise<boolean> {
  if (!services.config.REPORT_AUTO_DISABLE || !isWaiting(locked) || locked.disabled_at !== null) return false
  const severe = await transaction
    .selectFrom('reports')
    .select(['network_hash', 'confirmed'])
    .where('case_id', '=', locked.id)
    .where('reason', 'in', ['child-abuse', 'terrorism'])
    .execute()
  const networks = new Set(severe.map(({ network_hash }) => Buffer.from(network_hash).toString('hex')))
  // guard: two networks for the rule -> tests/http/moderation/reports.test.ts "of the worst kind"
  //   drops networks.size < 2 &&
  if (networks.size < 2 && !severe.some(({ confirmed }) => confirmed === 1)) return false
  // Locked before the search, so that no other case restores it meanwhile.
  await lockReportedRows(transaction, locked)
  const undone = await transaction
    .selectFrom('case_entries')
    .innerJoin('cases', 'cases.id', 'case_entries.case_id')
    .select('case_entries.id')
    // guard: the rule comes once -> tests/http/moderation/reports.test.ts "restored in another case"
    //   'cases.transfer_id', '=', locked.transfer_id becomes 'cases.id', '=', locked.id
    .where('cases.transfer_id', '=', locked.transfer_id)
    .where('case_entries.kind', 'in', ['restored', 'restored-by-rule'])
    .executeTakeFirst()
  if (undone) return false
  return disableLocked(services, transaction, locked, { how: 'disabled-by-rule' })
}

/** Restores transfers and requests that were disabled by rule a day ago, and not looked at since. */
export async function endRules(services: Needs, signal?: AbortSignal): Promise<void> {
  const { database, clock, log } = services
  await workInSets(async (size) => {
    const over = await database
      .selectFrom('cases')
      .select(['id', 'number'])
      .where('rule_until', '<=', clock.now())
      .orderBy('rule_until')
      .limit(size)
      .execute()
    for (const { id, number } of over) {
      await transact(database, async (transaction) => {
        const locked = await lockCase(transaction, id)
        if (locked.rule_until === null || locked.rule_until > clock.now()) return
        await restoreLocked(services, transaction, locked, { how: 'restored-by-rule' })
      })
      log.warn({ report: number }, 'a transfer that was disabled by rule is restored: nobody has looked')
    }
    return over.length
  }, signal)
}
