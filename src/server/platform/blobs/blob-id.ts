const blobId = /^[A-Za-z0-9_-]{16,64}$/

/** What a blob id may be made of: the url-safe base64 alphabet. */
export const blobIdAlphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

export function isBlobId(text: string): boolean {
  return blobId.test(text)
}

/** @throws RangeError for anything that is not 16 to 64 url-safe characters, so that no path is ever built from it. */
export function requireBlobId(id: string): void {
  if (!isBlobId(id)) throw new RangeError('A blob id has 16 to 64 url-safe characters.')
}
