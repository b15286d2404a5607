import { type AddressParts, addressOf } from './address-of.ts'
import { networkError } from './api-error.ts'
import { failureOf } from './read-answer.ts'

type Options = Pick<AddressParts, 'params' | 'query'> & {
  /** Origin without a trailing slash; empty for the page's own. */
  baseUrl: string
  path: string
  /** The bearer to send, if there is one. */
  token: string | undefined
  headers?: Readonly<Record<string, string>>
}

/**
 * Fetches a file that a call answers, whole, with the name that the server gives it.
 * @throws ApiError
 */
export async function fetchFile({
  baseUrl,
  path,
  token,
  headers,
  ...parts
}: Options): Promise<{ name: string; content: Blob }> {
  try {
    const response = await fetch(addressOf(baseUrl, { path }, parts), {
      headers: { ...(token !== undefined && { authorization: `Bearer ${token}` }), ...headers },
    })
    if (response.ok) {
      const [, name = ''] = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '') ?? []
      return { name, content: await response.blob() }
    }
    const { status } = response
    throw failureOf({ status, text: await response.text(), retryAfter: response.headers.get('retry-after') })
  } catch (error) {
    throw error instanceof TypeError ? networkError(error) : error
  }
}
