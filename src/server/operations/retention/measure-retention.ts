import type { RetentionKind, RetentionState } from '#contract/operations/retention.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Services } from '#server/platform/services.ts'
import { isNotHeld } from '#server/transfers/model/kept-transfers.ts'
import { retentionOf } from './retention.ts'

const MINUTE = 60_000

/** For how long what was measured is answered, in milliseconds. */
const measureEvery = 10 * MINUTE

/** Milliseconds within which a row is deleted after its end, by jobs that run at least every hour. */
const clearingTime = 2 * 60 * MINUTE

type Measured = { readonly measuredAt: number; readonly kinds: readonly RetentionState[] }

type Needs = Pick<Services, 'config' | 'clock' | 'engine'>

const latest = new WeakMap<Needs['engine'], { at: number; measured: Promise<Measured> }>()

/** How old the oldest of each kind is: measured every ten minutes at most, however many ask. */
export function readRetention(services: Needs): Promise<Measured> {
  const now = services.clock.now()
  const known = latest.get(services.engine)
  if (known && Math.abs(now - known.at) < measureEvery) return known.measured
  const measured = measure(services, now)
  latest.set(services.engine, { at: now, measured })
  measured.catch(() => latest.delete(services.engine))
  return measured
}

async function measure({ config, engine }: Needs, now: number): Promise<Measured> {
  const kept = { ...retentionOf(config), files: config.LONGEST_LIFE.duration }
  const kinds: RetentionState[] = []
  for (const [kind, age] of Object.entries(ages) as [RetentionKind, Age][]) {
    const found = await age(engine.slowReads, now, kept[kind])
    const oldest = found === undefined ? null : Math.max(0, found)
    kinds.push({
      kind,
      keptFor: kept[kind],
      oldest,
      exceeded: oldest !== null && oldest > kept[kind] + clearingTime,
    })
  }
  return { measuredAt: now, kinds }
}

/** The age of the oldest row, in milliseconds; undefined where there is none. @param keptFor as promised */
type Age = (database: Database, now: number, keptFor: number) => Promise<number | undefined>

/** A row that has one time from which on it is kept. */
function since(find: (database: Database, now: number) => Promise<{ at: number | null } | undefined>): Age {
  return async (database, now) => {
    const row = await find(database, now)
    return row?.at ? now - row.at : undefined
  }
}

/** The age of a row that holds its end, which is a fixed time after its creation. */
function until(find: (database: Database) => Promise<{ at: number | null } | undefined>): Age {
  return async (database, now, keptFor) => {
    const row = await find(database)
    return row?.at ? now - (row.at - keptFor) : undefined
  }
}

