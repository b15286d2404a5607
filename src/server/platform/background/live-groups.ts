import * as z from 'zod/mini'
import { noGroups, rules } from '#contract/operations/groups/groups.ts'
import type { Config } from '../../config/config.ts'
import type { Database, GroupsRow } from '../database/database.ts'

type Level = Config['groups'][number]

const words = z.array(z.string())

/** The levels of rules as administrators have set them: groups in their order, then guests and the whole service. */
export async function findGroups(database: Database): Promise<Level[]> {
  const rows = await database.selectFrom('groups').selectAll().execute()
  const saved = rows.map(levelOf)
  const levels = [...saved, ...noGroups.filter(({ id }) => !saved.some((one) => one.id === id))]
  return levels.toSorted(
    (one, other) =>
      rankOf(one.id) - rankOf(other.id) || other.priority - one.priority || compare(one.name, other.name),
  )
}

function levelOf({ id, name, priority, domains, claims, rules: text }: GroupsRow): Level {
  return {
    id,
    name: noGroups.some((level) => level.id === id) ? '' : name,
    priority,
    domains: z.parse(words, JSON.parse(domains)),
    claims: z.parse(words, JSON.parse(claims)),
    rules: z.parse(rules, JSON.parse(text)),
  }
}

function rankOf(id: string): number {
  return id === 'instance' ? 2 : id === 'guests' ? 1 : 0
}

function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0
}
