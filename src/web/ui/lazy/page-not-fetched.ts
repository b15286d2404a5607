/** A part of the app could not be fetched: the server is away, or has another release by now. */
export class PageNotFetched extends Error {
  override readonly name = 'PageNotFetched'

  constructor(cause: unknown) {
    super('a page could not be fetched', { cause })
  }
}
