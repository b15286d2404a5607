import './groups.css'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Group } from '#contract/operations/groups/groups.ts'
import { ruleNames } from '#contract/operations/groups/rule-names.ts'
import { client } from '#web/accounts/client.ts'
import { t } from '#web/i18n/t.ts'
import { Button, IconButton, useSingleFlight } from '#web/ui/controls/button.tsx'
import { FormDialog } from '#web/ui/dialogs/form-dialog.tsx'
import { Icon } from '#web/ui/icons/icon.tsx'
import { PanelIcon } from '#web/ui/icons/panel-icon.tsx'
import { WaitingRows } from '#web/ui/lists/waiting-rows.tsx'
import { failureWithReason } from '#web/ui/messages/failure-text.ts'
import { showToast } from '#web/ui/messages/toast.ts'
import { NotLoaded } from '../shared/list-view.tsx'
import { groupsQuery, useAct } from '../shared/queries.ts'
import { GroupName, GroupView } from './group-view.tsx'
import { kindText, levelName, ruleNameText, valueWords } from './rule-texts.ts'

type Props = {
  /** Id of the group that is open; empty for the list. */
  open: string
  onOpen: (id: string) => void
}

/** Groups in their order, with the levels that always exist, and one of them. */
export default function GroupsTab({ open, onOpen }: Props) {
  const { data: groups, error, refetch } = useQuery(groupsQuery)
  const [isNew, setNew] = useState(false)
  const act = useAct()
  const [move, isMoving] = useSingleFlight(async (group: Group, other: Group) => {
    const failure = await act(async () => {
      await client.call('updateGroup', { params: { id: group.id }, body: { priority: other.priority } })
      await client.call('updateGroup', { params: { id: other.id }, body: { priority: group.priority } })
    })
    if (failure) showToast('error', failureWithReason(failure, 'admin.groups.failed'))
  })
  if (!groups && error) return <NotLoaded error={error} onRetry={() => void refetch()} />
  if (!groups)
    return (
      <div className="card clip">
        <WaitingRows rows={4} />
      </div>
    )
  const shown = groups.find(({ id }) => id === open)
  if (shown) return <GroupView key={shown.id} group={shown} onBack={() => onOpen('')} />
  const ordered = groups.filter(({ id }) => id !== 'instance' && id !== 'guests')
  const rest = ['guests', 'instance'].flatMap((id) => groups.filter((group) => group.id === id))
  return (
    <>
      <div className="bar-row between">
        <p className="muted groups-about">{t('admin.groups.about')}</p>
        <Button variant="primary" onClick={() => setNew(true)}>
          <PanelIcon name="plus" />
          {t('admin.groups.add')}
        </Button>
      </div>
      <ol className="card clip group-list" aria-label={t('admin.tab.groups')}>
        {ordered.map((group, at) => {
          const [above, below] = [ordered[at - 1], ordered[at + 1]]
          return (
            <li key={group.id}>
              <span className="num muted" aria-hidden="true">
                {at + 1}
              </span>
              <GroupEntry group={group} onOpen={onOpen} />
              <span className="bar-row group-moves">
                <IconButton
                  label={t('admin.groups.moveUp', { name: levelName(group) })}
                  aria-disabled={!above || isMoving}
                  onClick={() => above && move(group, above)}
                >
                  <Icon name="chevron" className="i up" />
                </IconButton>
                <IconButton
                  label={t('admin.groups.moveDown', { name: levelName(group) })}
                  aria-disabled={!below || isMoving}
                  onClick={() => below && move(group, below)}
                >
                  <Icon name="chevron" />
                </IconButton>
              </span>
            </li>
          )
        })}
      </ol>
      <ul className="card clip group-list" aria-label={t('admin.groups.levels')}>
        {rest.map((group) => (
          <li key={group.id}>
            <GroupEntry group={group} onOpen={onOpen} />
          </li>
        ))}
      </ul>
      {isNew && (
        <NewGroupDialog
          onCreated={(id) => {
            setNew(false)
            onOpen(id)
          }}
          onClose={() => setNew(false)}
        />
      )}
    </>
  )
}

/** A level with its rules in words and the number of its people. */
function GroupEntry({ group, onOpen }: { group: Group; onOpen: (id: string) => void }) {
  const { members, domains, claims } = group
  const people = [
    ...(members.length > 0 ? [t('admin.groups.peopleCount', { count: members.length })] : []),
    ...domains.map((domain) => `@${domain}`),
    ...claims,
  ]
  return (
    <Button variant="plain" className="group-entry" onClick={() => onOpen(group.id)}>
      <b className="strong break">{levelName(group)}</b>
      {people.length > 0 && <span className="small muted break">{people.join(' · ')}</span>}
      <span className="small break">{rulesInWords(group)}</span>
    </Button>
  )
}

function rulesInWords({ rules }: Group): string {
  const words = ruleNames.flatMap((name) => {
    const rule = rules[name]
    if (rule === undefined || rule.kind === 'unset') return []
    const value = valueWords(name, rule.value)
    return [
      t('admin.groups.inWords', {
        rule: t(ruleNameText[name]),
        kind: t(kindText[rule.kind]).toLocaleLowerCase(),
        value,
      }),
    ]
  })
  return words.length === 0 ? t('admin.groups.noRules') : words.join(' · ')
}

type NewProps = { onCreated: (id: string) => void; onClose: () => void }

function NewGroupDialog({ onCreated, onClose }: NewProps) {
  const act = useAct()
  const [name, setName] = useState('')
  const [problem, setProblem] = useState<string>()
  const [create, busy] = useSingleFlight(async () => {
    let id = ''
    const error = await act(async () => {
      id = (await client.call('createGroup', { body: { name } })).group.id
    })
    if (error) setProblem(failureWithReason(error, 'admin.groups.failed'))
    else onCreated(id)
  })
  return (
    <FormDialog
      title={t('admin.groups.new')}
      action={t('admin.groups.create')}
      busyAction={t('admin.groups.creating')}
      busy={busy}
      disabled={name.trim() === ''}
      problem={problem}
      onSubmit={(event) => {
        event.preventDefault()
        void create()
      }}
      onClose={onClose}
    >
      <GroupName value={name} onChange={setName} />
    </FormDialog>
  )
}
