import { addressOf } from '#client/address-of.ts'
import { type Client, createClient } from '#client/create-client.ts'
import { endpoints } from '#contract/endpoints.ts'
import { routes } from '#contract/routes.ts'
import { opened } from '#tests/support/accounts/accounts.ts'
import type { Amounts } from './fill-database.ts'

export const password = 'correct horse battery staple'
/** With which the server answers its metrics. */
export const metricsToken = 'a token that only the bench has'
type Call = () => Promise<unknown>

/** What is called by whom: info and ticket by anybody, the portal by someone with a twentieth of all files, the rest by an administrator. */
export async function callsOf(baseUrl: string, amounts: Amounts): Promise<Record<string, Call>> {
  const anybody = createClient({ baseUrl, schemas: endpoints })
  const admin = await signIn(baseUrl, 'root')
  const heavy = await signIn(baseUrl, 'heavy')
  const links = await ownLinks(heavy)
  const sent = await upload(baseUrl)
  return {
    ...guestCalls(anybody, links, sent),
    'small upload': () => upload(baseUrl),
    metrics: () => readMetrics(baseUrl),
    ...portalCalls(heavy, Math.floor(amounts.transfers / 20)),
    ...(await adminCalls(admin, amounts)),
  }
}

/** A backup takes longer than a session lives that is not renewed. */
const renewEveryMs = 5 * 60_000

export async function signIn(baseUrl: string, username: 'root' | 'heavy'): Promise<Client> {
  const anybody = createClient({ baseUrl, schemas: endpoints })
  const obtain = async () => opened(await anybody.call('login', { body: { username, password } })).token
  let token = await obtain()
  async function renew() {
    // Its server may have been stopped.
    token = await obtain().catch(() => token)
  }
  setInterval(() => void renew(), renewEveryMs).unref()
  return createClient({ baseUrl, schemas: endpoints, getToken: () => token })
}

async function readMetrics(baseUrl: string): Promise<void> {
  const answer = await fetch(`${baseUrl}/api/metrics`, {
    headers: { authorization: `Bearer ${metricsToken}` },
  })
  if (!answer.ok) throw new Error(`the metrics were answered with ${answer.status}`)
  await answer.text()
}

async function ownLinks(client: Client): Promise<string[]> {
  const ids: string[] = []
  for (let page = 1; page <= 10; page += 1) {
    const { files } = await client.call('ownFiles', { query: { page: page * 10, pageSize: 100 } })
    ids.push(...files.map(({ id }) => id))
  }
  return ids
}

async function upload(baseUrl: string): Promise<string> {
  const form = new FormData()
  form.append('file', new Blob([new Uint8Array(10_000)]), 'Prüfbericht.txt')
  const response = await fetch(addressOf(baseUrl, routes.upload), { method: 'POST', body: form })
  const { file } = endpoints.upload.reply.parse(await response.json())
  return file.id
}

function guestCalls(client: Client, links: readonly string[], sent: string): Record<string, Call> {
  let next = 0
  return {
    info() {
      next += 1
      return client.call('fileInfo', { params: { id: links[next % links.length] ?? sent } })
    },
    ticket: () => client.call('downloadTicket', { params: { id: sent }, body: {} }),
  }
}

function portalCalls(client: Client, files: number): Record<string, Call> {
  const list = (query: Record<string, string | number>) => () => client.call('ownFiles', { query })
  const last = Math.max(1, Math.floor(files / 20))
  return {
    'portal, first page': list({}),
    'portal, last page': list({ page: last }),
    'portal, last by name': list({ page: last, sort: 'name' }),
    'portal, middle by size': list({ page: Math.ceil(last / 2), sort: 'size' }),
    'portal, by downloads': list({ sort: 'downloads' }),
    'portal, recent': list({ filter: 'recent' }),
    'portal, search': list({ search: 'ICE' }),
    'portal, no hit': list({ search: 'nothing' }),
    'portal, stats': () => client.call('stats'),
    profile: () => client.call('profile'),
    contacts: () => client.call('contacts', { query: { page: 10 } }),
    'contacts, search': () => client.call('contacts', { query: { search: 'mail7' } }),
    notifications: () => client.call('notifications', { query: { page: 10 } }),
    unread: () => client.call('unreadNotifications'),
    'erasure preview': () => client.call('previewErasure'),
  }
}

