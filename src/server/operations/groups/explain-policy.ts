import type { ExplainedPolicy, RuleName } from '#contract/operations/groups/groups.ts'
import { ruleNames } from '#contract/operations/groups/rule-names.ts'
import { type Policy, policyFor } from '#server/identity/principals/policy.ts'
import type { Principal } from '#server/identity/principals/principal.ts'
import { groupsOf, ladderOf } from '#server/identity/principals/rules/levels.ts'
import type { Services } from '#server/platform/services.ts'

/** Explains each rule for a person, level by level. */
export function explainPolicy(
  principal: Principal,
  config: Pick<Services, 'config'>['config'],
): ExplainedPolicy {
  const policy = policyFor(principal, config)
  const levels = ladderOf(principal, config.groups)
  return {
    groups: groupsOf(principal, config.groups).map(({ id, name }) => ({ id, name })),
    policy: ruleNames.map((rule) => ({
      rule,
      value: finite(valuesOf(policy)[rule]),
      level: policy.decided[rule] ?? null,
      ladder: levels.map(({ id, name, rules }) => ({
        level: id,
        name,
        rule: rules[rule] ?? { kind: 'unset' },
      })),
    })),
  }
}

function finite(value: unknown): unknown {
  return value === undefined || value === Number.POSITIVE_INFINITY ? null : value
}

function valuesOf(policy: Policy): Readonly<Record<RuleName, unknown>> {
  return {
    fileSize: policy.fileSize,
    transferSize: policy.transferSize,
    storage: policy.storage,
    expiryOptions: policy.offeredLifetimes.map(({ value }) => value),
    defaultExpiry: policy.defaultLifetime.value,
    longestLife: policy.maxLifetime,
    filePassword: policy.filePassword.required ? 'required' : 'optional',
    filePasswordLength: policy.filePassword.minLength,
    downloadLimit: policy.downloads.usual,
    endToEnd: policy.endToEndAlways ? 'always' : policy.endToEnd ? 'offered' : 'off',
    secondFactor: policy.secondFactor ? 'required' : 'optional',
    recipients: policy.recipients,
    recipientCode: policy.codesAlways ? 'required' : 'optional',
    recipientDomains: policy.recipientDomains,
    types: policy.types,
    requests: policy.openRequests,
    requestLock: policy.requestLocks,
    apiKeys: policy.apiKeys,
    uploadSpeed: policy.uploadSpeed,
  }
}
