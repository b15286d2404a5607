import type { Language } from '#contract/languages.ts'
import type { Letter } from '#contract/operations/cases.ts'
import type { DecisionRequest } from '#contract/operations/reports.ts'
import { signText } from '#server/identity/addresses/address-hash.ts'
import { mailSite, textsIn } from '#server/messaging/mail/compose-mails.ts'
import { decisionMail } from '#server/messaging/mail/reports/compose-report-mails.ts'
import type { CasesRow, Database } from '#server/platform/database/database.ts'
import type { DecisionLetter } from '#server/platform/events/event-kinds.ts'
import type { Services } from '#server/platform/services.ts'
import { findClaimant, objectionEnd } from '../reports/follow-report.ts'

type Needs = Pick<Services, 'config'>

/** A letter and its reader; without an address it is shown on a page alone. */
export type AddressedLetter = Omit<DecisionLetter, 'email'> & { readonly email: string | null }

type Deciding = {
  readonly decision: DecisionRequest
  /** To how many further transfers of the uploader it applies. */
  readonly others: number
  /** Of the decision; made up for a preview. */
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
  held: CasesRow,
  { decision, others, id, at, isFinal }: Deciding,
): Promise<AddressedLetter[]> {
  const said = {
    action: decision.action,
    ground: decision.ground,
    facts: decision.facts,
    automated: decision.automated,
    objectUntil: isFinal ? null : objectionEnd(at),
  }
  const reports = await database
    .selectFrom('reports')
    .select(['id', 'number', 'email', 'language', 'confirmed'])
    .where('case_id', '=', held.id)
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
  const wasTouched = held.disabled_at !== null || isFinal
  if (decision.action === 'none' && !wasTouched) return letters
  const uploader = await findUploader(database, held.uploader_id)
  const transfer = await database
    .selectFrom('transfers')
    .select('name')
    .where('id', '=', held.transfer_id)
    .executeTakeFirst()
  letters.push({
    ...said,
    others,
    to: 'uploader',
    email: uploader?.email ?? null,
    language: uploader?.language ?? null,
    number: held.number,
    filename: transfer?.name ?? '',
    claimant: await findClaimant(database, held),
    url: `${publicUrl}/decision/${id}#${await signText(database, 'decision', id)}`,
  })
  return letters
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