/** Each looks one row up in an index. */
const ages: { readonly [Kind in RetentionKind]: Age } = {
  // Files end when their senders have chosen: one that is past its end is older than promised, unless it is held as evidence.
  async files(database, now, keptFor) {
    // All null: with it PostgreSQL finds the order in its index.
    const late = await database
      .selectFrom('transfers')
      .select('expires_at')
      .where('ended_at', 'is', null)
      .where(isNotHeld(now))
      .orderBy('ended_at')
      .orderBy('expires_at')
      .limit(1)
      .executeTakeFirst()
    if (!late) return undefined
    if (late.expires_at <= now - clearingTime) return keptFor + (now - late.expires_at)
    const first = await database
      .selectFrom('transfers')
      .select('created_at')
      .where('ended_as', 'is', null)
      // Transfers that are past their end by more are held as evidence.
      .where('expires_at', '>', now - clearingTime)
      .orderBy('created_at')
      .limit(1)
      .executeTakeFirst()
    return first && now - first.created_at
  },
  endedFiles: since((database) =>
    database
      .selectFrom('transfers')
      .select('ended_at as at')
      .where('ended_at', 'is not', null)
      .orderBy('ended_at')
      .limit(1)
      .executeTakeFirst(),
  ),
  unfinishedUploads: until((database) =>
    database
      .selectFrom('uploads')
      .select('expires_at as at')
      .orderBy('expires_at')
      .limit(1)
      .executeTakeFirst(),
  ),
  mails: since((database) =>
    database
      .selectFrom('mail_outbox')
      .select('queued_at as at')
      .orderBy('queued_at')
      .limit(1)
      .executeTakeFirst(),
  ),
  webhookCalls: since((database) =>
    database
      .selectFrom('webhook_deliveries')
      .select('happened_at as at')
      .orderBy('happened_at')
      .limit(1)
      .executeTakeFirst(),
  ),
  sentMails: since((database) =>
    database.selectFrom('sent_mails').select('sent_at as at').orderBy('sent_at').limit(1).executeTakeFirst(),
  ),
  sessions: since((database) => oldestSession(database, 0)),
  rememberedSessions: since((database) => oldestSession(database, 1)),
  devices: since((database) =>
    database
      .selectFrom('known_devices')
      .select('seen_at as at')
      .orderBy('seen_at')
      .limit(1)
      .executeTakeFirst(),
  ),
  networks: since((database) =>
    database
      .selectFrom('transfer_events')
      .select('at')
      .where('network', 'is not', null)
      .orderBy('at')
      .limit(1)
      .executeTakeFirst(),
  ),
  resetLinks: until((database) =>
    database
      .selectFrom('reset_tokens')
      .select('expires_at as at')
      .orderBy('expires_at')
      .limit(1)
      .executeTakeFirst(),
  ),
  invitations: until((database) =>
    database
      .selectFrom('invitations')
      .select('expires_at as at')
      .orderBy('expires_at')
      .limit(1)
      .executeTakeFirst(),
  ),
  verificationLinks: until((database) =>
    database
      .selectFrom('email_verifications')
      .select('expires_at as at')
      .orderBy('expires_at')
      .limit(1)
      .executeTakeFirst(),
  ),
  providerSignIns: until((database) =>
    database
      .selectFrom('oidc_sign_ins')
      .select('expires_at as at')
      .orderBy('expires_at')
      .limit(1)
      .executeTakeFirst(),
  ),
  unverifiedAccounts: since((database) =>
    database
      .selectFrom('users')
      .select('created_at as at')
      .where('must_verify_email', '=', 1)
      .orderBy('created_at')
      .limit(1)
      .executeTakeFirst(),
  ),
  confirmations: until((database) =>
    database
      .selectFrom('sign_in_challenges')
      .select('expires_at as at')
      .orderBy('expires_at')
      .limit(1)
      .executeTakeFirst(),
  ),
  expiredApiKeys: since((database, now) =>
    database
      .selectFrom('api_keys')
      .select('expires_at as at')
      .where('expires_at', '<=', now)
      .orderBy('expires_at')
      .limit(1)
      .executeTakeFirst(),
  ),
  wrongPasswords: since((database) =>
    database
      .selectFrom('failed_attempts')
      .select('last_at as at')
      .orderBy('last_at')
      .limit(1)
      .executeTakeFirst(),
  ),
  codes: until((database) =>
    database
      .selectFrom('mail_codes')
      .select('expires_at as at')
      .orderBy('expires_at')
      .limit(1)
      .executeTakeFirst(),
  ),
  deviceCodes: until((database) =>
    database
      .selectFrom('device_codes')
      .select('expires_at as at')
      .orderBy('expires_at')
      .limit(1)
      .executeTakeFirst(),
  ),
  confirmedAddresses: since((database) =>
    database
      .selectFrom('confirmed_addresses')
      .select('confirmed_at as at')
      .orderBy('confirmed_at')
      .limit(1)
      .executeTakeFirst(),
  ),
  // It is not kept when an allowance was used last, but when it will be whole again: with that its row ends.
  async allowances(database, now, keptFor) {
    const row = await database
      .selectFrom('rate_limits')
      .select('free_at')
      .orderBy('free_at')
      .limit(1)
      .executeTakeFirst()
    if (!row) return undefined
    return row.free_at <= now - clearingTime
      ? keptFor + (now - row.free_at)
      : now - Math.min(now, row.free_at)
  },
  notifications: since((database) =>
    database
      .selectFrom('notifications')
      .select('happened_at as at')
      .orderBy('happened_at')
      .limit(1)
      .executeTakeFirst(),
  ),
  auditLog: since((database) =>
    database.selectFrom('audit_log').select('at').orderBy('at').limit(1).executeTakeFirst(),
  ),
  reporters: since((database) =>
    decidedCases(database)
      .innerJoin('reports', 'reports.case_id', 'cases.id')
      .where('reports.explanation', 'is not', null)
      .executeTakeFirst(),
  ),
  decisions: since((database) => decidedCases(database).executeTakeFirst()),
}

/** The case that was decided longest ago, and in which nothing is open. */
function decidedCases(database: Database) {
  return database
    .selectFrom('cases')
    .select('cases.decided_at as at')
    .where('cases.decided_at', 'is not', null)
    .where('cases.state', 'in', ['decided', 'closed'])
    .orderBy('cases.decided_at')
    .limit(1)
}

function oldestSession(database: Database, remembered: 0 | 1): Promise<{ at: number } | undefined> {
  return database
    .selectFrom('sessions')
    .select('created_at as at')
    .where('remembered', '=', remembered)
    .orderBy('created_at')
    .limit(1)
    .executeTakeFirst()
}
