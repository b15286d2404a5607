import type { RuleName, Rules } from '#contract/operations/groups/groups.ts'
import { ruleNames } from '#contract/operations/groups/rule-names.ts'
import { readLifetime } from '#server/identity/principals/rules/merge-lifetimes.ts'
import { Failure } from '#server/platform/failure.ts'

/** Asserts that rules of one level can hold together. @throws Failure RULES_CONTRADICT, whose message names both */
export function assertNoContradiction(rules: Rules): void {
  const { endToEnd, longestLife, expiryOptions, defaultExpiry, fileSize, transferSize } = rules
  if (isSet(endToEnd) && endToEnd.value === 'always' && isSet(rules.types))
    throw contradiction('types', 'endToEnd', 'the names of end-to-end encrypted files cannot be read')
  const longest =
    isSet(longestLife) && longestLife.kind !== 'least'
      ? duration(longestLife.value)
      : Number.POSITIVE_INFINITY
  if (isSet(expiryOptions) && expiryOptions.value.every((text) => duration(text) > longest))
    throw contradiction('expiryOptions', 'longestLife', 'each choice is longer')
  if (isSet(defaultExpiry) && defaultExpiry.kind !== 'most' && duration(defaultExpiry.value) > longest)
    throw contradiction('defaultExpiry', 'longestLife', 'the default is longer')
  if (isSet(defaultExpiry) && isSet(expiryOptions) && !has(expiryOptions.value, defaultExpiry.value))
    throw contradiction('defaultExpiry', 'expiryOptions', 'the default is not among the choices')
  const isSmall = isSet(transferSize) && transferSize.kind !== 'least'
  const isLarge = isSet(fileSize) && ['least', 'always'].includes(fileSize.kind)
  if (isSmall && isLarge && fileSize.value > transferSize.value)
    throw contradiction('fileSize', 'transferSize', 'a file would be larger than its transfer')
}

function contradiction(one: RuleName, other: RuleName, why: string): Failure {
  return new Failure('RULES_CONTRADICT', {
    message: `The rules ${one} and ${other} contradict each other: ${why}.`,
    details: `${one}, ${other}`,
  })
}

function isSet<Rule extends { readonly kind: string }>(
  rule: Rule | undefined,
): rule is Exclude<Rule, { kind: 'unset' }> {
  return rule !== undefined && rule.kind !== 'unset'
}

function has(choices: readonly string[], one: string): boolean {
  return choices.some((choice) => duration(choice) === duration(one))
}

function duration(text: string): number {
  return readLifetime(text).duration
}

/** Rules without those that are not set. */
export function setRules(rules: Rules): Rules {
  const set = ruleNames.flatMap((name) => (isSet(rules[name]) ? [[name, rules[name]]] : []))
  return Object.fromEntries(set)
}
