import { setTimeout as pause } from 'node:timers/promises'
import type { MailState } from '#contract/transfers/recipients.ts'
import { isStopped } from '#server/identity/consents/stop-list.ts'
import type { MailOutboxRow } from '#server/platform/database/database.ts'
import { lockRow } from '#server/platform/database/lock-row.ts'
import { transact } from '#server/platform/database/transact.ts'
import { MailFailure, MailRefused } from '#server/platform/mail-transport/mailer.ts'
import type { Services } from '#server/platform/services.ts'
import { openMail, recipientMail } from './outbox.ts'
import { recordSentMail } from './sent-mails.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
/** How long a claim to a mail lasts, in milliseconds: twice as long as a mailer tries; then another instance takes it. */
const claimLife = 2 * MINUTE
const firstWait = 30_000
const maxWait = HOUR
/** Milliseconds beyond the longest wait after which a mail was put off by a clock that was ahead. */
const slack = 5 * MINUTE
/** Milliseconds after which a mail that could not be delivered is given up. */
export const giveUpAfter = 24 * HOUR
/** Mails that are given up at a time. */
const batch = 100
/** How many mails are under way at once. */
const atOnce = 4

/** Longest wait before the end of a mail is recorded again, in milliseconds. */
const maxRecordWait = 1_000

type Outbox = Pick<Services, 'config' | 'clock' | 'database' | 'keyRing' | 'mailer' | 'log'>

/** Begins to hand over what is in the outbox, while the caller goes on. */
export function deliverSoon(services: Outbox & Pick<Services, 'background'>): void {
  services.background.run('mail', (stopping) => deliverMail(services, stopping))
}

/**
 * Hands over every mail that is due. Each is claimed by one instance at a time, so that none is delivered twice; one whose
 * instance died comes round again. Failures are retried after 30 s, then after twice as long each time, up to an hour, for a
 * day. Mails about transfers that have ended, and those that bring a link that was revoked, are dropped. The log names no
 * address.
 */
export async function deliverMail(
  services: Outbox,
  stopping: AbortSignal = new AbortController().signal,
): Promise<void> {
  /** Mails that have left and whose row could not be deleted yet: their claim may end before. */
  const unrecorded = new Set<string>()
  async function work(): Promise<void> {
    while (!stopping.aborted) {
      await dropOld(services)
      const mail = await takeNext(services, unrecorded)
      if (!mail) return
      // Queued since the others were dropped, which it is in the next round.
      if (await isOfEndedTransfer(services, mail)) continue
      const end = await handOver(services, mail)
      if (!end) continue
      unrecorded.add(mail.id)
      await recordEnd(services, mail, end, stopping)
      unrecorded.delete(mail.id)
    }
  }
  // guard: mail put off by a clock that was ahead -> tests/http/operations/clock-put-right.test.ts "a mail that was put off"
  await clampWaits(services)
  // One that fails must not end the run while another has still to record what it has sent.
  const results = await Promise.allSettled(Array.from({ length: atOnce }, work))
  const failure = results.find((result) => result.status === 'rejected')
  if (failure) throw failure.reason
}

/** Makes mails that a clock ahead of time has put off due once any claim to them has ended. */
async function clampWaits({ database, clock }: Outbox): Promise<void> {
  const now = clock.now()
  await database
    .updateTable('mail_outbox')
    .set({ not_before: now + claimLife })
    .where('not_before', '>', now + maxWait + slack)
    .execute()
}

async function dropOld(services: Outbox): Promise<void> {
  await dropEnded(services)
  await giveUpLate(services)
}

/** Mails about transfers that have ended. */
async function dropEnded({ database, clock }: Outbox): Promise<void> {
  const now = clock.now()
  await database
    .deleteFrom('mail_outbox')
    .where('transfer_id', 'is not', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('transfers')
            .select('transfers.id')
            .whereRef('transfers.id', '=', 'mail_outbox.transfer_id')
            .where('ended_at', 'is', null)
            .where('expires_at', '>', now),
        ),
      ),
    )
    .execute()
}

