import type { Language } from '#contract/languages.ts'
import type { Letter } from '#contract/operations/cases.ts'
import type { DecisionRequest } from '#contract/operations/reports.ts'
import { signText } from '#server/identity/addresses/address-hash.ts'
import { mailSite } from '#server/messaging/mail/compose-mails.ts'
import { textsIn } from '#server/messaging/mail/mail-texts.ts'
import { decisionMail } from '#server/messaging/mail/reports/compose-report-mails.ts'
import type { CasesRow, Database } from '#server/platform/database/database.ts'
import type { Services } from '#server/platform/services.ts'
import type { DecisionLetter } from '#server/schema/event-kinds.ts'
import { findClaimant, objectionEnd } from './describe-decision.ts'
import { findKeptDisabled } from './same-content.ts'
import { isOnlyCloser } from './switch-request.ts'

type Needs = Pick<Services, 'config'>

/** A letter and its reader; without an address it is shown on a page alone. */
export type AddressedLetter = Omit<DecisionLetter, 'email'> & { readonly email: string | null }

type Deciding = {
  readonly decision: DecisionRequest
  /** Number of further transfers of the uploader that it applies to. */
  readonly others: number
  /** Id of the decision; invented for a preview. */
  readonly id: string
  readonly at: number
  readonly isFinal: boolean
}

/**
 * The letters that a decision sends: to each reporter whose address is confirmed, or else the one that the page of the report
 * shows; and to the uploader, unless nothing was ever done to the transfer.
 */
export async function lettersOf(
  { config: { publicUrl } }: Needs,
  database: Database,
  locked: CasesRow,
  { decision, others, id, at, isFinal }: Deciding,
): Promise<AddressedLetter[]> {
  const request = await database
    .selectFrom('requests')
    .select(['title', 'until', 'closed_at', 'disabled_at'])
    .where('id', '=', locked.transfer_id)
    .executeTakeFirst()
  const said = {
    isRequest: request !== undefined,
    action: decision.action,
    ground: decision.ground,
    facts: decision.facts,
    automated: decision.automated,
    objectUntil: isFinal ? null : objectionEnd(at),
  }
  const reports = await database
    .selectFrom('reports')
    .select(['id', 'number', 'email', 'language', 'confirmed'])
    .where('case_id', '=', locked.id)
    .orderBy('received_at')
    .execute()
  const confirmed = reports.filter(({ confirmed }) => confirmed === 1)
  const readers = confirmed.length > 0 ? confirmed : reports.slice(0, 1)
  const letters: AddressedLetter[] = []
  for (const report of readers) {
    const token = await signText(database, 'report', report.id)
    letters.push({
      ...said,
      others: 0,
      to: 'reporter',
      email: report.confirmed === 1 ? report.email : null,
      language: report.language,
      number: report.number,
      filename: '',
      claimant: null,
      url: `${publicUrl}/report/${report.number}#${token}`,
    })
  }
  if (decision.action === 'none' && !(await wasTouched(database, locked))) return letters
  const uploader = await findUploader(database, locked.uploader_id)
  const transfer = await database
    .selectFrom('transfers')
    .select(['name', 'ended_as', 'expires_at'])
    .where('id', '=', locked.transfer_id)
    .executeTakeFirst()
  // A request that its owner had closed before stays closed.
  const isLive = request
    ? request.until > at && (request.closed_at === null || request.closed_at === request.disabled_at)
    : transfer !== undefined && transfer.ended_as === null && transfer.expires_at > at
  letters.push({
    ...said,
    others,
    to: 'uploader',
    email: uploader?.email ?? null,
    language: uploader?.language ?? null,
    number: locked.number,
    filename: request?.title ?? transfer?.name ?? '',
    available: isLive && !(await isKept(database, locked, request)),
    claimant: await findClaimant(database, locked),
    url: `${publicUrl}/decision/${id}#${await signText(database, 'decision', id)}`,
  })
  return letters
}

/** Whether another case keeps disabled, or closed, what a case is about. */
async function isKept(
  database: Database,
  locked: CasesRow,
  request: { readonly disabled_at: number | null } | undefined,
): Promise<boolean> {
  if (request) return request.disabled_at !== null && !(await isOnlyCloser(database, locked))
  return (await findKeptDisabled(database, locked)).has(locked.transfer_id)
}

/** Whether anything was ever done to the transfer of a case: it was disabled, if only for a while, or decided against. */
async function wasTouched(database: Database, { id, disabled_at }: CasesRow): Promise<boolean> {
  if (disabled_at !== null) return true
  const entry = await database
    .selectFrom('case_entries')
    .select('id')
    .where('case_id', '=', id)
    .where('kind', 'in', ['disabled', 'disabled-by-mail', 'disabled-by-rule'])
    .executeTakeFirst()
  if (entry) return true
  const against = await database
    .selectFrom('decisions')
    .select('id')
    .where('case_id', '=', id)
    .where('action', '!=', 'none')
    .executeTakeFirst()
  return against !== undefined
}

/** A letter as its reader will read it, but for the token in its link, which opens the page to that reader alone. */
export function renderLetter(services: Needs, letter: AddressedLetter): Letter {
  const { subject, text } = decisionMail(
    { ...letter, url: letter.url.replace(/#.*/, '#…'), ...mailSite(services) },
    textsIn(letter.language),
  )
  return { to: letter.to, address: letter.email, language: letter.language ?? 'en', subject, text }
}

async function findUploader(
  database: Database,
  id: string | null,
): Promise<{ email: string; language: Language | null } | undefined> {
  if (id === null) return undefined
  return database.selectFrom('users').select(['email', 'language']).where('id', '=', id).executeTakeFirst()
}
