import type { Invitation } from '#contract/accounts/invitations.ts'
import { asciiEmailAddress } from '#contract/email-address.ts'
import type { Language } from '#contract/languages.ts'
import { fixedLevels } from '#contract/operations/groups/groups.ts'
import { newId, newSecret, sha256 } from '#crypto/random-id.ts'
import type { Database, InvitationsRow } from '#server/platform/database/database.ts'
import { transact } from '#server/platform/database/transact.ts'
import { appendEvent } from '#server/platform/events/append-event.ts'
import { type Party, recordAct } from '#server/platform/events/record-act.ts'
import { Failure } from '#server/platform/failure.ts'
import type { Services } from '#server/platform/services.ts'
import type { AddressData } from '../personal-data/address-data.ts'
import { foldName, validateEmail } from './account-rules.ts'
import { assertAdministrator } from './assert-administrator.ts'

/** Milliseconds that an invitation works. */
export const invitationLife = 7 * 24 * 60 * 60_000

/** An administrator, and the network of the call. */
type Actor = { readonly by: Party; readonly network: string }

/**
 * Invites an address to open an account, in place of an earlier invitation. Mails the link where there is a mail server.
 * @returns the invitation, and its link, which is shown once
 * @throws Failure INVALID_EMAIL, EMAIL_TAKEN, GROUP_NOT_FOUND, GROUP_STAYS
 */
export async function invite(
  services: Pick<Services, 'config' | 'database' | 'clock' | 'keyRing' | 'dispatcher'>,
  {
    email: typedEmail,
    language,
    group,
  }: {
    readonly email: string
    readonly language?: Language | undefined
    readonly group?: string | undefined
  },
  { by, network }: Actor,
): Promise<{ invitation: Invitation; url: string; mailed: boolean }> {
  const { config, database, clock } = services
  const email = asciiEmailAddress(typedEmail)
  validateEmail(email)
  const token = newSecret()
  const now = clock.now()
  const mailed = config.SMTP_URL !== undefined
  const row: InvitationsRow = {
    id: newId(),
    hash: sha256(token),
    email,
    email_folded: foldName(email),
    mailed: mailed ? 1 : 0,
    group_id: group ?? null,
    created_at: now,
    expires_at: now + invitationLife,
  }
  await transact(database, async (transaction) => {
    await assertAdministrator(transaction, by)
    const account = await transaction
      .selectFrom('users')
      .select('id')
      .where('email_folded', '=', row.email_folded)
      .executeTakeFirst()
    if (account) throw new Failure('EMAIL_TAKEN')
    if (group !== undefined) await assertGroup(transaction, group)
    await transaction
      .insertInto('invitations')
      .values(row)
      .onConflict((conflict) => conflict.column('email_folded').doUpdateSet(row))
      .execute()
    await recordAct(transaction, { act: 'user.invited', by, network }, now)
    if (mailed)
      await appendEvent(transaction, services, {
        kind: 'account.invited',
        payload: { email, language: language ?? null, token, expiresAt: row.expires_at },
      })
  })
  if (mailed) services.dispatcher.wake()
  return { invitation: invitationOf(row), url: `${config.publicUrl}/register#${token}`, mailed }
}

/** @throws Failure GROUP_NOT_FOUND; GROUP_STAYS for a level without members */
async function assertGroup(transaction: Database, id: string): Promise<void> {
  if (fixedLevels.some((level) => level === id)) throw new Failure('GROUP_STAYS')
  const found = await transaction.selectFrom('groups').select('id').where('id', '=', id).executeTakeFirst()
  if (!found) throw new Failure('GROUP_NOT_FOUND')
}

/** Open invitations, the latest first. */
export async function listInvitations({
  database,
  clock,
}: Pick<Services, 'database' | 'clock'>): Promise<Invitation[]> {
  const rows = await database
    .selectFrom('invitations')
    .selectAll()
    .where('expires_at', '>', clock.now())
    .orderBy('created_at', 'desc')
    .limit(1000)
    .execute()
  return rows.map(invitationOf)
}

/** Ends an invitation before it is used. @throws Failure NOT_FOUND */
export async function withdrawInvitation(
  { database, clock }: Pick<Services, 'database' | 'clock'>,
  id: string,
  { by, network }: Actor,
): Promise<void> {
  await transact(database, async (transaction) => {
    await assertAdministrator(transaction, by)
    const { numDeletedRows } = await transaction
      .deleteFrom('invitations')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    if (numDeletedRows === 0n) throw new Failure('NOT_FOUND')
    await recordAct(transaction, { act: 'user.invitation-withdrawn', by, network }, clock.now())
  })
}

/** An invitation that works, by the secret in its link. @throws Failure INVALID_INVITATION */
export async function findInvitation(
  { database, clock }: Pick<Services, 'database' | 'clock'>,
  token: string,
): Promise<InvitationsRow> {
  const row = await database
    .selectFrom('invitations')
    .selectAll()
    .where('hash', '=', sha256(token))
    .where('expires_at', '>', clock.now())
    .executeTakeFirst()
  if (!row) throw new Failure('INVALID_INVITATION')
  return row
}

/** Uses an invitation up, in the transaction that opens its account. @throws Failure INVALID_INVITATION */
export async function consumeInvitation(transaction: Database, token: string, now: number): Promise<void> {
  const { numDeletedRows } = await transaction
    .deleteFrom('invitations')
    .where('hash', '=', sha256(token))
    .where('expires_at', '>', now)
    .executeTakeFirstOrThrow()
  if (numDeletedRows === 0n) throw new Failure('INVALID_INVITATION')
}

/** Puts a person into the group of their invitation, unless it was deleted meanwhile. */
export async function joinGroup(transaction: Database, groupId: string, userId: string): Promise<void> {
  const group = await transaction
    .selectFrom('groups')
    .select('id')
    .where('id', '=', groupId)
    .executeTakeFirst()
  if (group)
    await transaction.insertInto('group_members').values({ group_id: groupId, user_id: userId }).execute()
}

function invitationOf({ id, email, created_at, expires_at }: InvitationsRow): Invitation {
  return { id, email, createdAt: timeOf(created_at), expiresAt: timeOf(expires_at) }
}

function timeOf(time: number): string {
  return new Date(time).toISOString()
}

/** The invitation of an address. */
export function addressInvitations({ database }: Pick<Services, 'database'>): AddressData<'invitations'> {
  return {
    async rows(owner) {
      const rows = await database
        .selectFrom('invitations')
        .select(['created_at', 'expires_at'])
        .where('email_folded', '=', foldName(owner.address))
        .execute()
      return rows.map(({ created_at, expires_at }) => ({
        at: timeOf(created_at),
        expiresAt: timeOf(expires_at),
      }))
    },
    async erase(transaction, owner) {
      await transaction
        .deleteFrom('invitations')
        .where('email_folded', '=', foldName(owner.address))
        .execute()
    },
  }
}
