import { type GroupInFile, groupLimits, noGroups } from '#contract/operations/groups/groups.ts'
import { newId } from '#crypto/random-id.ts'
import { foldName } from '#server/identity/accounts/account-rules.ts'
import { isFixedLevel, type Level } from '#server/identity/principals/rules/levels.ts'
import { findGroups } from '#server/platform/background/live-groups.ts'
import type { Database } from '#server/platform/database/database.ts'
import { type Act, recordAct } from '#server/platform/events/record-act.ts'
import { Failure } from '#server/platform/failure.ts'
import { enterGroup } from './change-groups.ts'

/** Groups as the file of the settings has them, with those levels that always exist once they were changed. */
export async function exportGroups(database: Database): Promise<GroupInFile[]> {
  const levels = await findGroups(database)
  return levels.filter((level) => !noGroups.some((one) => isSame(one, level)))
}

/**
 * Takes groups over, each in place of the one with its id or name here, whose people by hand stay. Others stay as they are.
 * @throws Failure BAD_REQUEST for a group without a name, TOO_MANY_GROUPS, and those of enterGroup
 */
export async function importGroups(
  transaction: Database,
  groups: readonly GroupInFile[],
  actor: Pick<Act, 'by' | 'network'>,
  now: number,
): Promise<void> {
  const levels = await findGroups(transaction)
  let count = levels.filter(({ id }) => !isFixedLevel(id)).length
  for (const group of groups) {
    const isFixed = isFixedLevel(group.id)
    if (!isFixed && group.name === '') throw new Failure('BAD_REQUEST', { details: 'groups: name missing' })
    if (isFixed && group.domains.length + group.claims.length > 0) throw new Failure('GROUP_STAYS')
    const here =
      levels.find(({ id }) => id === group.id) ??
      levels.find(({ id, name }) => !isFixedLevel(id) && foldName(name) === foldName(group.name))
    const level: Level = { ...group, name: isFixed ? '' : group.name, id: here?.id ?? newId() }
    if (here && isSame(here, level)) continue
    if (!here) count += 1
    if (count > groupLimits.groups) throw new Failure('TOO_MANY_GROUPS')
    await enterGroup(transaction, level, undefined)
    const act = here ? 'service.group-changed' : 'service.group-created'
    await recordAct(
      transaction,
      { act, ...actor, to: { id: level.id, username: level.name || level.id } },
      now,
    )
  }
}

function isSame(one: Level, other: Level): boolean {
  const text = ({ id, name, priority, domains, claims, rules }: Level) =>
    JSON.stringify([id, name, priority, domains, claims, Object.entries(rules).toSorted()])
  return text(one) === text(other)
}
