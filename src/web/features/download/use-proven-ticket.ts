import { useEffect, useState } from 'react'
import { client } from '#web/accounts/client.ts'
import { proofHeaders } from './state/link-proof.ts'

/**
 * The ticket that opens a transfer: the one that is there, or, of a link whose code has been entered, one of its own, because
 * what a page only links to cannot bring a proof. `isComing` until then.
 */
export function useProvenTicket(
  id: string,
  ticket: string | undefined,
): { ticket: string | undefined; isComing: boolean } {
  const [own, setOwn] = useState<string>()
  const [failed, setFailed] = useState(false)
  const isWanted = ticket === undefined && Object.keys(proofHeaders(id)).length > 0
  useEffect(() => {
    if (!isWanted) return
    client
      .call('downloadTicket', { params: { id }, headers: proofHeaders(id), body: {} })
      .then((given) => setOwn(given.ticket))
      .catch(() => setFailed(true))
  }, [id, isWanted])
  return { ticket: ticket ?? own, isComing: isWanted && own === undefined && !failed }
}
