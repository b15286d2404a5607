import './contacts.css'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError } from '#client/api-error.ts'
import type { Contact } from '#contract/accounts/contacts.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { closeAndNotify, closeOwn } from '#web/ui/dialogs/use-modal.ts'
import { client } from '../../accounts/client.ts'
import { t } from '../../i18n/t.ts'
import { defineSearch } from '../../router/search.ts'
import { useSearch } from '../../router/use-search.ts'
import { contactsKey, contactsQuery, statsQuery } from '../../service/queries.ts'
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx'
import { PanelIcon } from '../../ui/icons/panel-icon.tsx'
import { Pager, useClampedPage } from '../../ui/lists/list-controls.tsx'
import { SearchField } from '../../ui/lists/search-field.tsx'
import { WaitingRows } from '../../ui/lists/waiting-rows.tsx'
import { failureWithReason } from '../../ui/messages/failure-text.ts'
import { ListProblem } from '../../ui/page/problems.tsx'
import { useDocumentTitle } from '../../ui/page/title.tsx'
import { ContactCard } from './contact-card.tsx'
import { ContactForm } from './contact-form.tsx'
import { ShareFile } from './share-file.tsx'

/** Divides by two and three, as the cards stand. */
const pageSize = 24

const contactsSearch = defineSearch((query) => ({ search: query.text('search'), page: query.count('page') }))

/** The open dialog and its contact. */
type Doing =
  | { readonly what: 'add' }
  | { readonly what: 'edit' | 'share' | 'delete'; readonly contact: Contact }

/** The people that someone keeps to send files to. */
export default function ContactsPage() {
  useDocumentTitle(t('portal.contacts'))
  const [{ search, page }, change] = useSearch(contactsSearch)
  const setPage = (next: number) => change({ page: next })
  const [doing, setDoing] = useState<Doing>()
  const { data, isError, isPlaceholderData, refetch } = useQuery({
    ...contactsQuery({ page, pageSize, search }),
    placeholderData: keepPreviousData,
  })
  useClampedPage(page, isPlaceholderData ? undefined : data, setPage)
  const close = closeOwn(doing, setDoing)
  const add = () => setDoing({ what: 'add' })
  return (
    <div className="stack">
      <div className="bar-row between">
        <h1>{t('portal.contacts')}</h1>
        <Button variant="primary" onClick={add}>
          <PanelIcon name="plus" />
          {t('contacts.add')}
        </Button>
      </div>
      <SearchField
        label={t('contacts.search')}
        search={search}
        onSearch={(wanted) => change({ search: wanted, page: 1 })}
      />
      {!data && (
        <div className="card">
          {isError ? <ListProblem onRetry={() => refetch()} /> : <WaitingRows rows={3} />}
        </div>
      )}
      {data?.total === 0 && (
        <p className="card empty">{t(search === '' ? 'contacts.none' : 'contacts.noMatch')}</p>
      )}
      {data && data.total > 0 && (
        <section className="stack" aria-label={t('portal.contacts')}>
          <ul className="cards">
            {data.contacts.map((contact) => (
              <ContactCard
                key={contact.id}
                contact={contact}
                onShare={() => setDoing({ what: 'share', contact })}
                onEdit={() => setDoing({ what: 'edit', contact })}
                onDelete={() => setDoing({ what: 'delete', contact })}
              />
            ))}
          </ul>
          {data.total > pageSize && (
            <Pager page={page} pageSize={pageSize} total={data.total} onPage={setPage} />
          )}
        </section>
      )}
      <p className="vh" role="status">
        {data && t('contacts.count', { count: data.total })}
      </p>
      {doing?.what === 'add' && <ContactForm onClose={close} />}
      {doing?.what === 'edit' && <ContactForm contact={doing.contact} onClose={close} />}
      {doing?.what === 'share' && <ShareFile contact={doing.contact} onClose={close} />}
      {doing?.what === 'delete' && <DeleteContact contact={doing.contact} onClose={close} />}
    </div>
  )
}

/** Deletes a contact, after a confirmation. */
function DeleteContact({ contact, onClose }: { contact: Contact; onClose: () => void }) {
  const queries = useQueryClient()
  async function remove() {
    try {
      await client.call('deleteContact', { params: { id: contact.id } })
    } catch (error) {
      const isGone = error instanceof ApiError && error.code === 'CONTACT_NOT_FOUND'
      if (!isGone) return failureWithReason(error, 'contacts.deleteFailed')
    }
    await Promise.all([
      queries.invalidateQueries({ queryKey: contactsKey }),
      queries.invalidateQueries(statsQuery),
    ])
    closeAndNotify(onClose, 'main', t('contacts.deleted', { name: contact.name }))
    return undefined
  }
  return (
    <ConfirmDialog
      title={t('deletion.deleteNamed', { name: contact.name })}
      action={t('contacts.deleteContact')}
      busyAction={t('deletion.deleting')}
      onConfirm={remove}
      onClose={onClose}
    />
  )
}
