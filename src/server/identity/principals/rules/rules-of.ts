import type { RuleName, Rules, SetRule } from '#contract/operations/groups/groups.ts'
import type { Level } from './levels.ts'

/** One rule as each level has it, from the widest: undefined where it is not set. */
export function ruleOf<Name extends RuleName>(
  levels: readonly Level[],
  name: Name,
): (SetRule<Name> | undefined)[] {
  return levels.map(({ rules }) => {
    const rule: Rules[Name] = rules[name]
    return isSet<Name>(rule) ? rule : undefined
  })
}

function isSet<Name extends RuleName>(rule: Rules[Name]): rule is SetRule<Name> {
  return rule !== undefined && rule.kind !== 'unset'
}

/** The rules with numbers. */
export function boundsOf(levels: readonly Level[]) {
  return {
    fileSize: ruleOf(levels, 'fileSize'),
    transferSize: ruleOf(levels, 'transferSize'),
    storage: ruleOf(levels, 'storage'),
    filePasswordLength: ruleOf(levels, 'filePasswordLength'),
    downloadLimit: ruleOf(levels, 'downloadLimit'),
    recipients: ruleOf(levels, 'recipients'),
    requests: ruleOf(levels, 'requests'),
    apiKeys: ruleOf(levels, 'apiKeys'),
    uploadSpeed: ruleOf(levels, 'uploadSpeed'),
  }
}

export function setsOf(levels: readonly Level[]) {
  return {
    recipientDomains: ruleOf(levels, 'recipientDomains'),
    types: ruleOf(levels, 'types'),
    requestLock: ruleOf(levels, 'requestLock'),
  }
}

export function choicesOf(levels: readonly Level[]) {
  return {
    filePassword: ruleOf(levels, 'filePassword'),
    endToEnd: ruleOf(levels, 'endToEnd'),
    secondFactor: ruleOf(levels, 'secondFactor'),
    recipientCode: ruleOf(levels, 'recipientCode'),
  }
}
