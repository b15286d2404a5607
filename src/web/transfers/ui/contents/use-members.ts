import { useEffect, useRef, useState } from 'react'
import type { Member } from '#contract/transfers/members.ts'
import { client } from '#web/accounts/client.ts'

/** How many members one page of the list has; see src/contract/transfers/members.ts, which carries schemas. */
const pageLength = 100

/** A row of the list, which stands for itself before its member has come. */
export type Row = { readonly index: number }

export type Members = {
  /** One for each file that was found; undefined before the first answer. */
  readonly rows: readonly Row[] | undefined
  /** What stands in a row, if it has come. */
  at(index: number): Member | undefined
  /** Fetches the rows from `start` up to `end`, as far as they have not been asked for. */
  need(start: number, end: number): void
  /** Whether the latest call failed. */
  readonly failed: boolean
  retry(): void
}

type Found = { readonly rows: readonly Row[]; readonly pages: ReadonlyMap<number, readonly Member[]> }

/** The files inside a transfer whose path has a text in it, page by page as they come into sight. */
export function useMembers(id: string, ticket: string | undefined, search: string): Members {
  const [found, setFound] = useState<Found>()
  const [failed, setFailed] = useState(false)
  const [tries, setTries] = useState(0)
  /** Pages that were asked for since the search began, and what ends their calls. */
  const asked = useRef({ pages: new Set<number>(), ended: new AbortController() })

  async function fetchPage(page: number, { pages, ended }: typeof asked.current): Promise<void> {
    if (pages.has(page)) return
    pages.add(page)
    const { signal } = ended
    try {
      const query = { page, search, ...(ticket !== undefined && { ticket }) }
      const { members, total } = await client.call('members', { params: { id }, query, signal })
      setFailed(false)
      setFound((before) => {
        const same = page > 1 && before?.rows.length === total
        return {
          rows: same ? before.rows : Array.from({ length: total }, (_, index) => ({ index })),
          pages: new Map(same ? before.pages : []).set(page, members),
        }
      })
    } catch {
      if (signal.aborted) return
      pages.delete(page)
      setFailed(true)
    }
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever another list is wanted
  useEffect(() => {
    const now = { pages: new Set<number>(), ended: new AbortController() }
    asked.current = now
    void fetchPage(1, now)
    return () => now.ended.abort()
  }, [id, ticket, search, tries])

  return {
    rows: found?.rows,
    at: (index) => found?.pages.get(Math.floor(index / pageLength) + 1)?.[index % pageLength],
    need(start, end) {
      if (failed) return
      const last = Math.min(end, found?.rows.length ?? 0) - 1
      for (
        let page = Math.floor(start / pageLength) + 1;
        page <= Math.floor(last / pageLength) + 1;
        page += 1
      )
        void fetchPage(page, asked.current)
    },
    failed,
    retry: () => setTries(tries + 1),
  }
}
