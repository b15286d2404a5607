import './contents.css'
import { useEffect, useState } from 'react'
import { client } from '#web/accounts/client.ts'
import { t } from '#web/i18n/t.ts'
import { Contents } from './contents.tsx'

/** The files inside a transfer whose link opens by itself, for its sender to look through. */
export default function OwnContents({ id }: { id: string }) {
  const [found, setFound] = useState<{ files: number; more: boolean } | 'failed'>()
  useEffect(() => {
    const stop = new AbortController()
    client.call('members', { params: { id }, query: {}, signal: stop.signal }).then(
      ({ total, more = false }) => setFound({ files: total, more }),
      () => {
        if (!stop.signal.aborted) setFound('failed')
      },
    )
    return () => stop.abort()
  }, [id])
  if (found === 'failed') return <p role="alert">{t('contents.failed')}</p>
  return (
    found && (
      <Contents
        file={{ id, files: found.files, scan: 'checked' }}
        ticket={undefined}
        isOwn
        more={found.more}
      />
    )
  )
}
