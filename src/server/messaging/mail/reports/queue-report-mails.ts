import type { Language } from '#contract/languages.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Services } from '#server/platform/services.ts'
import type { EventOf } from '#server/schema/event-kinds.ts'
import { mailSite } from '../compose-mails.ts'
import { textsIn } from '../mail-texts.ts'
import { queueMail } from '../outbox.ts'
import { decisionMail, reportAppealedMail, reportReceivedMail } from './compose-report-mails.ts'

type Needs = Pick<Services, 'config' | 'clock' | 'database' | 'keyRing'>

/** Whom mails about reports go to: the operator's address for them, or that for support, or all administrators. */
async function findOperators(
  { config }: Needs,
  transaction: Database,
): Promise<{ email: string; language: Language | null }[]> {
  const address = config.REPORT_MAIL ?? config.SUPPORT_MAIL
  if (address !== undefined) return [{ email: address, language: null }]
  return transaction
    .selectFrom('users')
    .select(['email', 'language'])
    .where('is_admin', '=', 1)
    .where('is_active', '=', 1)
    .execute()
}

function caseUrl({ config }: Needs, number: string): string {
  return `${config.publicUrl}/admin?tab=reports&case=${number}`
}

export async function queueReport(
  services: Needs,
  transaction: Database,
  { at, payload }: EventOf<'report.received'>,
): Promise<void> {
  const { buttonToken, ...report } = payload
  const { publicUrl } = services.config
  const said = {
    ...report,
    ...mailSite(services),
    buttonUrl: buttonToken === null ? null : `${publicUrl}/moderate#${buttonToken}`,
    caseUrl: caseUrl(services, report.number),
  }
  for (const { email, language } of await findOperators(services, transaction)) {
    const content = reportReceivedMail(said, textsIn(language))
    await queueMail(services, transaction, { ...content, kind: 'report', to: email, at })
  }
}

export async function queueObjection(
  services: Needs,
  transaction: Database,
  { at, payload }: EventOf<'report.appealed'>,
): Promise<void> {
  const said = { ...payload, ...mailSite(services), caseUrl: caseUrl(services, payload.number) }
  for (const { email, language } of await findOperators(services, transaction)) {
    const content = reportAppealedMail(said, textsIn(language))
    await queueMail(services, transaction, { ...content, kind: 'report objection', to: email, at })
  }
}

export async function queueDecision(
  services: Needs,
  transaction: Database,
  { at, payload }: EventOf<'report.decided'>,
): Promise<void> {
  const { email, language, ...letter } = payload
  const content = decisionMail({ ...letter, ...mailSite(services) }, textsIn(language))
  await queueMail(services, transaction, { ...content, kind: `report decision`, to: email, at })
}
