import { useState } from 'react'
import { ApiError } from '#client/api-error.ts'
import type { Group, RuleName, Rules, UpdateGroupRequest } from '#contract/operations/groups/groups.ts'
import { ruleNames } from '#contract/operations/groups/rule-names.ts'
import { client } from '#web/accounts/client.ts'
import { t } from '#web/i18n/t.ts'
import { useSingleFlight } from '#web/ui/controls/button.tsx'
import { failureWithReason } from '#web/ui/messages/failure-text.ts'
import { showToast } from '#web/ui/messages/toast.ts'
import { useAct } from '../shared/queries.ts'
import { ruleFieldId } from './rule-row.tsx'
import { type TypedRule, typedRules, valueOfText } from './rule-values.ts'

export type Draft = Pick<Group, 'name' | 'members' | 'domains' | 'claims'> & {
  readonly rules: Readonly<Record<RuleName, TypedRule>>
}

/** Changes of a group that are not saved yet. */
export function useGroupDraft(group: Group) {
  const act = useAct()
  const before = draftOf(group)
  const [typed, setTyped] = useState<Draft>()
  const [wrong, setWrong] = useState<ReadonlySet<RuleName>>(new Set())
  const draft = typed ?? before
  const changedRules = ruleNames.filter(
    (name) => JSON.stringify(draft.rules[name]) !== JSON.stringify(before.rules[name]),
  )
  const changed = (['name', 'members', 'domains', 'claims'] as const).filter(
    (part) => JSON.stringify(draft[part]) !== JSON.stringify(before[part]),
  )

  const [save, busy] = useSingleFlight(async () => {
    const unread = ruleNames.filter((name) => isUnread(name, draft.rules[name]))
    setWrong(new Set(unread))
    const [first] = unread
    if (first) return document.getElementById(ruleFieldId(first))?.focus()
    const body = requestOf(draft, changed, { before: group.rules, changed: changedRules })
    const error = await act(() => client.call('updateGroup', { params: { id: group.id }, body }))
    if (!error) {
      setTyped(undefined)
      return showToast('success', t('admin.groups.saved'))
    }
    const isOfRules = error instanceof ApiError && error.code === 'VALIDATION_ERROR'
    showToast(
      'error',
      isOfRules ? t('admin.settings.invalid') : failureWithReason(error, 'admin.groups.failed'),
    )
  })
  return {
    draft,
    wrong,
    busy,
    count: changedRules.length + changed.length,
    isChanged: (name: RuleName) => changedRules.includes(name),
    change: (part: Partial<Draft>) => setTyped({ ...draft, ...part }),
    save: () => save(),
    discard() {
      setTyped(undefined)
      setWrong(new Set())
    },
  }
}

function draftOf({ name, members, domains, claims, rules }: Group): Draft {
  return { name, members, domains, claims, rules: typedRules(rules, ruleNames) }
}

function isUnread(name: RuleName, { kind, text }: TypedRule): boolean {
  return kind !== '' && valueOfText(name, text) === undefined
}

/** The body of a change: all rules, and the other parts that have changed. Values are typed in whole units, others stay exact. */
function requestOf(
  draft: Draft,
  changed: readonly string[],
  of: { readonly before: Rules; readonly changed: readonly RuleName[] },
): UpdateGroupRequest {
  const rules = Object.fromEntries(
    ruleNames.flatMap((name): [RuleName, unknown][] => {
      const kept = of.before[name]
      if (!of.changed.includes(name)) return kept ? [[name, kept]] : []
      const { kind, text } = draft.rules[name]
      return kind === '' ? [] : [[name, { kind, value: valueOfText(name, text) }]]
    }),
  )
  return {
    // Each value was read as its rule takes it; a list of entries only the server can check.
    rules: rules as Rules,
    ...(changed.includes('name') && { name: draft.name }),
    ...(changed.includes('members') && { members: draft.members.map(({ id }) => id) }),
    ...(changed.includes('domains') && { domains: draft.domains }),
    ...(changed.includes('claims') && { claims: draft.claims }),
  }
}
