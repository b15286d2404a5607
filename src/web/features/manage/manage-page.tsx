import { useEffect, useState } from 'react'
import { client } from '#web/accounts/client.ts'
import { navigate } from '#web/router/history.ts'
import { useLocation } from '#web/router/location.ts'
import { useParams } from '#web/router/routes.tsx'
import { forgetSentHere } from '#web/transfers/store/sent-here.ts'
import { mayPass } from '#web/ui/messages/failure-text.ts'
import { LoadingBox } from '#web/ui/page/loading-box.tsx'
import { forgetToken, readToken } from './manage-access.ts'
import { ManagedTransferView, ManageMissing } from './managed-transfer-view.tsx'

/** Page of a manage link. The token stands behind the `#`, which browsers never send to a server. */
export default function ManagePage() {
  const { fileId = '' } = useParams()
  const { pathname, hash } = useLocation()
  const token = hash.slice(1)
  // Back from signing in.
  const kept = token === '' ? readToken(fileId) : undefined
  useEffect(() => {
    forgetToken()
    if (kept !== undefined) navigate({ pathname, hash: kept }, { replace: true })
  }, [pathname, kept])
  if (kept !== undefined) return null
  return <BySecret key={`${fileId} ${token}`} id={fileId} token={token} />
}

type Found = { readonly ref: string } | { readonly error: unknown }

function BySecret({ id, token }: { id: string; token: string }) {
  const [found, setFound] = useState<Found>()
  const [tries, setTries] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another try looks again
  useEffect(() => {
    const stop = new AbortController()
    client.call('manageSession', { body: { id, token }, signal: stop.signal }).then(
      ({ ref }) => setFound({ ref }),
      (error: unknown) => {
        if (stop.signal.aborted) return
        if (!mayPass(error)) forgetSentHere((sent) => sent.id === id && sent.token === token)
        setFound({ error })
      },
    )
    return () => stop.abort()
  }, [id, token, tries])
  if (!found) return <LoadingBox />
  if ('ref' in found) return <ManagedTransferView access={{ ref: found.ref, token }} />
  const { error } = found
  return <ManageMissing error={error} onRetry={mayPass(error) ? () => setTries(tries + 1) : undefined} />
}
