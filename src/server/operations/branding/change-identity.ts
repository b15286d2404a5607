import type { Identity, PictureRole } from '#contract/operations/branding/identity.ts'
import { assertAdministrator } from '#server/identity/accounts/assert-administrator.ts'
import { findIdentity } from '#server/platform/background/live-identity.ts'
import type { Database } from '#server/platform/database/database.ts'
import { transact } from '#server/platform/database/transact.ts'
import { type Act, recordAct } from '#server/platform/events/record-act.ts'
import { digestOf } from '#server/platform/http/pages/brand.ts'
import type { Services } from '#server/platform/services.ts'
import { type CleanPicture, cleanPicture } from './clean-picture.ts'

type Needs = Pick<Services, 'database' | 'clock' | 'settings'>
type Actor = Pick<Act, 'by' | 'network'>

/** Replaces the identity. This instance has it when this resolves, others within seconds. */
export async function changeIdentity(
  { database, clock, settings }: Needs,
  identity: Identity,
  actor: Actor,
): Promise<void> {
  await transact(database, async (transaction) => {
    await assertAdministrator(transaction, actor.by)
    await enterIdentity(transaction, identity, actor, clock.now())
  })
  await settings.refresh()
}

/** Enters the identity in a transaction that has asserted the right to. */
export async function enterIdentity(
  transaction: Database,
  identity: Identity,
  actor: Actor,
  now: number,
): Promise<void> {
  const before = await findIdentity(transaction)
  const row = { id: 1, value: JSON.stringify(identity), changed_at: now }
  await transaction
    .insertInto('identity')
    .values(row)
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ value: row.value, changed_at: now }))
    .execute()
  // The name is drawn in it.
  if (before.name !== identity.name)
    await transaction.deleteFrom('brand_pictures').where('role', '=', 'preview').execute()
  const old = new Map(Object.entries(before))
  const changed = Object.entries(identity)
    .filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(old.get(name)))
    .map(([name]) => name)
  const details = { changed: changed.join(', ') }
  await recordAct(transaction, { act: 'service.identity-changed', ...actor, details }, now)
}

/** Pictures drawn from another one, which they do not outlive. */
const drawnFrom: Readonly<Partial<Record<PictureRole, readonly PictureRole[]>>> = {
  icon: ['touchIcon', 'maskableIcon', 'preview'],
  logo: ['preview'],
}

/**
 * Replaces the pictures that are given, all or none; an empty content removes one.
 * @throws Failure PICTURE_REFUSED
 */
export async function changePictures(
  { database, clock, settings }: Needs,
  given: ReadonlyMap<PictureRole, Buffer>,
  actor: Actor,
): Promise<void> {
  const pictures = new Map<PictureRole, CleanPicture | undefined>(
    Array.from(given, ([role, content]) => [role, content.length > 0 ? cleanPicture(content) : undefined]),
  )
  const ended = [...given.keys()].flatMap((role) => [role, ...(drawnFrom[role] ?? [])])
  await transact(database, async (transaction) => {
    await assertAdministrator(transaction, actor.by)
    if (ended.length > 0) await transaction.deleteFrom('brand_pictures').where('role', 'in', ended).execute()
    for (const [role, picture] of pictures)
      if (picture)
        await transaction
          .insertInto('brand_pictures')
          .values({
            role,
            file: `${digestOf(picture.content)}.${picture.extension}`,
            content: picture.content,
          })
          .execute()
    const details = { pictures: [...given.keys()].join(', ') }
    await recordAct(transaction, { act: 'service.pictures-changed', ...actor, details }, clock.now())
  })
  await settings.refresh()
}
