import type { Letter } from '#contract/operations/cases.ts'
import type { DecisionRequest } from '#contract/operations/reports.ts'
import { newId } from '#crypto/random-id.ts'
import { assertAdministrator } from '#server/identity/accounts/assert-administrator.ts'
import type { CasesRow, Database, StrikesRow } from '#server/platform/database/database.ts'
import { transact } from '#server/platform/database/transact.ts'
import { appendEvent } from '#server/platform/events/append-event.ts'
import { type Party, recordAct } from '#server/platform/events/record-act.ts'
import { Failure } from '#server/platform/failure.ts'
import type { Services } from '#server/platform/services.ts'
import { removeBlobs } from '#server/transfers/content/remove-blobs.ts'
import {
  disableTransfer,
  holdTransfer,
  prolongHold,
  restoreTransfer,
} from '#server/transfers/lifetime/disable-transfer.ts'
import { recordTransferEvent } from '#server/transfers/model/transfer-events.ts'
import { endTransfer } from '#server/transfers/model/transfers-table.ts'
import { standingTime, suspensionTime } from '../rules/standing.ts'
import { auditedCase, findCase, isWaiting, lockCase, lockReportedRows, recordCaseEntry } from './case-rows.ts'
import { type AddressedLetter, lettersOf, renderLetter } from './letters.ts'
import { forgetReportKeys } from './report-keys.ts'
import { findDisabledAlong, findKeptDisabled, findSameContent } from './same-content.ts'
import { closeReported } from './switch-request.ts'
import { restoreLocked } from './switch-transfer.ts'
import { hasLegalHold } from './work-on-case.ts'

const DAY = 24 * 60 * 60_000
/** How long what the police are to see is kept. */
const policeHold = 90 * DAY

type By = { readonly by: Party; readonly network: string }

/** The letters that a decision would send, without sending them. @throws Failure REPORT_NOT_FOUND */
export async function previewLetters(
  services: Services,
  number: string,
  decision: DecisionRequest,
): Promise<Letter[]> {
  const { database, clock } = services
  const found = await findCase(database, number)
  const others = (await alsoDecided(database, found, decision)).length
  const deciding = { decision, others, id: newId(), at: clock.now(), isFinal: found.state === 'appealed' }
  const letters = await lettersOf(services, database, found, deciding)
  return letters.map((letter) => renderLetter(services, letter))
}

/**
 * Decides a case: what becomes of the transfer, what counts against uploader or reporters, and the letters to all of them, at once
 * or not at all. A decision after an objection takes the place of the first, and is final.
 * @throws Failure REPORT_NOT_FOUND, ALREADY_DECIDED, CASE_TAKEN
 */
export async function decideCase(
  services: Services,
  number: string,
  decision: DecisionRequest,
  { by, network }: By,
): Promise<void> {
  const { database, clock, dispatcher, log } = services
  const { id: caseId } = await findCase(database, number)
  const ended = await transact(database, async (transaction) => {
    await assertAdministrator(transaction, by)
    const at = clock.now()
    const locked = await lockCase(transaction, caseId)
    if (!isWaiting(locked)) throw new Failure('ALREADY_DECIDED')
    // guard: case of someone else -> tests/http/moderation/reports.test.ts "a stranger to the operator’s button"
    if (locked.assignee_id !== null && locked.assignee_id !== by.id) throw new Failure('CASE_TAKEN')
    const isFinal = locked.state === 'appealed'
    const id = newId()
    // Before it is looked for what other cases keep disabled: they may be changing that.
    // guard: decision while another one is taken back -> tests/http/moderation/changed-meanwhile.test.ts "a wide decision is taken back" on postgres
    await lockReportedRows(transaction, locked, await findSameContent(transaction, locked))
    const also = await alsoDecided(transaction, locked, decision)
    const others = also.length
    const letters = await lettersOf(services, transaction, locked, { decision, others, id, at, isFinal })
    const ended = await act(services, transaction, locked, { decision, also, by, network })
    await transaction
      .insertInto('decisions')
      .values({
        id,
        case_id: caseId,
        at,
        action: decision.action,
        ground_kind: decision.ground.kind,
        ground_country: decision.ground.country ?? null,
        ground_reference: decision.ground.reference,
        facts: decision.facts,
        automated: decision.automated ? 1 : 0,
        others,
        final: isFinal ? 1 : 0,
        appealed_at: null,
      })
      .execute()
    await transaction
      .updateTable('cases')
      .set({
        state: isFinal ? 'closed' : 'decided',
        decided_at: at,
        rule_until: null,
        assignee_id: by.id,
        assignee_name: by.username,
      })
      .where('id', '=', caseId)
      .execute()
    await transaction
      .updateTable('reports')
      .set({ unfounded: decision.action === 'none' ? 1 : 0 })
      .where('case_id', '=', caseId)
      .execute()
    // guard: keys go with the decision -> tests/http/moderation/sealed-evidence.test.ts "gone with the decision"
    await forgetReportKeys(transaction, caseId)
    await countStrikes(transaction, locked, decision, at)
    await recordCaseEntry(transaction, { case_id: caseId, at, kind: 'decided', by, text: decision.action })
    const details = { action: decision.action, final: isFinal, ...(others > 0 && { others }) }
    await recordAct(transaction, { act: 'report.decided', by, to: auditedCase(locked), details, network }, at)
    await send(services, transaction, letters)
    return ended
  })
  dispatcher.wake()
  for (const id of ended)
    await removeBlobs(services, id).catch((error: unknown) => {
      log.warn({ err: error }, 'blob left to the sweep')
    })
}

