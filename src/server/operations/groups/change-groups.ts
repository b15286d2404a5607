import type { CreateGroupRequest, Group, UpdateGroupRequest } from '#contract/operations/groups/groups.ts'
import { groupLimits } from '#contract/operations/groups/groups.ts'
import { newId } from '#crypto/random-id.ts'
import { foldName } from '#server/identity/accounts/account-rules.ts'
import { assertAdministrator } from '#server/identity/accounts/assert-administrator.ts'
import { policyFor } from '#server/identity/principals/policy.ts'
import { principalColumns, principalOfRow } from '#server/identity/principals/principal.ts'
import { belongingOf } from '#server/identity/principals/rules/belonging.ts'
import { isFixedLevel } from '#server/identity/principals/rules/levels.ts'
import { findGroups } from '#server/platform/background/live-groups.ts'
import type { Database, GroupsRow } from '#server/platform/database/database.ts'
import { transact } from '#server/platform/database/transact.ts'
import { type Act, recordAct } from '#server/platform/events/record-act.ts'
import { Failure } from '#server/platform/failure.ts'
import type { Services } from '#server/platform/services.ts'
import { assertNoContradiction, setRules } from './contradictions.ts'

type Needs = Pick<Services, 'database' | 'clock' | 'settings'>
type Actor = Pick<Act, 'by' | 'network'>
type Level = Omit<Group, 'members'>

/** All levels in their order, with the people of each by hand. */
export async function listGroups({
  database,
  config,
}: Pick<Services, 'database' | 'config'>): Promise<Group[]> {
  const levels = await findGroups(database)
  const people = await database
    .selectFrom('group_members')
    .innerJoin('users', 'users.id', 'group_members.user_id')
    .select(['group_members.group_id', 'users.username', 'users.email', ...principalColumns])
    .orderBy('users.username_folded')
    .execute()
  return levels.map((level) => ({
    ...level,
    members: people
      .filter(({ group_id }) => group_id === level.id)
      .map((row) => ({
        id: row.id,
        username: row.username,
        email: row.email,
        storageAllowed: policyFor(principalOfRow(row, belongingOf(row)), config).storage,
      })),
  }))
}

/** Creates a group. @returns its id @throws Failure GROUP_EXISTS, TOO_MANY_GROUPS, and those of enterGroup */
export async function createGroup(
  services: Needs,
  wanted: CreateGroupRequest,
  actor: Actor,
): Promise<string> {
  const id = newId()
  await change(services, actor, async (transaction) => {
    const levels = await findGroups(transaction)
    const own = levels.filter((level) => !isFixedLevel(level.id))
    if (own.length >= groupLimits.groups) throw new Failure('TOO_MANY_GROUPS')
    const first = Math.max(0, ...levels.map((level) => level.priority)) + 1
    const priority = wanted.priority ?? Math.min(first, groupLimits.priority)
    await enterGroup(transaction, { ...wanted, id, priority }, wanted.members)
    return { act: 'service.group-created', to: { id, username: wanted.name } }
  })
  return id
}

/** Changes a group or level. @throws Failure GROUP_NOT_FOUND, GROUP_EXISTS, GROUP_STAYS, and those of enterGroup */
export async function updateGroup(
  services: Needs,
  id: string,
  { members, ...wanted }: UpdateGroupRequest,
  actor: Actor,
): Promise<void> {
  await change(services, actor, async (transaction) => {
    const before = (await findGroups(transaction)).find((level) => level.id === id)
    if (!before) throw new Failure('GROUP_NOT_FOUND')
    const after: Level = {
      id,
      name: wanted.name ?? before.name,
      priority: wanted.priority ?? before.priority,
      domains: wanted.domains ?? before.domains,
      claims: wanted.claims ?? before.claims,
      rules: wanted.rules ?? before.rules,
    }
    const takesPeople = [members, after.domains, after.claims].some((list) => list && list.length > 0)
    if (isFixedLevel(id) && takesPeople) throw new Failure('GROUP_STAYS')
    await enterGroup(transaction, after, isFixedLevel(id) ? undefined : members)
    return { act: 'service.group-changed', to: { id, username: before.name || id } }
  })
}

/** Deletes a group. @throws Failure GROUP_NOT_FOUND, GROUP_STAYS */
export async function deleteGroup(services: Needs, id: string, actor: Actor): Promise<void> {
  if (isFixedLevel(id)) throw new Failure('GROUP_STAYS')
  await change(services, actor, async (transaction) => {
    const gone = await transaction
      .deleteFrom('groups')
      .where('id', '=', id)
      .returning('name')
      .executeTakeFirst()
    if (!gone) throw new Failure('GROUP_NOT_FOUND')
    return { act: 'service.group-deleted', to: { id, username: gone.name } }
  })
}

/**
 * Enters a group or level. @param members ids of its people; undefined leaves them
 * @throws Failure GROUP_EXISTS, GROUP_TOO_LARGE, RULES_CONTRADICT, USER_NOT_FOUND
 */
export async function enterGroup(
  transaction: Database,
  { id, name, priority, domains, claims, rules }: Level,
  members: readonly string[] | undefined,
): Promise<void> {
  const { members: maxMembers, names: maxNames } = groupLimits
  if ((members?.length ?? 0) > maxMembers || domains.length > maxNames || claims.length > maxNames)
    throw new Failure('GROUP_TOO_LARGE')
  assertNoContradiction(rules)
  const row: GroupsRow = {
    id,
    name: isFixedLevel(id) ? '' : name,
    name_folded: isFixedLevel(id) ? `\n${id}` : foldName(name),
    priority,
    domains: JSON.stringify([...new Set(domains)]),
    claims: JSON.stringify([...new Set(claims)]),
    rules: JSON.stringify(setRules(rules)),
  }
  const other = await transaction
    .selectFrom('groups')
    .select('id')
    .where('name_folded', '=', row.name_folded)
    .where('id', '!=', id)
    .executeTakeFirst()
  if (other) throw new Failure('GROUP_EXISTS')
  await transaction
    .insertInto('groups')
    .values(row)
    .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
    .execute()
  if (members) await enterMembers(transaction, id, [...new Set(members)])
}

async function enterMembers(transaction: Database, groupId: string, ids: readonly string[]): Promise<void> {
  await transaction.deleteFrom('group_members').where('group_id', '=', groupId).execute()
  if (ids.length === 0) return
  const found = await transaction.selectFrom('users').select('id').where('id', 'in', ids).execute()
  if (found.length < ids.length) throw new Failure('USER_NOT_FOUND')
  await transaction
    .insertInto('group_members')
    .values(ids.map((user_id) => ({ group_id: groupId, user_id })))
    .execute()
}

/** Makes a change with its entry in the audit log; this instance has it when it resolves, others within seconds. */
async function change(
  { database, clock, settings }: Needs,
  actor: Actor,
  work: (transaction: Database) => Promise<Pick<Act, 'act' | 'to'>>,
): Promise<void> {
  await transact(database, async (transaction) => {
    await assertAdministrator(transaction, actor.by)
    // Changes wait for one another, as those of settings do: limits and names hold among all groups.
    await transaction.selectFrom('setup').select('id').forNoKeyUpdate().execute()
    const act = await work(transaction)
    await recordAct(transaction, { ...act, ...actor }, clock.now())
  })
  await settings.refresh()
}
