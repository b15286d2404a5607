import * as z from 'zod/mini'
import type { ReportCase } from '#contract/operations/cases.ts'
import type { CasesRow, Database } from '#server/platform/database/database.ts'
import { Failure } from '#server/platform/failure.ts'
import type { Services } from '#server/platform/services.ts'
import { isEndToEnd } from '#server/transfers/model/end-to-end.ts'
import { findTransfer } from '#server/transfers/model/transfers-table.ts'
import { readNames } from '#server/transfers/sender/visitors/request-fields.ts'
import { findOftenUnfounded, standingOf, upheldForSuspension } from '../rules/standing.ts'
import { findAskedWords } from '../rules/suspicious-words.ts'
import { findCase, isReportedAsAbuse, isWaiting } from './case-rows.ts'
import { describeDecision, mayObject } from './describe-decision.ts'
import { describeCases } from './list-cases.ts'
import { hasReportKey } from './report-keys.ts'
import { nameSameContent } from './same-content.ts'

const hashes = z.array(z.object({ filename: z.string(), sha256: z.string() }))

/** Reports of a case that are shown, and entries about reports in its timeline. */
const maxReports = 200

type Needs = Pick<Services, 'database' | 'clock' | 'config'>

/** A case with everything that is known about it. @throws Failure REPORT_NOT_FOUND */
export async function describeWholeCase(services: Needs, number: string): Promise<ReportCase> {
  const { database, clock } = services
  const row = await findCase(database, number)
  const now = clock.now()
  const [listed] = await describeCases(database, [row], now)
  if (!listed) throw new Failure('REPORT_NOT_FOUND')
  const decisions = await database
    .selectFrom('decisions')
    .selectAll()
    .where('case_id', '=', row.id)
    .orderBy('at')
    .execute()
  const timeline = await database
    .selectFrom('case_entries')
    .select(['at', 'kind', 'actor_name as by', 'text'])
    .where('case_id', '=', row.id)
    .where(({ eb, or, selectFrom }) =>
      or([
        eb('kind', '!=', 'reported'),
        eb(
          'id',
          'in',
          selectFrom('case_entries as first')
            .select('first.id')
            .where('first.case_id', '=', row.id)
            .where('first.kind', '=', 'reported')
            .orderBy('first.at')
            .orderBy('first.id')
            .limit(maxReports),
        ),
      ]),
    )
    .orderBy('at')
    .orderBy('id')
    .execute()
  const sameNames = await nameSameContent(database, row)
  const standing = await standingOf(database, row, now)
  // After an objection the first decision counts already, unless it was in favour of the uploader.
  const isCounted = !isWaiting(row) || (decisions.at(-1)?.action ?? 'none') !== 'none'
  const upheld = isCounted ? standing.upheld : standing.upheld + 1
  return {
    ...listed,
    hashes: hashes.parse(JSON.parse(row.hashes)),
    sameContent: sameNames.length,
    sameNames,
    received: await describeReports(database, row, now),
    transfer: await describeTransfer(services, row),
    request: await describeRequest(services, row),
    uploader: await describeUploader(database, row, standing, now),
    suspensionProposed: upheld >= upheldForSuspension && standing.suspendedUntil === null,
    decisions: decisions.map((decision) =>
      describeDecision(decision, mayObject(decision, decision.appealed_at, now)),
    ),
    timeline: timeline.map((entry) => ({ ...entry, at: timeOf(entry.at) })),
  }
}

async function describeReports(
  database: Database,
  { id }: CasesRow,
  now: number,
): Promise<ReportCase['received']> {
  const reports = await database
    .selectFrom('reports')
    .selectAll()
    .where('case_id', '=', id)
    .orderBy('confirmed', 'desc')
    .orderBy('received_at')
    .orderBy('id')
    .limit(maxReports)
    .execute()
  const isOftenUnfounded = await findOftenUnfounded(database, [id], now)
  const inOrder = reports.toSorted((a, b) => a.received_at - b.received_at || (a.id < b.id ? -1 : 1))
  return inOrder.map((report) => ({
    number: report.number,
    reason: report.reason,
    explanation: report.explanation,
    name: report.name,
    email: report.email,
    confirmed: report.confirmed === 1,
    receivedAt: timeOf(report.received_at),
    oftenUnfounded: isOftenUnfounded(report),
  }))
}

