import type { MailState } from '#contract/transfers/recipients.ts'
import { isStopped } from '#server/identity/consents/stop-list.ts'
import type { MailOutboxRow } from '#server/platform/database/database.ts'
import { lockRow } from '#server/platform/database/lock-row.ts'
import { transact } from '#server/platform/database/transact.ts'
import { MailFailure, MailRefused } from '#server/platform/mail-transport/mailer.ts'
import { usualRetries } from '#server/platform/queue/queue.ts'
import { type Consumer, workOff } from '#server/platform/queue/work-off.ts'
import type { Services } from '#server/platform/services.ts'
import { openMail, recipientMail } from './outbox.ts'
import { recordSentMail } from './sent-mails.ts'

type Outbox = Pick<Services, 'config' | 'clock' | 'database' | 'keyRing' | 'mailer' | 'log'>

/** Begins to hand over what is in the outbox, while the caller goes on. */
export function deliverSoon(services: Outbox & Pick<Services, 'background'>): void {
  services.background.run('mail', (stopping) => deliverMail(services, stopping))
}

/**
 * Hands over every mail that is due. Mails about transfers that have ended, and those that bring a link that was revoked, are
 * dropped. The log names no address.
 */
export async function deliverMail(
  services: Outbox,
  stopping: AbortSignal = new AbortController().signal,
): Promise<void> {
  await dropEnded(services)
  await workOff(services, outboxOf(services), stopping)
}

/** Final state of a mail, with its recipient and sender. */
type MailEnd = { readonly state: MailState; readonly to?: string; readonly sender?: string | undefined }

function outboxOf(services: Outbox): Consumer<'mail_outbox', MailEnd> {
  return {
    ...usualRetries,
    table: 'mail_outbox',
    name: 'mail',
    since: ({ queued_at }) => queued_at,
    atOnce: 4,
    // Twice as long as a mailer tries.
    claimLife: 2 * 60_000,
    work: (row) => handOver(services, row),
    // An unforeseen error may name an address.
    reasonOf: (error) => (error instanceof MailFailure ? error.message : 'not foreseen'),
    async settle(row, end) {
      const wasThere = await takeOut(services, row, end)
      // Its recipient has been forgotten while it was written: what is kept of it outside of a mailbox goes, too.
      if (!wasThere && end.to !== undefined && (await isStopped(services.database, end.to)))
        await services.mailer.forget(end.to.toLowerCase())
      return wasThere
    },
    givenUp: { state: 'bounced' },
  }
}

/**
 * Deletes mails about transfers that have ended, also those that wait for their next try.
 * @param id of a mail, where only that one is meant
 * @returns whether there were any
 */
async function dropEnded({ database, clock }: Outbox, id?: string): Promise<boolean> {
  const { numDeletedRows } = await database
    .deleteFrom('mail_outbox')
    .where('transfer_id', 'is not', null)
    .$if(id !== undefined, (query) => query.where('id', '=', id ?? ''))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('transfers')
            .select('transfers.id')
            .whereRef('transfers.id', '=', 'mail_outbox.transfer_id')
            .where('ended_at', 'is', null)
            .where('expires_at', '>', clock.now()),
        ),
      ),
    )
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** @throws MailFailure when it is to be tried again */
async function handOver(services: Outbox, row: MailOutboxRow): Promise<MailEnd> {
  const { config, database, mailer, log } = services
  const about = { id: row.id, kind: row.kind, tries: row.tries }
  if (row.transfer_id !== null && (await dropEnded(services, row.id))) return { state: 'bounced' }
  const mail = openMail(services, row)
  // guard: stopped address -> tests/http/messaging/stopped-mails.test.ts "on their way"
  if (mail.stopUrl !== undefined && (await isStopped(database, mail.to))) {
    log.info({ mail: about }, 'mail dropped: its address wants none')
    return { state: 'bounced' }
  }
  // guard: no mail with a revoked link -> tests/http/links/recipients.test.ts "revoked before it left"
  if (row.link_id !== null && (await isRevoked(database, row.link_id))) {
    log.info({ mail: about }, 'mail dropped: its link was revoked')
    return { state: 'bounced' }
  }
  try {
    await mailer.send({ ...mail, id: row.id, from: config.mailFrom, date: row.queued_at })
  } catch (error) {
    if (!(error instanceof MailRefused)) throw error
    log.warn({ mail: about, reason: error.message }, 'mail rejected permanently')
    return { state: 'bounced' }
  }
  return { state: 'accepted', to: mail.to, sender: mail.sender }
}

async function isRevoked(database: Outbox['database'], linkId: string): Promise<boolean> {
  const revoked = await database
    .selectFrom('links')
    .select('id')
    .where('id', '=', linkId)
    .where('revoked_at', 'is not', null)
    .executeTakeFirst()
  return revoked !== undefined
}

/**
 * Takes a mail out of the outbox; what has left is recorded for its recipient, and what became of it for its sender.
 * @returns whether it was still there
 */
async function takeOut(
  { database, clock }: Outbox,
  row: MailOutboxRow,
  { state, sender }: MailEnd,
): Promise<boolean> {
  return transact(database, async (transaction) => {
    const linkId = row.kind === recipientMail ? row.link_id : null
    // The link is locked before its mail, as an erasure of its recipient does.
    if (linkId !== null) await lockRow(transaction, 'links', linkId)
    const taken = await transaction
      .deleteFrom('mail_outbox')
      .where('id', '=', row.id)
      .returning('kind')
      .executeTakeFirst()
    if (!taken) return false
    // A later one may have been queued while it was under way.
    // guard: state of the latest mail -> tests/http/links/recipients.test.ts "just leaving"
    //   drops && taken.kind === recipientMail
    if (linkId !== null && taken.kind === recipientMail)
      await transaction.updateTable('links').set({ mailed: state }).where('id', '=', linkId).execute()
    if (state === 'accepted') await recordSentMail(transaction, row, { sender, now: clock.now() })
    return true
  })
}
