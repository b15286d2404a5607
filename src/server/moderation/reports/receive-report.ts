import { randomInt } from 'node:crypto'
import type { Language } from '#contract/languages.ts'
import type { ReportReceived, ReportRequest } from '#contract/operations/reports.ts'
import { newId } from '#crypto/random-id.ts'
import { hashAddress, hashNetwork, signText } from '#server/identity/addresses/address-hash.ts'
import type { CasesRow, Database } from '#server/platform/database/database.ts'
import { lockRow } from '#server/platform/database/lock-row.ts'
import { transact } from '#server/platform/database/transact.ts'
import { appendEvent } from '#server/platform/events/append-event.ts'
import { recordAct } from '#server/platform/events/record-act.ts'
import { Failure } from '#server/platform/failure.ts'
import { languageBesideOlder } from '#server/platform/locks/language-beside-older.ts'
import { consumeRateLimit } from '#server/platform/rate-limits/rate-limits.ts'
import type { Services } from '#server/platform/services.ts'
import { announceTransfer } from '#server/transfers/model/announce-transfers.ts'
import { lockRequest } from '#server/transfers/sender/visitors/find-request.ts'
import { auditedCase, isWaiting, lockCase, recordCaseEntry, waiting } from '../cases/case-rows.ts'
import { keepReportKey, readReportKey } from '../cases/report-keys.ts'
import { applyRule } from '../cases/switch-transfer.ts'
import { priorityOf } from '../rules/severity.ts'
import { findAskedWords } from '../rules/suspicious-words.ts'
import { mailReportCode } from './report-code.ts'
import { assertFormToken } from './report-form.ts'
import { findReportedLink } from './reported-link.ts'

const HOUR = 60 * 60_000
/** Reports of one network. */
const perHour = { burst: 5, interval: HOUR / 5 }
const perDay = { burst: 50, interval: (24 * HOUR) / 50 }

/** Network of the reporter, and the language they read. */
type ReportOrigin = { readonly network: string; readonly language: Language }

/**
 * Takes a report of a link by anyone. The operator is mailed about the first of a case and about each that makes it more severe; an
 * address gets a code first, before any letter.
 * @throws Failure FORM_EXPIRED, NOT_OUR_LINK, BAD_REQUEST for copyright without name and address, INVALID_FILE_PASSWORD and BAD_REQUEST as
 *   readReportKey, RATE_LIMITED
 */
export async function receiveReport(
  services: Services,
  request: ReportRequest,
  { network, language }: ReportOrigin,
): Promise<Omit<ReportReceived, 'success'>> {
  const { database, clock, dispatcher } = services
  const { link, reason, explanation, name, email, formToken, key } = request
  await assertFormToken(services, link, formToken)
  if (reason === 'copyright' && (name === undefined || email === undefined))
    throw new Failure('BAD_REQUEST', { details: 'name, email: required for copyright' })
  const { known, transferId } = await findReportedLink(services, link)
  if (transferId === null) throw new Failure('NOT_OUR_LINK')
  const linkKey =
    key === undefined || known === 'gone' ? undefined : await readReportKey(database, transferId, key)
  await consumeRateLimit(services, `report hour ${network}`, perHour)
  await consumeRateLimit(services, `report day ${network}`, perDay)
  const gone = known === 'gone'
  const report = {
    id: newId(),
    reason,
    explanation,
    name: name ?? null,
    email: email ?? null,
    language: (await languageBesideOlder(services, language)) ?? 'en',
    confirmed: 0,
    network_hash: await hashNetwork(database, network),
    email_hash: email === undefined ? null : await hashAddress(database, 'reports', email),
    received_at: clock.now(),
    gone: gone ? 1 : 0,
    unfounded: null,
    appealed_at: null,
  }
  const { number, dueAt } = await transact(database, async (transaction) => {
    const number = await newNumber(transaction)
    const { locked, isWorse, isRequest } = await openCase(services, transaction, {
      number,
      transferId,
      reason,
    })
    await transaction
      .insertInto('reports')
      .values({ ...report, number, case_id: locked.id })
      .execute()
    if (linkKey) await keepReportKey(services, transaction, report.id, linkKey)
    const at = report.received_at
    await recordCaseEntry(transaction, { case_id: locked.id, at, kind: 'reported', text: number })
    const act = { act: 'report.received', to: auditedCase(locked), details: { reason } } as const
    await recordAct(transaction, act, at)
    if (!isRequest && !gone)
      await announceTransfer(services, transaction, 'transfer.reported', transferId, {
        // An uploader who was warned could destroy evidence.
        serviceOnly: locked.severity === 1,
      })
    const isDisabled = await applyRule(services, transaction, locked)
    if (isWorse || isDisabled)
      await announce(services, transaction, locked, { explanation, isDisabled, gone, isRequest })
    return { number, dueAt: new Date(locked.due_at).toISOString() }
  })
  dispatcher.wake()
  const codeSent = email !== undefined && (await sendCode(services, report.id, { email, language, network }))
  return { number, followToken: await signText(database, 'report', report.id), dueAt, gone, codeSent }
}

