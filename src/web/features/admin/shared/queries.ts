import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query'
import type { OwnTextPage } from '#contract/operations/branding/own-text-limits.ts'
import type { ReportCase } from '#contract/operations/cases.ts'
import { client } from '#web/accounts/client.ts'

const SECOND = 1000

/** All answers that only an administrator gets lie below it. */
export const adminKey = ['admin'] as const

/** One page of a list, as it is asked for. */
type ListView<Filter extends string> = {
  readonly page: number
  readonly search: string
  readonly filter: Filter
}

export type UserFilter = 'all' | 'active' | 'inactive' | 'pro'
export type FileFilter = 'all' | 'active' | 'expired' | 'damaged'
export type AuditFilter = 'all' | 'session' | 'account' | 'user' | 'file' | 'report' | 'service'

export type CaseFilter = 'open' | 'appealed' | 'decided' | 'all'

/** Days as a date field has them, both within; empty for no end. */
export type AuditDays = { readonly from: string; readonly to: string }

export const dashboardQuery = queryOptions({
  queryKey: [...adminKey, 'dashboard'],
  queryFn: ({ signal }) => client.call('adminDashboard', { signal }),
})

export const newsQuery = queryOptions({
  queryKey: [...adminKey, 'news'],
  staleTime: Number.POSITIVE_INFINITY,
  queryFn: ({ signal }) => client.call('news', { signal }),
})

export const identityQuery = queryOptions({
  queryKey: [...adminKey, 'identity'],
  queryFn: ({ signal }) => client.call('identity', { signal }),
})

export function ownTextQuery(page: OwnTextPage) {
  return queryOptions({
    queryKey: [...adminKey, 'own text', page],
    queryFn: ({ signal }) => client.call('ownTerms', { query: { page }, signal }),
  })
}

export const systemQuery = queryOptions({
  queryKey: [...adminKey, 'system'],
  queryFn: ({ signal }) => client.call('adminSystem', { signal }),
  refetchInterval: 15 * SECOND,
})

/** Asked again and again as long as the admin area is open, which is also how someone who lost the role finds out. */
export const maintenanceQuery = queryOptions({
  queryKey: [...adminKey, 'maintenance'],
  queryFn: ({ signal }) => client.call('maintenance', { signal }),
  refetchInterval: 5 * SECOND,
  refetchOnWindowFocus: 'always',
})

export const settingsQuery = queryOptions({
  queryKey: [...adminKey, 'settings'],
  staleTime: SECOND,
  queryFn: async ({ signal }) => (await client.call('settings', { signal })).settings,
})

export const groupsQuery = queryOptions({
  queryKey: [...adminKey, 'groups'],
  queryFn: async ({ signal }) => (await client.call('groups', { signal })).groups,
})

export function userPolicyQuery(id: string) {
  return queryOptions({
    queryKey: [...adminKey, 'user policy', id],
    queryFn: ({ signal }) => client.call('userPolicy', { params: { id }, signal }),
  })
}

export const invitationsQuery = queryOptions({
  queryKey: [...adminKey, 'invitations'],
  queryFn: async ({ signal }) => (await client.call('invitations', { signal })).invitations,
})

/** Remaining tasks of the set-up; the server tests each part for it. */
export const setupQuery = queryOptions({
  queryKey: [...adminKey, 'setup'],
  staleTime: SECOND,
  queryFn: async ({ signal }) => (await client.call('setup', { signal })).setup,
})

export const backupsQuery = queryOptions({
  queryKey: [...adminKey, 'backups'],
  queryFn: ({ signal }) => client.call('backups', { signal }),
  refetchInterval: ({ state }) =>
    state.data?.backups.some((backup) => backup.state === 'running') ? 2 * SECOND : false,
})

export function usersQuery(query: ListView<UserFilter>) {
  return queryOptions({
    queryKey: [...adminKey, 'users', query],
    queryFn: ({ signal }) => client.call('adminUsers', { query, signal }),
    placeholderData: keepPreviousData,
  })
}

export function userQuery(id: string) {
  return queryOptions({
    queryKey: [...adminKey, 'user', id],
    queryFn: ({ signal }) => client.call('adminUser', { params: { id }, signal }),
  })
}

export function filesQuery(query: ListView<FileFilter>) {
  return queryOptions({
    queryKey: [...adminKey, 'files', query],
    queryFn: ({ signal }) => client.call('adminFiles', { query, signal }),
    placeholderData: keepPreviousData,
  })
}

export function auditQuery(view: ListView<AuditFilter>, days: AuditDays) {
  const query = { ...view, ...spanOf(days) }
  return queryOptions({
    queryKey: [...auditKey, query],
    queryFn: ({ signal }) => client.call('auditLog', { query, signal }),
    placeholderData: keepPreviousData,
  })
}

export const auditKey = [...adminKey, 'audit'] as const

/** The moments between which the days lie, where the reader is. */
export function spanOf({ from, to }: AuditDays): { from?: string; to?: string } {
  return { ...(from && { from: startOf(from, 0) }), ...(to && { to: startOf(to, 1) }) }
}

function startOf(day: string, later: number): string {
  const date = new Date(`${day}T00:00`)
  date.setDate(date.getDate() + later)
  return date.toISOString()
}

export function casesQuery(query: ListView<CaseFilter>) {
  return queryOptions({
    queryKey: [...adminKey, 'reports', query],
    queryFn: ({ signal }) => client.call('adminReports', { query, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: 30 * SECOND,
  })
}

export function caseQuery(number: string) {
  return queryOptions({
    queryKey: [...adminKey, 'report', number],
    queryFn: ({ signal }) => client.call('adminReport', { params: { n: number }, signal }),
    // The hashes of what is disabled are taken a moment later; what cannot be read gets none, and is asked for ever less often.
    refetchInterval: ({ state: { data, dataUpdateCount } }) =>
      data && mayGetHashes(data.case) && dataUpdateCount < 12
        ? Math.min(30 * SECOND, 2 ** dataUpdateCount * (SECOND / 4))
        : false,
  })
}

function mayGetHashes({ transfer, hashes }: ReportCase): boolean {
  return transfer?.state === 'disabled' && transfer.locked === null && hashes.length === 0
}

export function blockListQuery(query: { readonly page: number; readonly search: string }) {
  return queryOptions({
    queryKey: [...adminKey, 'block list', query],
    queryFn: ({ signal }) => client.call('blockList', { query, signal }),
    placeholderData: keepPreviousData,
  })
}

/** Does something; resolves with why it failed, else when everything that is shown has been read anew. */
type Act = (work: () => Promise<unknown>) => Promise<Error | undefined>

/** How administrators change things. */
export function useAct(): Act {
  const queries = useQueryClient()
  return async (work) => {
    try {
      await work()
    } catch (error) {
      // The item, or the right to change it, may have changed meanwhile.
      void queries.invalidateQueries()
      return error instanceof Error ? error : new Error(String(error))
    }
    await queries.invalidateQueries()
    return undefined
  }
}
