import { useEffect, useRef, useState } from 'react'
import type { Member } from '#contract/transfers/members.ts'
import { client } from '#web/accounts/client.ts'

/** How many members one page of the list has; see src/contract/transfers/members.ts, which carries schemas. */
const pageLength = 100

/** A row of the list, which stands for itself before its member has come. */
export type Row = { readonly index: number }

export type Members = {
  /** One for each file that was found; undefined before the first answer, and where there is none. */
  readonly rows: readonly Row[] | undefined
  /** The file of a row, once loaded. */
  at(index: number): Member | undefined
  /** Fetches those rows from `start` up to `end` that have not been requested. */
  need(start: number, end: number): void
  /** Whether the latest call failed. */
  readonly failed: boolean
  retry(): void
}

type Found = { readonly rows: readonly Row[]; readonly pages: ReadonlyMap<number, readonly Member[]> }

/**
 * Requests of the current search: pages asked for, the controller that aborts their calls, and the number of files by the first
 * answer.
 */
type Asked = { readonly pages: Set<number>; readonly ended: AbortController; total: number | undefined }

function newAsked(): Asked {
  return { pages: new Set(), ended: new AbortController(), total: undefined }
}

/** The files inside a transfer whose path has a text in it, page by page as they come into sight. */
export function useMembers(id: string, ticket: string | undefined, search: string): Members {
  const [found, setFound] = useState<Found>()
  const [failed, setFailed] = useState(false)
  const [tries, setTries] = useState(0)
  const asked = useRef(newAsked())

  async function fetchPage(page: number, now: Asked): Promise<void> {
    const { pages, ended } = now
    if (pages.has(page)) return
    pages.add(page)
    const { signal } = ended
    try {
      const query = { page, search, ...(ticket !== undefined && { ticket }) }
      const { members, total } = await client.call('members', { params: { id }, query, signal })
      if (signal.aborted) return
      setFailed(false)
      if (page === 1) {
        now.total = total
        const rows = Array.from({ length: total }, (_, index) => ({ index }))
        setFound({ rows, pages: new Map([[1, members]]) })
      } else if (total === now.total)
        setFound((before) => before && { ...before, pages: new Map(before.pages).set(page, members) })
      // The transfer was changed meanwhile: there is another list.
      else setTries((before) => before + 1)
    } catch {
      if (signal.aborted) return
      pages.delete(page)
      // The rows shown are of another search.
      if (page === 1) setFound(undefined)
      setFailed(true)
    }
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever another list is wanted
  useEffect(() => {
    const now = newAsked()
    asked.current = now
    void fetchPage(1, now)
    return () => now.ended.abort()
  }, [id, ticket, search, tries])

  return {
    rows: found?.rows,
    at: (index) => found?.pages.get(Math.floor(index / pageLength) + 1)?.[index % pageLength],
    need(start, end) {
      const { total } = asked.current
      // The rows that are there may still be those of the search before.
      if (failed || total === undefined) return
      const last = Math.min(end, total) - 1
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
