import type { ManagedTransfer } from '#contract/transfers/manage.ts'

/** What lets a page manage a transfer: its reference, and the token of a manage link unless the account does. */
export type ManageAccess = { readonly ref: string; readonly token: string | undefined }

/** What a change is sent with: the token, and the version that the page shows. */
export function manageHeaders({ token }: ManageAccess, transfer?: ManagedTransfer): Record<string, string> {
  return {
    ...(token !== undefined && { 'x-manage-token': token }),
    ...(transfer && { 'if-match': `"${transfer.version}"` }),
  }
}
