/** Entries on a page of a list. */
export const pageSize = 100

/** Hint after the entries of a page, if there is a next page. */
export function nextPageLines(page: string, total: number): string[] {
  const seen = Number(page) * pageSize
  return seen < total ? [`${total} in total. Next page: --page ${Number(page) + 1}`] : []
}
