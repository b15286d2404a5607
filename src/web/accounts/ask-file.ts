import { fetchFile } from '#client/fetch-file.ts'
import { routes } from '#contract/routes.ts'
import { freshToken } from './fresh-token.ts'

/** Calls that answer a file, and want to know who asks. */
type FileCall =
  | 'exportAccount'
  | 'exportAuditLog'
  | 'exportOwnTerms'
  | 'transferReceipt'
  | 'reportedContent'
  | 'transparency'

type Parts = {
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string | undefined>>
  readonly headers?: Readonly<Record<string, string>>
}

/**
 * Fetches the file that a call answers to the account, whole, with the name that the server gives it.
 * @throws ApiError when the server refuses or cannot be reached
 */
export async function askFile(call: FileCall, parts: Parts = {}): Promise<{ name: string; content: Blob }> {
  const { path } = routes[call]
  return fetchFile({ baseUrl: '', path, ...parts, token: await freshToken() })
}
