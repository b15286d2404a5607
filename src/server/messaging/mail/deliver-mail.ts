import type { MailOutboxRow } from '#server/platform/database/database.ts'
import { MailFailure, MailRefused } from '#server/platform/mail-transport/mailer.ts'
import type { Services } from '#server/platform/services.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
/** How long a mail belongs to whoever took it: longer than any mailer tries. */
const claimLife = 5 * MINUTE
const firstWait = 30_000
const maxWait = HOUR
/** After so many milliseconds a mail is given up. */
export const stallTimeoutMs = 24 * HOUR
/** How many mails are under way at once. */
const atOnce = 4

type Outbox = Pick<Services, 'config' | 'clock' | 'database' | 'mailer' | 'log'>

/**
 * Hands over every mail that is due. Each is taken by one instance at a time, so that nobody gets it twice; one whose
 * instance died comes round again. What fails is tried again after 30 s, then after twice as long each time, up to an
 * hour, for a day. Mails about files that have ended are dropped. The log names no address.
 */
export async function deliverMail(services: Outbox, stopping?: AbortSignal): Promise<void> {
  async function work(): Promise<void> {
    while (!stopping?.aborted) {
      await dropOld(services)
      const mail = await takeNext(services)
      if (!mail) return
      await handOver(services, mail)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
}

async function dropOld({ database, clock, log }: Outbox): Promise<void> {
  const now = clock.now()
  await database
    .deleteFrom('mail_outbox')
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('files')
          .select('files.id')
          .whereRef('files.id', '=', 'mail_outbox.file_id')
          .where(({ eb, or }) => or([eb('ended_at', 'is not', null), eb('expires_at', '<=', now)])),
      ),
    )
    .execute()
  const late = await database
    .deleteFrom('mail_outbox')
    .where('queued_at', '<=', now - stallTimeoutMs)
    .returning(['id', 'kind', 'tries'])
    .execute()
  for (const mail of late) log.error({ mail }, 'mail delivery abandoned')
}

/** Takes the mail that has waited longest, unless another instance was faster; then the next. */
async function takeNext({ database, clock }: Outbox): Promise<MailOutboxRow | undefined> {
  for (;;) {
    const now = clock.now()
    const due = await database
      .selectFrom('mail_outbox')
      .select(['id', 'not_before'])
      .where('not_before', '<=', now)
      .orderBy('not_before')
      .limit(1)
      .executeTakeFirst()
    if (!due) return undefined
    const taken = await database
      .updateTable('mail_outbox')
      .set(({ eb }) => ({ not_before: now + claimLife, tries: eb('tries', '+', 1) }))
      .where('id', '=', due.id)
      .where('not_before', '=', due.not_before)
      .returningAll()
      .executeTakeFirst()
    if (taken) return taken
  }
}

async function handOver({ config, clock, database, mailer, log }: Outbox, row: MailOutboxRow): Promise<void> {
  const about = { id: row.id, kind: row.kind, tries: row.tries }
  try {
    await mailer.send({
      id: row.id,
      from: config.mailFrom,
      to: row.recipient,
      subject: row.subject,
      text: row.body_text,
      html: row.body_html,
      date: row.queued_at,
    })
  } catch (error) {
    if (!(error instanceof MailRefused)) {
      const wait = Math.min(firstWait * 2 ** (row.tries - 1), maxWait)
      await database
        .updateTable('mail_outbox')
        .set({ not_before: clock.now() + wait })
        .where('id', '=', row.id)
        .execute()
      // What a mailer did not foresee may name an address.
      const reason = error instanceof MailFailure ? error.message : 'not foreseen'
      log.warn({ mail: about, reason, wait }, 'mail delivery deferred')
      return
    }
    log.warn({ mail: about, reason: error.message }, 'mail rejected permanently')
  }
  await database.deleteFrom('mail_outbox').where('id', '=', row.id).execute()
}
