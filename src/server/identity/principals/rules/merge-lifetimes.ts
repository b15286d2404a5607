import type { Config } from '#server/config/config.ts'
import { lifeLimit } from '#server/config/option-values.ts'
import type { Level } from './levels.ts'
import { type LevelRule, type Merged, mergeBounds, mergeSets } from './merge.ts'
import { ruleOf } from './rules-of.ts'

type Lifetime = Config['DEFAULT_EXPIRY']

type Own = {
  /** Longest life, offered lifetimes and the usual ones where nothing is set; those that the service knows at all. */
  readonly maxLifetime: number
  readonly offered: readonly Lifetime[]
  readonly usual: Lifetime
  readonly usualOfRequests: Lifetime
  readonly all: readonly Lifetime[]
}

/**
 * Merges what levels say of lifetimes. A longest life that is set offers all lifetimes of the service up to it, choices that
 * are set lengthen the life where nothing else bounds it.
 * @param longest life of a transfer in all, in milliseconds
 */
export function mergeLifetimes(levels: readonly Level[], own: Own, longest: number) {
  const lives = mergeBounds(ruleOf(levels, 'longestLife').map(inMilliseconds), own.maxLifetime)
  const choices = mergeSets(
    ruleOf(levels, 'expiryOptions').map(
      (rule) => rule && { kind: rule.kind, value: rule.value.map((text) => readLifetime(text).duration) },
    ),
    undefined,
  )
  const known = [
    ...own.all,
    ...ruleOf(levels, 'expiryOptions').flatMap((rule) => rule?.value.map(readLifetime) ?? []),
  ]
  const chosen = choices.value?.map((duration) => lifetimeOf(duration, known))
  const wished = Math.max(own.maxLifetime, ...(chosen ?? []).map(({ duration }) => duration))
  const isBound = lives.level !== null
  const isSet = isBound || chosen !== undefined
  const most = Math.min(longest, lives.most)
  const maxLifetime = isSet ? Math.min(isBound ? lives.value : wished, most) : own.maxLifetime
  const from = chosen ?? (isBound ? own.all : own.offered)
  const within = from.filter(({ duration }) => duration <= maxLifetime)
  const offered = within.length > 0 ? within : [lifetimeOf(maxLifetime, known)]
  const isCut = chosen === undefined && isBound
  const usual = mergeBounds(ruleOf(levels, 'defaultExpiry').map(inMilliseconds), own.usual.duration)
  return {
    maxLifetime,
    longestLife: most,
    longest: lives,
    offered: {
      value: chosen ? offered.toSorted((one, other) => one.duration - other.duration) : offered,
      level: isCut ? lives.level : choices.level,
    } satisfies Merged<readonly Lifetime[]>,
    usual: {
      value: isSet || usual.level !== null ? nearest(usual.value, offered) : own.usual,
      level: usual.level,
    } satisfies Merged<Lifetime>,
    usualOfRequests: nearest(own.usualOfRequests.duration, offered),
  }
}

export function readLifetime(text: string): Lifetime {
  return lifeLimit.schema.parse(text)
}

function inMilliseconds(rule: LevelRule<string> | undefined): LevelRule<number> | undefined {
  return rule && { kind: rule.kind, value: readLifetime(rule.value).duration }
}

const units = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['m', 60_000],
] as const

/** As it is written somewhere, or in the largest unit that fits. */
function lifetimeOf(duration: number, known: readonly Lifetime[]): Lifetime {
  const [letter, size] = units.find(([, one]) => duration % one === 0) ?? units[2]
  return known.find((one) => one.duration === duration) ?? { value: `${duration / size}${letter}`, duration }
}

/** The longest that is no longer than wished, or else the shortest. */
function nearest(wished: number, offered: readonly Lifetime[]): Lifetime {
  const sorted = offered.toSorted((one, other) => one.duration - other.duration)
  const found = sorted.findLast(({ duration }) => duration <= wished) ?? sorted[0]
  return found ?? lifetimeOf(wished, [])
}
