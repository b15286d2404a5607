/** Where the lists of users and files stand: they share one page number and one search text. */
export type SharedView = {
  readonly page: number
  readonly search: string
  readonly onPage: (page: number) => void
  /** Begins on the first page again. */
  readonly onSearch: (search: string) => void
}
