/** A part of the app could not be fetched: the server is away, or has another release by now. */
export class PartNotFetched extends Error {
  override readonly name = 'PartNotFetched'

  constructor(cause: unknown) {
    super('a part of the app could not be fetched', { cause })
  }
}
