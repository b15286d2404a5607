import { useEffect, useState } from 'react'
import type { PublicRequest } from '#contract/requests/requests.ts'
import { fetchPart } from '#web/ui/lazy/fetch-part.ts'
import type { RequestKey } from './check-request-key.ts'

/** The key of a request, compared with the link that this page was opened with. */
export function useRequestKey({ lock, publicKey }: PublicRequest): RequestKey {
  const [said] = useState(() => /^#p=(.*)$/.exec(location.hash)?.[1])
  const [key, setKey] = useState<RequestKey>(() => first(lock, said))
  useEffect(() => {
    if (lock !== 'browser') return setKey(first(lock, said))
    let isHere = true
    void checkKey(publicKey, said).then((found) => isHere && setKey(found))
    return () => {
      isHere = false
    }
  }, [lock, publicKey, said])
  return key
}

async function checkKey(publicKey: string | undefined, said: string | undefined): Promise<RequestKey> {
  try {
    const { default: checkRequestKey } = await fetchPart(() => import('./check-request-key.ts'))
    return await checkRequestKey(publicKey, said)
  } catch {
    return { state: 'unable' }
  }
}

/** A link that says a key is for a request that is locked in browsers, whatever the service says. */
function first(lock: PublicRequest['lock'], said: string | undefined): RequestKey {
  if (lock === 'browser') return { state: 'checking' }
  return said === undefined ? { state: 'none' } : { state: 'wrong' }
}