async function describeTransfer({ database, config }: Needs, row: CasesRow): Promise<ReportCase['transfer']> {
  const { transfer_id } = row
  const transfer = await findTransfer(database, transfer_id)
  if (!transfer) return null
  const files = await database
    .selectFrom('files')
    .select(['filename', 'mime_type as mimeType', 'size', 'scan'])
    .where('transfer_id', '=', transfer_id)
    .orderBy('position')
    .execute()
  const open = await database
    .selectFrom('slots')
    .select('id')
    .where('transfer_id', '=', transfer_id)
    .where('kind', '=', 'server')
    .executeTakeFirst()
  const sealed = isEndToEnd(transfer)
  const isForbidden = !config.REPORT_OPEN_CHILD_ABUSE && (await isReportedAsAbuse(database, row))
  const mayBeOpened = sealed ? await hasReportKey(database, row.id) : open !== undefined
  const lock = isForbidden ? 'not-allowed' : mayBeOpened ? null : sealed ? 'no-key' : 'password'
  return {
    ref: transfer.id,
    state: transfer.state,
    filename: transfer.name,
    title: transfer.title,
    senderName: transfer.sender_name,
    size: transfer.size,
    createdAt: timeOf(transfer.created_at),
    expiresAt: timeOf(transfer.expires_at),
    heldUntil: transfer.held_until === null ? null : timeOf(transfer.held_until),
    downloads: transfer.downloads,
    files,
    locked: transfer.state === 'ended' ? 'ended' : lock,
    endToEnd: sealed,
  }
}

async function describeRequest(
  { database, clock }: Needs,
  { transfer_id }: CasesRow,
): Promise<ReportCase['request']> {
  const request = await database
    .selectFrom('requests')
    .select(['title', 'instructions', 'checklist', 'until', 'closed_at', 'disabled_at', 'uploads'])
    .where('id', '=', transfer_id)
    .executeTakeFirst()
  if (!request) return null
  const { title, instructions, until, closed_at, disabled_at, uploads } = request
  return {
    state: closed_at === null && until > clock.now() ? 'open' : 'ended',
    isDisabled: disabled_at !== null,
    title,
    instructions,
    checklist: readNames(request.checklist),
    until: timeOf(until),
    uploads,
    words: await findAskedWords(database, transfer_id),
  }
}

async function describeUploader(
  database: Database,
  { uploader_id, uploader_network, transfer_id }: CasesRow,
  { upheld, suspendedUntil }: { upheld: number; suspendedUntil: number | null },
  now: number,
): Promise<ReportCase['uploader']> {
  const suspended = suspendedUntil === null ? null : timeOf(suspendedUntil)
  const nobody = { username: null, memberSince: null, otherTransfers: 0 }
  if (uploader_id === null)
    return uploader_network === null ? null : { ...nobody, upheld, suspendedUntil: suspended }
  const user = await database
    .selectFrom('users')
    .select(['username', 'created_at'])
    .where('id', '=', uploader_id)
    .executeTakeFirst()
  const { others } = await database
    .selectFrom('transfers')
    .select(({ fn }) => fn.countAll<number>().as('others'))
    .where('owner_id', '=', uploader_id)
    .where('ended_as', 'is', null)
    .where('expires_at', '>', now)
    .where('id', '!=', transfer_id)
    .executeTakeFirstOrThrow()
  return {
    username: user?.username ?? null,
    memberSince: user ? timeOf(user.created_at) : null,
    otherTransfers: others,
    upheld,
    suspendedUntil: suspended,
  }
}

function timeOf(time: number): string {
  return new Date(time).toISOString()
}
