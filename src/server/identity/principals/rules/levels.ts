import { type FixedLevel, fixedLevels, type Rules } from '#contract/operations/groups/groups.ts'
import type { Config } from '#server/config/config.ts'
import type { Principal } from '../principal.ts'

export type Level = Config['groups'][number]

/** The groups of a person in the order of the list: the first decides. */
export function groupsOf(principal: Principal, levels: readonly Level[]): Level[] {
  if (principal.kind === 'guest') return levels.filter(({ id }) => id === 'guests')
  const { belonging, isPro } = principal
  return levels.filter((level) => {
    if (isFixedLevel(level.id)) return level.id === (isPro ? 'pro' : 'free')
    return (
      belonging.byHand.includes(level.id) ||
      (belonging.domain !== null && level.domains.includes(belonging.domain)) ||
      level.claims.some((claim) => belonging.claims.includes(claim))
    )
  })
}

/** The levels that a person's rules come from, the widest first. */
export function ladderOf(principal: Principal, levels: readonly Level[]): Level[] {
  const instance = levels.filter(({ id }) => id === 'instance')
  return [...instance, ...groupsOf(principal, levels).slice(0, 1)]
}

export function isFixedLevel(id: string): id is FixedLevel {
  return fixedLevels.some((one) => one === id)
}

/** Checks for groups beside the levels that always exist: without one, no rule depends on membership. */
export function hasOwnGroups(levels: readonly Level[]): boolean {
  return levels.some(({ id }) => !isFixedLevel(id))
}

/** Whether any level sets a rule. */
export function saysAnywhere(levels: readonly Level[], name: keyof Rules): boolean {
  return levels.some(({ rules }) => rules[name] !== undefined && rules[name].kind !== 'unset')
}
