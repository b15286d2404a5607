import * as z from 'zod/mini'
import { requestLock } from '../../requests/requests.ts'
import { bytes } from '../../transfers/files.ts'
import { oneLine } from '../branding/texts.ts'
import { ruleNames } from './rule-names.ts'

/** Most groups, people of one by hand, its domains or claims, highest priority, and lowest speed in bytes per second. */
export const groupLimits = {
  groups: 100,
  members: 1000,
  names: 50,
  name: 60,
  priority: 1_000_000,
  slowest: 64 * 1024,
} as const

/** Levels that always exist: the whole service, people without an account, and accounts with and without Pro. */
export const fixedLevels = ['instance', 'guests', 'pro', 'free'] as const
export type FixedLevel = (typeof fixedLevels)[number]

const most = Number.MAX_SAFE_INTEGER

/** A rule that is not set, or one of its kinds with a value. */
function rule<Value extends z.core.SomeType, const Kinds extends readonly string[]>(
  kinds: Kinds,
  value: Value,
) {
  const unset = z.object({ kind: z.literal('unset') })
  return z.optional(z.union([unset, z.strictObject({ kind: z.enum(kinds), value })]))
}

const bounds = ['default', 'most', 'least', 'always'] as const
const sets = ['default', 'most', 'always'] as const
const choices = ['default', 'always'] as const
const amount = rule(bounds, z.int().check(z.gte(1), z.lte(most)))
const count = rule(bounds, z.int().check(z.gte(0), z.lte(10_000)))
const lifetimeText = z.string().check(z.regex(/^[1-9]\d{0,3}[mhd]$/))
const span = rule(bounds, lifetimeText)
const needed = rule(choices, z.enum(['optional', 'required']))

/** A mail domain, in ASCII and small letters. */
const mailDomain = z
  .string()
  .check(z.maxLength(253), z.regex(/^(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z][a-z0-9-]*[a-z0-9]$/))

function list<Entry extends z.core.SomeType>(entry: Entry, most: number) {
  return z.array(entry).check(z.minLength(1), z.maxLength(most))
}

/** Rules of one level. Sizes in bytes, durations as in `expiresIn`. */
export const rules = z.strictObject({
  fileSize: amount,
  transferSize: amount,
  storage: rule(bounds, z.int().check(z.gte(0), z.lte(most))),
  expiryOptions: rule(sets, list(lifetimeText, 12)),
  defaultExpiry: span,
  longestLife: span,
  filePassword: needed,
  filePasswordLength: rule(bounds, z.int().check(z.gte(1), z.lte(64))),
  downloadLimit: rule(bounds, z.int().check(z.gte(1), z.lte(1000))),
  endToEnd: rule(choices, z.enum(['off', 'offered', 'always'])),
  secondFactor: needed,
  recipients: count,
  recipientCode: needed,
  recipientDomains: rule(sets, list(mailDomain, groupLimits.names)),
  types: rule(sets, list(z.string().check(z.regex(/^[a-z0-9][a-z0-9+-]{0,19}$/)), 500)),
  requests: count,
  requestLock: rule(sets, list(requestLock, 5)),
  apiKeys: count,
  /** Bytes per second of one upload. */
  uploadSpeed: rule(bounds, z.int().check(z.gte(groupLimits.slowest), z.lte(most))),
})
export type Rules = z.infer<typeof rules>
export type RuleName = keyof Rules
export type SetRule<Name extends RuleName> = Exclude<Rules[Name], undefined | { kind: 'unset' }>

const name = z.string().check(z.trim(), z.minLength(1), z.maxLength(groupLimits.name), z.regex(oneLine))
const claim = z.string().check(z.trim(), z.minLength(1), z.maxLength(200), z.regex(oneLine))
/** Id of a group, or the name of a level that always exists. */
export const groupId = z.string().check(z.regex(/^[\w-]{1,40}$/))
const member = groupId
const priority = z.int().check(z.gte(-groupLimits.priority), z.lte(groupLimits.priority))

/** A level of rules. Whole service, guests, Pro and Free have no members, domains or claims of their own. */
export const group = z.object({
  id: z.string(),
  /** Empty for the levels that always exist: pages name them. */
  name: z.string(),
  /** The highest comes first. */
  priority: z.int(),
  members: z.array(
    z.object({
      id: z.string(),
      username: z.string(),
      email: z.string(),
      /** Bytes that they may store under all rules, as the list of people has it. */
      storageAllowed: z.optional(bytes),
    }),
  ),
  domains: z.array(z.string()),
  claims: z.array(z.string()),
  rules,
})
export type Group = z.infer<typeof group>

/** The levels as they are before anyone has set a rule, Pro and Free last of the groups. */
export const noGroups: readonly Omit<Group, 'members'>[] = [
  { id: 'pro', priority: -1 },
  { id: 'free', priority: -2 },
  { id: 'guests', priority: 0 },
  { id: 'instance', priority: 0 },
].map((level) => ({ ...level, name: '', domains: [], claims: [], rules: {} }))

const parts = {
  /** Ids of accounts. */
  members: z.array(member),
  domains: z.array(mailDomain),
  claims: z.array(claim),
  rules,
}

/** A group without a priority comes first. */
export const createGroupRequest = z.strictObject({
  name,
  priority: z.optional(priority),
  members: z._default(parts.members, []),
  domains: z._default(parts.domains, []),
  claims: z._default(parts.claims, []),
  rules: z._default(parts.rules, {}),
})
export type CreateGroupRequest = z.infer<typeof createGroupRequest>

/** Omitted members stay. */
export const updateGroupRequest = z.partial(z.strictObject({ name, priority, ...parts }))
export type UpdateGroupRequest = z.infer<typeof updateGroupRequest>

/** Groups as the file of the settings has them: without people. */
export const groupsInFile = z
  .array(
    z.object({
      /** The id of a level that always exists, or of a group of the same service; others go by their names. */
      id: groupId,
      name: z.string().check(z.trim(), z.maxLength(groupLimits.name), z.regex(oneLine)),
      priority,
      domains: parts.domains,
      claims: parts.claims,
      rules,
    }),
  )
  .check(z.maxLength(groupLimits.groups + fixedLevels.length))
export type GroupInFile = z.infer<typeof groupsInFile>[number]

const anyRule = z.object({ kind: z.string(), value: z.optional(z.unknown()) })

/** One rule for one person: what holds, by which level, and what each level says, from the widest. */
const explainedRule = z.object({
  rule: z.enum(ruleNames),
  /** Null where there is no limit. */
  value: z.nullable(z.unknown()),
  /** The id of the level that decides; null for the options of the service. */
  level: z.nullable(z.string()),
  ladder: z.array(z.object({ level: z.string(), name: z.string(), rule: anyRule })),
})

/** Groups of a person in order: the first decides. */
export const explainedPolicy = z.object({
  groups: z.array(z.object({ id: z.string(), name: z.string() })),
  policy: z.array(explainedRule),
})
export type ExplainedPolicy = z.infer<typeof explainedPolicy>
