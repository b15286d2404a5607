import { manageTokenHeader, versionHeader } from '#contract/headers.ts'
import type { ManagedTransfer } from '#contract/transfers/manage.ts'
import { browserStore } from '#web/ui/browser/browser-store.ts'

/** Access to manage a transfer: its reference, and the token of a manage link unless the account owns it. */
export type ManageAccess = { readonly ref: string; readonly token: string | undefined }

/** Headers of a change: the token, and the version that the page shows. */
export function manageHeaders({ token }: ManageAccess, transfer?: ManagedTransfer): Record<string, string> {
  return {
    ...(token !== undefined && { [manageTokenHeader]: token }),
    ...(transfer && { [versionHeader]: `"${transfer.version}"` }),
  }
}

const storedName = 'restante.manage-link'

/**
 * Keeps the token of a manage link in this tab while its holder signs in: the address they come back to is in a query on the
 * way, where the token may not go. A browser that keeps nothing does not lead back.
 */
export function keepToken(id: string, token: string): void {
  try {
    browserStore('sessionStorage')?.setItem(storedName, JSON.stringify({ id, token }))
  } catch {}
}

export function forgetToken(): void {
  browserStore('sessionStorage')?.removeItem(storedName)
}

/** Token kept for this link; it stays until forgetToken. */
export function readToken(id: string): string | undefined {
  try {
    const kept: unknown = JSON.parse(browserStore('sessionStorage')?.getItem(storedName) ?? 'null')
    if (typeof kept !== 'object' || kept === null || !('id' in kept) || !('token' in kept)) return undefined
    return kept.id === id && typeof kept.token === 'string' && kept.token !== '' ? kept.token : undefined
  } catch {
    return undefined
  }
}
