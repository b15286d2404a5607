import { manageTokenHeader, versionHeader } from '#contract/headers.ts'
import type { ManagedTransfer } from '#contract/transfers/manage.ts'

/** Access to manage a transfer: its reference, and the token of a manage link unless the account owns it. */
export type ManageAccess = { readonly ref: string; readonly token: string | undefined }

/** Headers of a change: the token, and the version that the page shows. */
export function manageHeaders({ token }: ManageAccess, transfer?: ManagedTransfer): Record<string, string> {
  return {
    ...(token !== undefined && { [manageTokenHeader]: token }),
    ...(transfer && { [versionHeader]: `"${transfer.version}"` }),
  }
}