async function adminCalls(client: Client, amounts: Amounts): Promise<Record<string, Call>> {
  const list =
    (name: 'adminUsers' | 'adminFiles' | 'auditLog', query: Record<string, string | number>) => () =>
      client.call(name, { query })
  const people = await client.call('adminUsers', {
    query: { pageSize: 100, page: Math.ceil(amounts.people / 300) },
  })
  const live = await client.call('adminFiles', {
    query: { pageSize: 100, page: Math.ceil(amounts.transfers / 300), filter: 'active' },
  })
  const users = people.users.map(({ id }) => id)
  const files = live.files.map(({ id }) => id)
  let made = 0
  const from = new Date(Date.now() - 20 * 24 * 60 * 60_000).toISOString()
  const to = new Date(Date.now() - 5 * 24 * 60 * 60_000).toISOString()
  return {
    dashboard: () => client.call('adminDashboard'),
    system: () => client.call('adminSystem'),
    'files, first page': list('adminFiles', {}),
    'files, middle page': list('adminFiles', { page: Math.ceil((amounts.transfers * 0.5) / 20) }),
    'files, last page': list('adminFiles', { page: Math.floor((amounts.transfers * 0.94) / 20) }),
    'files, active, deep': list('adminFiles', {
      filter: 'active',
      page: Math.floor((amounts.transfers * 0.6) / 20),
    }),
    'files, expired, deep': list('adminFiles', {
      filter: 'expired',
      page: Math.floor((amounts.transfers * 0.09) / 20),
    }),
    'files, search many': list('adminFiles', { search: 'größe' }),
    'files, search few': list('adminFiles', { search: 'report-777' }),
    'files, search none': list('adminFiles', { search: 'nothing of the kind' }),
    'files, search 2 signs': list('adminFiles', { search: '-7' }),
    'files, search 2, rare': list('adminFiles', { search: 'zq' }),
    'files, search 1 sign': list('adminFiles', { search: 'ü' }),
    'files, sender': list('adminFiles', { search: 'person-999' }),
    'files, many senders': list('adminFiles', { search: 'person' }),
    'files, active search': list('adminFiles', { filter: 'active', search: 'holiday' }),
    'files, expired search': list('adminFiles', { filter: 'expired', search: 'person-99' }),
    'users, first page': list('adminUsers', {}),
    'users, last page': list('adminUsers', { page: Math.floor(amounts.people / 20) }),
    'users, pro, deep': list('adminUsers', { filter: 'pro', page: Math.floor(amounts.people / 10 / 20) }),
    'users, inactive': list('adminUsers', { filter: 'inactive', page: 10 }),
    'users, search many': list('adminUsers', { search: 'mail7' }),
    'users, search few': list('adminUsers', { search: 'person-777' }),
    'users, search none': list('adminUsers', { search: 'nobody of the kind' }),
    'users, search 2 signs': list('adminUsers', { search: 'zq' }),
    'one user': () => client.call('adminUser', { params: { id: users[0] ?? '' } }),
    'change a user': () => {
      made += 1
      const id = users[made % users.length] ?? ''
      const name = `changed-${made}`
      const flags = { isActive: true, isPro: made % 2 === 0, storageLimit: 1000 }
      const body = { username: name, email: `${name}@example.org`, ...flags }
      return client.call('updateUser', { params: { id }, body })
    },
    // Files first: those of a deleted person are gone.
    'delete a file': () => client.call('adminDeleteFile', { params: { id: files.pop() ?? '' } }),
    'delete a user': () => client.call('deleteUser', { params: { id: users.pop() ?? '' } }),
    'audit, first page': list('auditLog', {}),
    'audit, last page': list('auditLog', { page: Math.floor(amounts.entries / 20) }),
    'audit, session, deep': list('auditLog', {
      filter: 'session',
      page: Math.floor((amounts.entries * 0.9) / 20),
    }),
    'audit, account': list('auditLog', { filter: 'account' }),
    'audit, days': list('auditLog', { from, to, page: 100 }),
    'audit, search many': list('auditLog', { search: 'person' }),
    'audit, search few': list('auditLog', { search: 'person-777', filter: 'session' }),
    'audit, search none': list('auditLog', { search: 'nobody of the kind' }),
    'audit, search 2 signs': list('auditLog', { search: 'zq' }),
    'clean up sessions': () => client.call('cleanUpSessions'),
    'clean up limits': () => client.call('cleanUpRateLimits'),
    maintenance: () => client.call('maintenance'),
    backups: () => client.call('backups'),
  }
}
