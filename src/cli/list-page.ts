/** How many entries a page of a list on the command line has. */
export const pageSize = 100

/** Lines after the entries of a page that say how to see the next page, if there is one. */
export function nextPageLines(page: string, total: number): string[] {
  const seen = Number(page) * pageSize
  return seen < total ? [`${total} in all. The next page: --page ${Number(page) + 1}`] : []
}