/** A mail is given up together with what its link then says of it. */
async function giveUpLate(services: Outbox): Promise<void> {
  const { database, clock, log } = services
  for (;;) {
    const late = await database
      .selectFrom('mail_outbox')
      .selectAll()
      .where('queued_at', '<=', clock.now() - giveUpAfter)
      .orderBy('queued_at')
      .limit(batch)
      .execute()
    if (late.length === 0) return
    const givenUp = await transact(database, async (transaction) => {
      const taken: MailOutboxRow[] = []
      for (const row of late)
        if (await takeOut({ ...services, database: transaction }, row, { state: 'bounced' })) taken.push(row)
      return taken
    })
    for (const { id, kind, tries } of givenUp)
      log.error({ mail: { id, kind, tries } }, 'mail delivery abandoned')
  }
}

async function isOfEndedTransfer(
  { database, clock }: Outbox,
  { transfer_id }: MailOutboxRow,
): Promise<boolean> {
  if (transfer_id === null) return false
  const live = await database
    .selectFrom('transfers')
    .select('id')
    .where('id', '=', transfer_id)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', clock.now())
    .executeTakeFirst()
  return live === undefined
}

/** Claims the mail that has waited longest, unless another instance was faster; then the next. */
async function takeNext(
  { database, clock }: Outbox,
  unrecorded: ReadonlySet<string>,
): Promise<MailOutboxRow | undefined> {
  for (;;) {
    const now = clock.now()
    const due = await database
      .selectFrom('mail_outbox')
      .select(['id', 'not_before'])
      .where('not_before', '<=', now)
      .$if(unrecorded.size > 0, (query) => query.where('id', 'not in', [...unrecorded]))
      .orderBy('not_before')
      .limit(1)
      .executeTakeFirst()
    if (!due) return undefined
    const taken = await database
      .updateTable('mail_outbox')
      .set(({ eb }) => ({ not_before: now + claimLife, tries: eb('tries', '+', 1) }))
      .where('id', '=', due.id)
      // guard: claim of a mail -> tests/http/messaging/mail-delivery.test.ts "leaves once each"
      .where('not_before', '=', due.not_before)
      .returningAll()
      .executeTakeFirst()
    if (taken) return taken
  }
}

/** Final state of a mail, with its recipient and sender. */
type MailEnd = { readonly state: MailState; readonly to?: string; readonly sender?: string | undefined }

/** @returns whether the mail has left, or was refused for good; undefined when it waits for its next try */
async function handOver(services: Outbox, row: MailOutboxRow): Promise<MailEnd | undefined> {
  const { config, clock, database, mailer, log } = services
  const about = { id: row.id, kind: row.kind, tries: row.tries }
  try {
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
    await mailer.send({ ...mail, id: row.id, from: config.mailFrom, date: row.queued_at })
    return { state: 'accepted', to: mail.to, sender: mail.sender }
  } catch (error) {
    if (error instanceof MailRefused) {
      log.warn({ mail: about, reason: error.message }, 'mail rejected permanently')
      return { state: 'bounced' }
    }
    const wait = Math.min(firstWait * 2 ** (row.tries - 1), maxWait)
    await database
      .updateTable('mail_outbox')
      .set({ not_before: clock.now() + wait })
      .where('id', '=', row.id)
      .execute()
    // An unforeseen error may name an address.
    const reason = error instanceof MailFailure ? error.message : 'not foreseen'
    log.warn({ mail: about, reason, wait }, 'mail delivery deferred')
    return undefined
  }
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
 * Deletes the row of a mail that is done with. While the database is away it is the record that is tried again, not the
 * mail: that would arrive twice. At a stop the last try is now.
 */
async function recordEnd(
  services: Outbox,
  row: MailOutboxRow,
  end: MailEnd,
  stopping: AbortSignal,
): Promise<void> {
  const { log } = services
  const { id, kind, tries } = row
  for (let wait = 50; ; wait = Math.min(2 * wait, maxRecordWait)) {
    const isLast = stopping.aborted
    try {
      const wasThere = await takeOut(services, row, end)
      // Its recipient has been forgotten while it was written: what is kept of it outside of a mailbox goes, too.
      if (!wasThere && end.to !== undefined && (await isStopped(services.database, end.to)))
        await services.mailer.forget(end.to.toLowerCase())
      return
    } catch (error) {
      // guard: mail that has left -> tests/http/messaging/events.test.ts "a mail that was taken"
      //   drops if (isLast)
      if (isLast) throw error
      log.warn({ err: error, mail: { id, kind, tries } }, 'the end of a mail could not be recorded yet')
    }
    await pause(wait, undefined, { signal: stopping }).catch(() => {})
  }
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
