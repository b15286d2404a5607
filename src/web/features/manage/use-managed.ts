import { useCallback, useEffect, useRef, useState } from 'react'
import { ApiError } from '#client/api-error.ts'
import { endToEndMethod } from '#contract/transfers/end-to-end.ts'
import type { ManagedTransfer } from '#contract/transfers/manage.ts'
import { client } from '#web/accounts/client.ts'
import type { TextKey } from '#web/i18n/t.ts'
import { activity } from '#web/transfers/store/active.ts'
import { isGone } from '#web/transfers/store/is-gone.ts'
import { forgetSentHere, updateSentHere } from '#web/transfers/store/sent-here.ts'
import { failureWithReason } from '#web/ui/messages/failure-text.ts'
import { type ManageAccess, manageHeaders } from './manage-access.ts'

/** The transfer as the page shows it. `ended` is one that this page has ended. */
type ManagedState =
  | { readonly phase: 'loading' }
  | { readonly phase: 'missing' | 'unreachable'; readonly error: unknown }
  | { readonly phase: 'ended'; readonly transfer: ManagedTransfer }
  | { readonly phase: 'ready'; readonly transfer: ManagedTransfer; readonly changedAt: number | undefined }

/**
 * Sends one change with these headers; resolves with the changed transfer, null when the change ended it, or undefined when the
 * answer does not have it, and it is read again.
 */
type Change = (
  headers: Record<string, string>,
  ref: string,
) => Promise<{ transfer: ManagedTransfer | null | undefined }>

export type Managed = {
  readonly state: ManagedState
  readonly access: ManageAccess
  reload(): Promise<void>
  /**
   * Makes a change, after all that were requested before it. Resolves with undefined, or with the reason of its failure: below
   * `otherwise`, or as that words it.
   */
  change(make: Change, otherwise: TextKey | ((error: unknown) => string)): Promise<string | undefined>
}

/**
 * Reads a transfer and changes it. A change that conflicts with a newer version shows that one instead. If it cannot be read
 * again, the page and everything typed into it stays.
 */
export function useManaged(access: ManageAccess): Managed {
  const { ref, token } = access
  const [state, setState] = useState<ManagedState>({ phase: 'loading' })

  const load = useCallback(
    async (changedAt?: number, signal?: AbortSignal) => {
      try {
        const headers = manageHeaders({ ref, token })
        const { transfer } = await client.call('managedTransfer', {
          params: { ref },
          headers,
          ...(signal && { signal }),
        })
        setState({ phase: 'ready', transfer, changedAt })
        return transfer
      } catch (error) {
        if (signal?.aborted) return undefined
        const isMissing = isGone(error) || isWrongToken(error)
        setState((shown) =>
          isMissing
            ? { phase: 'missing', error }
            : shown.phase === 'ready'
              ? shown
              : { phase: 'unreachable', error },
        )
        return undefined
      }
    },
    [ref, token],
  )
  // Keeps this browser's list of sent transfers up to date. An account that does not find the transfer leaves it listed,
  // because the manage link may still open it.
  useEffect(() => {
    if (state.phase === 'ended' || (state.phase === 'missing' && token !== undefined))
      forgetSentHere((sent) => sent.ref === ref)
    if (state.phase !== 'ready') return
    const { title, filename, encryptionMethod, expiresAt } = state.transfer
    // This browser may know what an end-to-end encrypted transfer is called: the service does not.
    const isSealed = encryptionMethod === endToEndMethod
    updateSentHere(ref, { expiresAt, ...(!isSealed && { name: title ?? filename }) })
  }, [state, ref, token])
  useEffect(() => {
    const stop = new AbortController()
    void load(undefined, stop.signal)
    return () => stop.abort()
  }, [load])

  // Each change waits for the previous one and is sent with the version that it produced: to the server, an earlier change of
  // this page is like one made elsewhere. After a change made elsewhere, waiting changes are refused, too, because they were
  // made without seeing it.
  const last = useRef<Promise<ManagedTransfer>>(undefined)
  const change: Managed['change'] = async (make, otherwise) => {
    if (state.phase !== 'ready') return undefined
    const before = last.current
    const turn = Promise.withResolvers<ManagedTransfer>()
    last.current = turn.promise
    const own = await before
    let now = own && own.version > state.transfer.version ? own : state.transfer
    try {
      const { transfer } = await make(manageHeaders(access, now), ref)
      activity.recordChange(transfer === null ? now.linkId : undefined)
      if (transfer === undefined) {
        now = (await load()) ?? now
      } else if (transfer) {
        now = transfer
        setState({ phase: 'ready', transfer, changedAt: undefined })
      } else setState({ phase: 'ended', transfer: now })
      return undefined
    } catch (error) {
      if (error instanceof ApiError && error.code === 'CHANGED_MEANWHILE') await load(Date.now())
      else if (isGone(error)) setState({ phase: 'missing', error })
      return typeof otherwise === 'function' ? otherwise(error) : failureWithReason(error, otherwise)
    } finally {
      turn.resolve(now)
    }
  }
  return { state, access, reload: async () => void (await load()), change }
}

function isWrongToken(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'INVALID_MANAGE_TOKEN'
}

/** Props of each part of the page. */
export type PartProps = { readonly managed: Managed; readonly transfer: ManagedTransfer }
