import './keys.css'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { mlKemAlgorithms } from '#contract/accounts/key-algorithms.ts'
import type { ServiceKeyAlgorithm } from '#contract/accounts/keys.ts'
import { t } from '../../i18n/t.ts'
import { filesKey, keysQuery, profileQuery, statsQuery } from '../../service/queries.ts'
import { useServiceConfig } from '../../service/service-config.ts'
import { closeAndNotify, closeOwn } from '../../ui/dialogs/use-modal.ts'
import { lazyPart } from '../../ui/lazy/lazy-part.tsx'
import { WaitingRows } from '../../ui/lists/waiting-rows.tsx'
import { SectionError } from '../../ui/page/problems.tsx'
import { ChangeKeyPasswordDialog } from './change-key-password-dialog.tsx'
import { DeleteKeyDialog } from './delete-key-dialog.tsx'
import { type KeyAct, KeyRow, RequestKeyRow } from './key-row.tsx'

const KeyDialog = lazyPart(() => import('./key-dialog.tsx'), null, 'keys')
const RequestKeyDialog = lazyPart(() => import('./request-key-dialog.tsx'), null, 'keys')
const algorithms: readonly ServiceKeyAlgorithm[] = [...mlKemAlgorithms.map(({ value }) => value), 'rsa']
const titleId = 'keys'

type Opened =
  | { readonly algorithm: ServiceKeyAlgorithm; readonly act: KeyAct }
  | { readonly requestKey: 'make' | 'delete' }

/** The account's key pairs, and the actions for each. */
export default function KeySection() {
  const queries = useQueryClient()
  const { data, isError, refetch } = useQuery(keysQuery)
  const { endToEnd } = useServiceConfig()
  const [open, setOpen] = useState<Opened>()
  const close = closeOwn(open, setOpen)
  const requestKey = data?.find(({ algorithm }) => algorithm === 'x-wing')

  async function finish(text: string) {
    await Promise.all([
      queries.invalidateQueries(keysQuery),
      queries.invalidateQueries({ queryKey: filesKey }),
      queries.invalidateQueries(statsQuery),
      // Files that went with the key took up storage.
      queries.invalidateQueries(profileQuery),
    ])
    closeAndNotify(close, titleId, text)
  }

  return (
    <section className="card">
      <div className="head-row">
        <h2 id={titleId} tabIndex={-1}>
          {t('keys.title')}
        </h2>
      </div>
      <div className="stack-s keys-about">
        <p>{t('keys.about')}</p>
        <p className="strong">{t('keys.cannotReset')}</p>
      </div>
      {isError && !data && <SectionError text={t('keys.notLoaded')} onRetry={() => void refetch()} />}
      {!data && !isError && <WaitingRows rows={algorithms.length} />}
      <ul className="keys" aria-busy={!data}>
        {data &&
          algorithms.map((algorithm) => (
            <KeyRow
              key={algorithm}
              algorithm={algorithm}
              pair={data.find((pair) => pair.algorithm === algorithm)}
              onAct={(act) => setOpen({ algorithm, act })}
            />
          ))}
        {data && (endToEnd.allowed || requestKey) && (
          <RequestKeyRow
            pair={requestKey}
            onMake={() => setOpen({ requestKey: 'make' })}
            onDelete={() => setOpen({ requestKey: 'delete' })}
          />
        )}
      </ul>
      <OpenDialog open={open} onDone={finish} onClose={close} />
    </section>
  )
}

function OpenDialog({
  open,
  onDone,
  onClose,
}: {
  open: Opened | undefined
  onDone: (text: string) => Promise<void>
  onClose: () => void
}) {
  if (!open) return null
  const made = () => onDone(t('keys.ready'))
  if ('requestKey' in open)
    return open.requestKey === 'make' ? (
      <RequestKeyDialog onMade={made} onClose={onClose} />
    ) : (
      <DeleteKeyDialog algorithm="x-wing" onDone={onDone} onClose={onClose} />
    )
  const { algorithm, act } = open
  if (act === 'make') return <KeyDialog algorithm={algorithm} onMade={made} onClose={onClose} />
  return act === 'change-password' ? (
    <ChangeKeyPasswordDialog algorithm={algorithm} onDone={onDone} onClose={onClose} />
  ) : (
    <DeleteKeyDialog algorithm={algorithm} onDone={onDone} onClose={onClose} />
  )
}
