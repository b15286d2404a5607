/** Rows read at a time. */
const pageLength = 500

/** All rows of a query, in the order of their ids, a page at a time. `find` gives those after an id, `limit` at most. */
export async function* inPages<Row extends { readonly id: string }>(
  find: (after: string, limit: number) => Promise<Row[]>,
): AsyncGenerator<Row, void> {
  let after = ''
  for (;;) {
    const rows = await find(after, pageLength)
    yield* rows
    const last = rows.at(-1)
    if (!last || rows.length < pageLength) return
    after = last.id
  }
}
