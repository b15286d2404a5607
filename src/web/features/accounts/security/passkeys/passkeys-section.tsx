import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Passkey } from '#contract/signing-in/passkeys.ts'
import { client } from '#web/accounts/client.ts'
import { t } from '#web/i18n/t.ts'
import { passkeysQuery, securityQuery } from '#web/service/queries.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { closeAndNotify, closeOwn } from '#web/ui/dialogs/use-modal.ts'
import { PanelIcon } from '#web/ui/icons/panel-icon.tsx'
import { SectionError } from '#web/ui/page/problems.tsx'
import { canUsePasskeys, fetchCeremonies } from '../../passkeys/passkeys.tsx'
import { FactorDialog } from '../factor-dialog.tsx'
import { RecoveryCodesDialog } from '../recovery-codes-dialog.tsx'
import { PasskeyRow, passkeyName } from './passkey-row.tsx'
import { RenamePasskeyDialog } from './rename-passkey-dialog.tsx'

const titleId = 'passkeys'

type Props = {
  username: string
  /** Called once a passkey is there and the recovery codes are saved. */
  onProtected?: () => void
}

type Open = { what: 'add' } | { what: 'rename' | 'remove'; passkey: Passkey }

/** Lists, adds, renames and removes the account's passkeys. */
export function PasskeysSection({ username, onProtected }: Props) {
  const queries = useQueryClient()
  const { data, isError, refetch } = useQuery(passkeysQuery)
  const { data: security } = useQuery(securityQuery)
  const [open, setOpen] = useState<Open>()
  const [codes, setCodes] = useState<readonly string[]>()
  const close = closeOwn(open, setOpen)
  const isOnlyFactor = data?.length === 1 && security?.totp === null

  async function reload() {
    await Promise.all([queries.invalidateQueries(passkeysQuery), queries.invalidateQueries(securityQuery)])
  }
  async function add(headers: Record<string, string>) {
    const { createPasskey } = await fetchCeremonies()
    const { challengeId, options } = await client.call('newPasskeyOptions', { headers })
    const response = await createPasskey(options)
    if (!response) return
    const added = await client.call('addPasskey', { body: { challengeId, response }, headers })
    await reload()
    if (added.codes) {
      setCodes(added.codes)
      return close()
    }
    closeAndNotify(close, titleId, t('passkeys.isAdded'))
    onProtected?.()
  }
  async function remove(headers: Record<string, string>, { id }: Passkey) {
    await client.call('removePasskey', { params: { id }, headers })
    await reload()
    closeAndNotify(close, titleId, t('passkeys.isRemoved'))
  }
  async function renamed() {
    await reload()
    closeAndNotify(close, titleId, t('passkeys.isRenamed'))
  }

  return (
    <section className="card" aria-labelledby={titleId}>
      <div className="head-row">
        <h2 id={titleId} tabIndex={-1}>
          {t('passkeys.title')}
        </h2>
        {canUsePasskeys() && (
          <Button onClick={() => setOpen({ what: 'add' })}>
            <PanelIcon name="plus" />
            {t('passkeys.add')}
          </Button>
        )}
      </div>
      <p className={data || isError ? 'section-about muted' : 'section-about awaited'}>
        {t(data?.length ? 'passkeys.about' : 'passkeys.none')}
        {!canUsePasskeys() && ` ${t('passkeys.notHere')}`}
      </p>
      {isError && !data && <SectionError text={t('passkeys.notLoaded')} onRetry={() => void refetch()} />}
      <ul className="sessions" aria-busy={!data}>
        {data?.map((passkey) => (
          <PasskeyRow
            key={passkey.id}
            passkey={passkey}
            isNeeded={isOnlyFactor && security?.required === true}
            onRename={() => setOpen({ what: 'rename', passkey })}
            onRemove={() => setOpen({ what: 'remove', passkey })}
          />
        ))}
      </ul>
      {open?.what === 'add' && (
        <FactorDialog
          title={t('passkeys.add')}
          text={t('passkeys.addText')}
          action={t('passkeys.add')}
          busyAction={t('passkeys.adding')}
          failed="passkeys.addFailed"
          onConfirm={add}
          onClose={close}
        />
      )}
      {open?.what === 'remove' && (
        <FactorDialog
          title={t('passkeys.removeTitle', { name: passkeyName(open.passkey) })}
          text={t(isOnlyFactor ? 'security.removeText' : 'passkeys.removeText')}
          action={t('passkeys.remove')}
          busyAction={t('passkeys.removing')}
          failed="passkeys.removeFailed"
          onConfirm={(headers) => remove(headers, open.passkey)}
          onClose={close}
        />
      )}
      {open?.what === 'rename' && (
        <RenamePasskeyDialog passkey={open.passkey} onRenamed={renamed} onClose={close} />
      )}
      {codes && (
        <RecoveryCodesDialog
          username={username}
          codes={codes}
          onClose={() => {
            closeAndNotify(() => setCodes(undefined), titleId, t('passkeys.isAdded'))
            onProtected?.()
          }}
        />
      )}
    </section>
  )
}
