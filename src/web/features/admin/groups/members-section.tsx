import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Group } from '#contract/operations/groups/groups.ts'
import { t } from '#web/i18n/t.ts'
import { Button, IconButton } from '#web/ui/controls/button.tsx'
import { FormField } from '#web/ui/forms/form-field.tsx'
import { Icon } from '#web/ui/icons/icon.tsx'
import { SearchField } from '#web/ui/lists/search-field.tsx'
import { usersQuery } from '../shared/queries.ts'
import { EntriesField } from '../shared/typed-fields.tsx'
import type { Draft } from './use-group-draft.ts'

type Props = { draft: Draft; onChange: (part: Partial<Draft>) => void }

/** The people of a group: by hand, by the domain of their address, and by a claim of the provider. */
export function MembersSection({ draft, onChange }: Props) {
  const { members, domains, claims } = draft
  return (
    <section className="card" aria-labelledby="group-members">
      <div className="settings-head">
        <h2 id="group-members">{t('admin.groups.members')}</h2>
      </div>
      <div className="card-pad stack">
        <ByHand members={members} onChange={(next) => onChange({ members: next })} />
        <FormField label={t('admin.groups.domains')} hint={t('admin.groups.domainsHint')}>
          {(tie) => (
            <EntriesField
              tie={tie}
              value={domains.join(',')}
              onChange={(text) => onChange({ domains: entries(text.toLowerCase()) })}
            />
          )}
        </FormField>
        <FormField label={t('admin.groups.claims')} hint={t('admin.groups.claimsHint')}>
          {(tie) => (
            <EntriesField
              tie={tie}
              value={claims.join(',')}
              onChange={(text) => onChange({ claims: entries(text) })}
            />
          )}
        </FormField>
      </div>
    </section>
  )
}

function entries(text: string): string[] {
  return text.split(',').filter((entry) => entry !== '')
}

type Members = Group['members']

function ByHand({ members, onChange }: { members: Members; onChange: (members: Members) => void }) {
  const [search, setSearch] = useState('')
  const { data } = useQuery({
    ...usersQuery({ page: 1, search, filter: 'all' }),
    enabled: search !== '',
  })
  const found =
    search === '' ? [] : (data?.users ?? []).filter(({ id }) => !members.some((one) => one.id === id))
  return (
    <div className="stack-s">
      <b className="strong">{t('admin.groups.byHand')}</b>
      <ul className="plain-list">
        {members.map(({ id, username, email }) => (
          <li key={id} className="bar-row between">
            <span className="two-lines">
              <span className="break">{username}</span>
              <span className="xs muted break">{email}</span>
            </span>
            <IconButton
              label={t('admin.groups.removeMember', { name: username })}
              onClick={() => onChange(members.filter((one) => one.id !== id))}
            >
              <Icon name="close" />
            </IconButton>
          </li>
        ))}
      </ul>
      {members.length === 0 && <p className="small muted">{t('admin.groups.nobody')}</p>}
      <SearchField label={t('admin.groups.findPerson')} search={search} onSearch={setSearch} />
      <ul className="plain-list" aria-label={t('admin.groups.found')}>
        {found.slice(0, 5).map(({ id, username, email }) => (
          <li key={id} className="bar-row between">
            <span className="two-lines">
              <span className="break">{username}</span>
              <span className="xs muted break">{email}</span>
            </span>
            <Button
              aria-label={t('admin.groups.addNamed', { name: username })}
              onClick={() => {
                onChange([...members, { id, username, email }])
                setSearch('')
              }}
            >
              {t('admin.groups.addPerson')}
            </Button>
          </li>
        ))}
      </ul>
    </div>
  )
}
