import { fetchFile } from '#client/fetch-file.ts'
import { routes } from '#contract/routes.ts'
import { freshToken } from './fresh-token.ts'

/** Calls that answer a file, and want to know who asks. */
type FileCall = 'exportAccount' | 'exportAuditLog'

/**
 * Fetches the file that a call answers to the account, whole, with the name that the server gives it.
 * @throws ApiError when the server refuses or cannot be reached
 */
export async function askFile(
  call: FileCall,
  query: Readonly<Record<string, string | undefined>> = {},
): Promise<{ name: string; content: Blob }> {
  const { path } = routes[call]
  return fetchFile({ baseUrl: '', path, query, token: await freshToken() })
}
