import { expect, type Locator, type Page } from '@playwright/test'
import type { AdminUser } from '#contract/operations/admin.ts'
import { goodPassword } from '../../accounts/accounts.ts'
import { emailOf, newName, tokenOf } from '../../accounts/people.ts'
import { become } from '../roles.ts'
import { openSignedIn } from './open-signed-in.ts'

type Place = { dataDir: string }

/** Signs in an administrator of a name of their own on a page, and opens the admin area. Gives the username. */
export async function openAdmin(page: Page, { dataDir }: Place, tab?: string): Promise<string> {
  const username = newName('admin')
  await become(page, 'administrator', username, dataDir)
  await openSignedIn(page, tab === undefined ? '/admin' : `/admin?tab=${tab}`)
  await expect(page.getByRole('heading', { level: 1, name: 'Admin' })).toBeVisible()
  return username
}

/** Adds a user as the administrator who is signed in at a page. */
export async function addUser(page: Page, fields: Partial<AdminUser> = {}): Promise<AdminUser> {
  const username = fields.username ?? newName('user')
  const data = { email: emailOf(username), password: goodPassword, ...fields, username }
  const answer = await page.request.post('/api/admin/users', { headers: await bearer(page), data })
  expect(answer.status(), await answer.text()).toBe(201)
  return (await answer.json()).user
}

/** Changes a user as the administrator who is signed in at a page. */
export async function changeUser(page: Page, user: AdminUser, fields: Partial<AdminUser>): Promise<void> {
  const { username, email, isActive, isPro, storageLimit } = user
  const data = { username, email, isActive, isPro, storageLimit, ...fields }
  const headers = await bearer(page)
  const answer = await page.request.put(`/api/admin/users/${user.id}`, { headers, data })
  expect(answer.status(), await answer.text()).toBe(200)
}

/** A user, as the administrator who is signed in at a page sees them. */
export async function findUser(page: Page, username: string): Promise<AdminUser> {
  const answer = await page.request.get('/api/admin/users', {
    headers: await bearer(page),
    params: { search: username },
  })
  const { users }: { users: AdminUser[] } = await answer.json()
  const user = users.find((candidate) => candidate.username === username)
  if (!user) throw new Error(`nobody is called ${username}`)
  return user
}

export async function bearer(page: Page): Promise<{ authorization: string }> {
  return { authorization: `Bearer ${await tokenOf(page)}` }
}

/** A message at the edge of the page. */
export function toast(page: Page, text: string | RegExp): Locator {
  return page.getByRole('region', { name: 'Messages' }).getByText(text)
}

/** Texts of the cells of a row. */
export function cellsOf(row: Locator): Promise<string[]> {
  return row.getByRole('cell').allTextContents()
}