const letters = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'

/** A number that no report has; it gets longer where short ones have become rare. */
async function newNumber(transaction: Database): Promise<string> {
  for (let attempt = 0; ; attempt += 1) {
    const length = 4 + Math.floor(attempt / 4)
    const text = Array.from({ length }, () => letters[randomInt(letters.length)]).join('')
    const number = `R-${text}`
    const taken = await transaction
      .selectFrom('reports')
      .select('id')
      .where('number', '=', number)
      .executeTakeFirst()
    if (!taken) return number
  }
}

/** Finds or opens the case of a transfer, and holds it. `isWorse`: it is new, or more severe than before. */
async function openCase(
  { clock }: Services,
  transaction: Database,
  { number, transferId, reason }: { number: string; transferId: string; reason: CasesRow['reason'] },
): Promise<{ locked: CasesRow; isWorse: boolean; isRequest: boolean }> {
  const now = clock.now()
  const asked = await findAskedWords(transaction, transferId)
  const { severity, within } = priorityOf(reason, asked)
  const transfer = await lockRow(transaction, 'transfers', transferId)
  // A request is locked as well, so that of two first reports the second finds the case.
  const request = transfer ? undefined : await lockRequest(transaction, transferId)
  const isRequest = request !== undefined
  const owner = (transfer ?? request)?.owner_id
  const open = await transaction
    .selectFrom('cases')
    .select('id')
    .where('transfer_id', '=', transferId)
    .where('state', 'in', waiting)
    .executeTakeFirst()
  const locked = open && (await lockCase(transaction, open.id))
  // The case may have been decided while its lock was awaited: in it, this report would never be reviewed.
  if (!locked || !isWaiting(locked)) {
    const row: CasesRow = {
      id: newId(),
      number,
      transfer_id: transferId,
      reason,
      severity,
      state: 'open',
      opened_at: now,
      due_at: now + within,
      decided_at: null,
      disabled_at: null,
      disabled_by: null,
      rule_until: null,
      button_used: 0,
      assignee_id: null,
      assignee_name: null,
      assigned_at: null,
      uploader_id: owner ?? null,
      uploader_network: owner ? null : await networkOfUpload(transaction, transferId),
      hashes: '[]',
      same_content: '[]',
      hash_after: null,
    }
    await transaction.insertInto('cases').values(row).execute()
    return { locked: row, isWorse: true, isRequest }
  }
  if (locked.severity <= severity) return { locked, isWorse: false, isRequest }
  const worse = { reason, severity, due_at: Math.min(locked.due_at, now + within) }
  await transaction.updateTable('cases').set(worse).where('id', '=', locked.id).execute()
  return { locked: { ...locked, ...worse }, isWorse: true, isRequest }
}

async function networkOfUpload(transaction: Database, transferId: string): Promise<Buffer | null> {
  const created = await transaction
    .selectFrom('transfer_events')
    .select('network')
    .where('transfer_id', '=', transferId)
    .where('kind', '=', 'created')
    .where('network', 'is not', null)
    .executeTakeFirst()
  return created?.network ? hashNetwork(transaction, created.network) : null
}

/** Mails the operator. */
async function announce(
  services: Services,
  transaction: Database,
  { id, number, reason, button_used }: CasesRow,
  said: { explanation: string; isDisabled: boolean; gone: boolean; isRequest: boolean },
): Promise<void> {
  const mayDisable = !said.isDisabled && !said.gone && button_used === 0
  await appendEvent(transaction, services, {
    kind: 'report.received',
    payload: {
      number,
      reason,
      ...said,
      buttonToken: mayDisable ? `${id}${await signText(transaction, 'moderate', id)}` : null,
    },
  })
}

/**
 * @returns false where too many codes have gone to this address already, or the address has stopped mails: the report counts
 *   without one
 */
async function sendCode(
  services: Services,
  reportId: string,
  to: { readonly email: string; readonly language: Language; readonly network: string },
): Promise<boolean> {
  try {
    await mailReportCode(services, reportId, to)
    return true
  } catch (error) {
    if (error instanceof Failure && (error.code === 'RATE_LIMITED' || error.code === 'MAIL_STOPPED'))
      return false
    throw error
  }
}
