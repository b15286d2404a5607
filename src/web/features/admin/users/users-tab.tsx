import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { AdminUser } from '#contract/operations/admin.ts'
import { formatDate } from '#web/i18n/format/format.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { ConfirmDialog } from '#web/ui/dialogs/confirm-dialog.tsx'
import { closeAndNotify, closeOwn } from '#web/ui/dialogs/use-modal.ts'
import { Icon } from '#web/ui/icons/icon.tsx'
import { PanelIcon } from '#web/ui/icons/panel-icon.tsx'
import { failureWithReason } from '#web/ui/messages/failure-text.ts'
import { client } from '../../../accounts/client.ts'
import { useSession } from '../../../accounts/session.ts'
import { t } from '../../../i18n/t.ts'
import { useServiceConfig } from '../../../service/service-config.ts'
import { ExactTime } from '../../../ui/facts/facts.tsx'
import type { Column } from '../../../ui/lists/data-table.tsx'
import { FilterButtons } from '../../../ui/lists/list-controls.tsx'
import { SearchField } from '../../../ui/lists/search-field.tsx'
import { WhyDialog } from '../groups/why-dialog.tsx'
import { DeletionDialog } from '../shared/deletion-dialog.tsx'
import { ListView, RowActions } from '../shared/list-view.tsx'
import { type UserFilter, useAct, usersQuery } from '../shared/queries.ts'
import { panelId } from '../shared/tab-list.tsx'
import type { SharedView } from '../shared/tabs.ts'
import { StorageUse } from '../shared/totals.tsx'
import { InviteDialog } from './invite-dialog.tsx'
import { PlanBadge, StatusBadge, UserDetails } from './user-details.tsx'
import { UserForm } from './user-form.tsx'

/** The open dialog and its user; a new one has none yet. */
type Open =
  | { readonly what: 'details' | 'form' | 'factors' | 'why' | 'deletion'; readonly user: AdminUser }
  | { readonly what: 'new' | 'invite' }

/** All users. */
export function UsersTab({ view: { page, search, onPage, onSearch } }: { view: SharedView }) {
  const session = useSession()
  const hasPlans = useServiceConfig().plans !== 'hidden'
  const [filter, setFilter] = useState<UserFilter>('all')
  const [open, setOpen] = useState<Open>()
  const { data, ...query } = useQuery(usersQuery({ page, search, filter }))
  const close = closeOwn(open, setOpen)
  const ownId = session.status === 'user' ? session.user.id : undefined
  function choose(next: UserFilter) {
    setFilter(next)
    onPage(1)
  }
  return (
    <>
      <div className="bar-row between">
        <div className="bar-row list-tools">
          <SearchField label={t('admin.users.search')} search={search} onSearch={onSearch} />
          <FilterButtons
            label={t('admin.users.filter')}
            options={[
              { value: 'all', text: t('admin.filter.all') },
              { value: 'active', text: t('admin.filter.active') },
              { value: 'inactive', text: t('admin.filter.inactive') },
              ...(hasPlans ? [{ value: 'pro', text: t('badge.pro') } as const] : []),
            ]}
            value={filter}
            onChange={choose}
          />
        </div>
        <div className="bar-row">
          <Button onClick={() => setOpen({ what: 'invite' })}>
            <Icon name="mail" />
            {t('admin.invite.action')}
          </Button>
          <Button variant="primary" onClick={() => setOpen({ what: 'new' })}>
            <PanelIcon name="plus" />
            {t('admin.users.add')}
          </Button>
        </div>
      </div>
      <ListView
        caption={t('admin.tab.users')}
        columns={[
          ...columns(hasPlans),
          {
            key: 'actions',
            label: t('admin.actions'),
            kind: 'actions',
            cell: (user) => (
              <RowActions
                name={user.username}
                onView={() => setOpen({ what: 'details', user })}
                onEdit={() => setOpen({ what: 'form', user })}
                onDelete={() => setOpen({ what: 'deletion', user })}
              />
            ),
          },
        ]}
        keyOf={({ id }) => id}
        empty={t('admin.users.none')}
        loaded={{ list: data && { ...data, rows: data.users }, ...query }}
        page={page}
        onPage={onPage}
        chosenBy={`${filter} ${search}`}
      />
      {open?.what === 'details' && (
        <UserDetails
          user={open.user}
          onEdit={(user) => setOpen({ what: 'form', user })}
          onWhy={(user) => setOpen({ what: 'why', user })}
          onResetFactors={(user) => setOpen({ what: 'factors', user })}
          onClose={close}
        />
      )}
      {open?.what === 'why' && <WhyDialog user={open.user} onClose={close} />}
      {open?.what === 'factors' && <ResetFactorsDialog user={open.user} onClose={close} />}
      {open?.what === 'invite' && <InviteDialog onClose={close} />}
      {open?.what === 'new' && <UserForm onClose={close} />}
      {open?.what === 'form' && <UserForm user={open.user} onClose={close} />}
      {open?.what === 'deletion' && (
        <DeletionDialog
          name={open.user.username}
          text={t(open.user.id === ownId ? 'admin.users.ownDeletionText' : 'admin.users.deletionText')}
          action={t('admin.users.delete')}
          failed="admin.users.deleteFailed"
          onDelete={() => client.call('deleteUser', { params: { id: open.user.id } })}
          onClose={close}
        />
      )}
    </>
  )
}

function columns(hasPlans: boolean): Column<AdminUser>[] {
  return [
    {
      key: 'user',
      label: t('admin.users.user'),
      kind: 'first',
      cell: ({ username, id }) => (
        <span className="two-lines">
          <b className="strong break">{username}</b>
          <span className="xs muted num">{t('admin.users.idOf', { id })}</span>
        </span>
      ),
    },
    {
      key: 'email',
      label: t('account.email'),
      cell: ({ email }) => <span className="break">{email}</span>,
    },
    { key: 'status', label: t('admin.users.status'), cell: (user) => <StatusBadge user={user} /> },
    ...(hasPlans
      ? [{ key: 'plan', label: t('admin.users.plan'), cell: (user: AdminUser) => <PlanBadge user={user} /> }]
      : []),
    { key: 'storage', label: t('admin.users.storage'), cell: (user) => <StorageUse user={user} /> },
    {
      key: 'joined',
      label: t('admin.users.joined'),
      cell: ({ createdAt }) => (
        <ExactTime className="num nowrap" at={createdAt}>
          {formatDate(Date.parse(createdAt))}
        </ExactTime>
      ),
    },
  ]
}

/** Resets a user's lost second step, after a confirmation. */
function ResetFactorsDialog({ user, onClose }: { user: AdminUser; onClose: () => void }) {
  const act = useAct()
  const name = user.username
  async function reset() {
    const error = await act(() => client.call('resetFactors', { params: { id: user.id } }))
    if (error) return failureWithReason(error, 'admin.users.resetFactorsFailed')
    closeAndNotify(onClose, panelId, t('admin.users.factorsReset', { name }))
    return undefined
  }
  return (
    <ConfirmDialog
      title={t('admin.users.resetFactorsOf', { name })}
      text={t('admin.users.resetFactorsText')}
      action={t('admin.users.resetFactors')}
      busyAction={t('admin.users.resettingFactors')}
      onConfirm={reset}
      onClose={onClose}
    />
  )
}
