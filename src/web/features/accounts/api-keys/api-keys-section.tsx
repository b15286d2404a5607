import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { ApiError } from '#client/api-error.ts'
import type { ApiKey } from '#contract/accounts/api-keys.ts'
import { client } from '#web/accounts/client.ts'
import { t } from '#web/i18n/t.ts'
import { apiKeysQuery } from '#web/service/queries.ts'
import { useServiceConfig } from '#web/service/service-config.ts'
import { SetBy } from '#web/service/set-by.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { ConfirmDialog } from '#web/ui/dialogs/confirm-dialog.tsx'
import { closeAndNotify, closeOwn } from '#web/ui/dialogs/use-modal.ts'
import { failureWithReason } from '#web/ui/messages/failure-text.ts'
import { SectionError } from '#web/ui/page/problems.tsx'
import { ApiKeyRow } from './api-key-row.tsx'
import { CreateApiKeyDialog } from './create-api-key-dialog.tsx'
import { type NewKey, NewKeyNote } from './new-key-note.tsx'

const titleId = 'api-keys'

/** Lists, creates and revokes the account's API keys. */
export function ApiKeysSection({ isAdmin }: { isAdmin: boolean }) {
  const queries = useQueryClient()
  const { data, isError, refetch } = useQuery(apiKeysQuery)
  const mayCreate = useServiceConfig().rules?.apiKeys !== 0
  const [creating, setCreating] = useState(false)
  const [keyToRevoke, setKeyToRevoke] = useState<ApiKey>()
  const [fresh, setFresh] = useState<NewKey>()

  async function show(key: NewKey) {
    setFresh(key)
    setCreating(false)
    await queries.invalidateQueries(apiKeysQuery)
  }

  function putAway() {
    flushSync(() => setFresh(undefined))
    document.getElementById(titleId)?.focus()
  }

  async function revoke({ id }: ApiKey): Promise<string | undefined> {
    try {
      await client.call('revokeApiKey', { params: { id } })
    } catch (error) {
      const isGone = error instanceof ApiError && error.code === 'API_KEY_NOT_FOUND'
      if (!isGone) return failureWithReason(error, 'apiKeys.revokeFailed')
    }
    if (fresh?.id === id) setFresh(undefined)
    await queries.invalidateQueries(apiKeysQuery)
    closeAndNotify(() => setKeyToRevoke(undefined), titleId, t('apiKeys.revoked'))
    return undefined
  }

  return (
    <section className="card" aria-labelledby={titleId}>
      <div className="head-row">
        <h2 id={titleId} tabIndex={-1}>
          {t('apiKeys.title')}
        </h2>
        {mayCreate && <Button onClick={() => setCreating(true)}>{t('apiKeys.new')}</Button>}
      </div>
      <p className="section-about muted">{t(mayCreate ? 'apiKeys.about' : 'apiKeys.none')}</p>
      <SetBy rules={['apiKeys']} />
      {fresh && <NewKeyNote fresh={fresh} onClose={putAway} />}
      {isError && !data && <SectionError text={t('apiKeys.notLoaded')} onRetry={() => void refetch()} />}
      <ul className="sessions" aria-busy={!data}>
        {data?.map((apiKey) => (
          <ApiKeyRow key={apiKey.id} apiKey={apiKey} onRevoke={() => setKeyToRevoke(apiKey)} />
        ))}
      </ul>
      {creating && (
        <CreateApiKeyDialog isAdmin={isAdmin} onCreated={show} onClose={() => setCreating(false)} />
      )}
      {keyToRevoke && (
        <ConfirmDialog
          title={t('apiKeys.revokeTitle', { name: keyToRevoke.name })}
          text={t('apiKeys.revokeText')}
          action={t('apiKeys.revoke')}
          busyAction={t('apiKeys.revoking')}
          onConfirm={() => revoke(keyToRevoke)}
          onClose={closeOwn(keyToRevoke, setKeyToRevoke)}
        />
      )}
    </section>
  )
}