/** The other transfers with the same content to which a decision applies, too. */
async function alsoDecided(
  database: Database,
  found: CasesRow,
  { action, sameContent }: DecisionRequest,
): Promise<string[]> {
  // A second decision without action restores the transfers that the first one disabled along.
  if (action === 'none') return found.state === 'appealed' ? findDisabledAlong(database, found) : []
  return sameContent ? findSameContent(database, found) : []
}

type Act = By & { readonly decision: DecisionRequest; readonly also: readonly string[] }

/**
 * Does to the transfers what was decided, within the transaction that has locked the case and them.
 * @returns those that have ended by this
 */
async function act(
  services: Services,
  transaction: Database,
  locked: CasesRow,
  { decision: { action }, also, by, network }: Act,
): Promise<string[]> {
  const id = locked.transfer_id
  const now = services.clock.now()
  switch (action) {
    case 'none':
      await restoreLocked(services, transaction, locked, { how: 'restored', by, network })
      for (const other of also) await restoreTransfer(services, transaction, other, now)
      return []
    case 'disable':
    case 'police': {
      // Kept as evidence for the police; otherwise it expires as its sender chose.
      const heldUntil = action === 'police' ? now + policeHold : now
      const kept = new Set(await findKeptDisabled(transaction, locked))
      // guard: legal hold outlasts a decision -> tests/http/moderation/consequences.test.ts "no legal hold is shortened"
      if (await hasLegalHold(transaction, locked.id)) kept.add(id)
      for (const one of [id, ...also]) {
        await disableTransfer(services, transaction, one, { now })
        // A hold that another case needs, or that an administrator has set, is never shortened.
        if (kept.has(one)) await prolongHold(transaction, one, heldUntil)
        else await holdTransfer(transaction, one, heldUntil)
      }
      const isClosed = await closeReported(transaction, id, now)
      const disabled = {
        disabled_at: isClosed ? now : (locked.disabled_at ?? now),
        disabled_by: 'person' as const,
      }
      await transaction.updateTable('cases').set(disabled).where('id', '=', locked.id).execute()
      return []
    }
    case 'end':
    case 'end-and-suspend': {
      await closeReported(transaction, id, now)
      const ended: string[] = []
      for (const one of [id, ...also]) {
        if (!(await endTransfer(services, transaction, one, now))) continue
        await recordTransferEvent(transaction, { transferId: one, at: now, kind: 'deleted' })
        ended.push(one)
      }
      return ended
    }
  }
}

/**
 * Replaces the strikes of a case by those of its latest decision. A strike that the first decision began keeps its start, so
 * that an objection does not prolong it.
 */
async function countStrikes(
  transaction: Database,
  { id: case_id, uploader_id, uploader_network }: CasesRow,
  { action }: DecisionRequest,
  at: number,
): Promise<void> {
  const earlier = await transaction
    .deleteFrom('strikes')
    .where('case_id', '=', case_id)
    .returning(['kind', 'at'])
    .execute()
  if (action === 'none' || (uploader_id === null && uploader_network === null)) return
  async function count(kind: StrikesRow['kind'], time: number) {
    const since = earlier.find((strike) => strike.kind === kind)?.at ?? at
    const strike = { user_id: uploader_id, network_hash: uploader_network, case_id, at: since }
    await transaction
      .insertInto('strikes')
      .values({ id: newId(), ...strike, kind, until: since + time })
      .execute()
  }
  await count('upheld', standingTime)
  if (action === 'end-and-suspend') await count('suspension', suspensionTime)
}

async function send(
  services: Services,
  transaction: Database,
  letters: readonly AddressedLetter[],
): Promise<void> {
  for (const { email, ...letter } of letters) {
    if (email === null) continue
    await appendEvent(transaction, services, { kind: 'report.decided', payload: { ...letter, email } })
  }
}
