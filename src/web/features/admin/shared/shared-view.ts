/** Page number and search text that the lists of users and files share. */
export type SharedView = {
  readonly page: number
  readonly search: string
  readonly onPage: (page: number) => void
  /** Begins on the first page again. */
  readonly onSearch: (search: string) => void
}
