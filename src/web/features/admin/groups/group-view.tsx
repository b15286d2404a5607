import '../settings/settings.css'
import { useState } from 'react'
import type { Group } from '#contract/operations/groups/groups.ts'
import { client } from '#web/accounts/client.ts'
import { t } from '#web/i18n/t.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { FormField } from '#web/ui/forms/form-field.tsx'
import { Icon } from '#web/ui/icons/icon.tsx'
import { DeletionDialog } from '../shared/deletion-dialog.tsx'
import { SaveBar } from '../shared/save-bar.tsx'
import { MembersSection } from './members-section.tsx'
import { RuleRow } from './rule-row.tsx'
import { levelName, ruleSections } from './rule-texts.ts'
import { useGroupDraft } from './use-group-draft.ts'

const fixed: readonly string[] = ['instance', 'guests', 'pro', 'free']

/** One group, or a level that always exists: its rules, and its people. */
export function GroupView({ group, onBack }: { group: Group; onBack: () => void }) {
  const { draft, wrong, busy, count, isChanged, change, save, discard } = useGroupDraft(group)
  const [isDeleting, setDeleting] = useState(false)
  const isFixed = fixed.includes(group.id)
  const name = levelName(group)
  return (
    <form
      className="stack group-view"
      noValidate
      aria-label={name}
      onSubmit={(event) => {
        event.preventDefault()
        save()
      }}
    >
      <div className="bar-row">
        <Button variant="quiet" onClick={onBack}>
          <Icon name="back" />
          {t('admin.groups.back')}
        </Button>
      </div>
      <h2 tabIndex={-1}>{name}</h2>
      {!isFixed && (
        <div className="card card-pad">
          <GroupName value={draft.name} onChange={(name) => change({ name })} />
        </div>
      )}
      {ruleSections.map(({ title, rules }) => (
        <section key={title} className="card" aria-labelledby={title}>
          <div className="settings-head">
            <h2 id={title}>{t(title)}</h2>
          </div>
          {rules.map((rule) => (
            <RuleRow
              key={rule}
              name={rule}
              rule={draft.rules[rule]}
              isChanged={isChanged(rule)}
              isWrong={wrong.has(rule)}
              onChange={(next) => change({ rules: { ...draft.rules, [rule]: next } })}
            />
          ))}
        </section>
      ))}
      {!isFixed && <MembersSection draft={draft} onChange={change} />}
      <SaveBar count={count} busy={busy} onDiscard={discard} />
      {!isFixed && (
        <div>
          <Button variant="danger" onClick={() => setDeleting(true)}>
            {t('admin.groups.delete')}
          </Button>
        </div>
      )}
      {isDeleting && (
        <DeletionDialog
          name={name}
          text={t('admin.groups.deletionText', { count: group.members.length })}
          action={t('admin.groups.delete')}
          failed="admin.groups.failed"
          onDelete={async () => {
            await client.call('deleteGroup', { params: { id: group.id } })
            onBack()
          }}
          onClose={() => setDeleting(false)}
        />
      )}
    </form>
  )
}

type Props = { value: string; onChange: (name: string) => void }

/** The name of a group. */
export function GroupName({ value, onChange }: Props) {
  return (
    <FormField label={t('admin.groups.name')}>
      {(field) => (
        <input
          className="input"
          {...field}
          autoComplete="off"
          maxLength={60}
          value={value}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
    </FormField>
  )
}
