import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, type Page } from '@playwright/test'
import { tokenOf } from '../../accounts/people.ts'

/** Makes a request with a title alone, as the signed-in person at a page, and gives its link. The page shows its inbox then. */
export async function askFor(page: Page, title: string): Promise<string> {
  await page.goto('/portal/requests/new')
  await page.getByRole('textbox', { name: 'What do you need?' }).fill(title)
  await page.getByRole('button', { name: 'Create request' }).click()
  await expect(page.getByRole('heading', { name: title, level: 1 })).toBeVisible()
  return page.url().replace('/portal/requests/', '/r/')
}

/** Makes a request with everything that the call takes, and gives its link. */
export async function askWith(page: Page, body: Record<string, unknown>): Promise<string> {
  const headers = { authorization: `Bearer ${await tokenOf(page)}` }
  const until = new Date(Date.now() + 7 * 86_400_000).toISOString()
  const data = { title: 'Documents for your 2026 tax return', until, ...body }
  const answer = await page.request.post('/api/requests', { headers, data })
  expect(answer.status(), await answer.text()).toBe(201)
  return (await answer.json()).request.url
}

/** Path of the page where the owner sees what came by a link. */
export function inboxOf(link: string): string {
  return new URL(link).pathname.replace('/r/', '/portal/requests/')
}

/** Has the deadline of a request pass, where the server keeps it. */
export function passDeadline(dataDir: string, link: string): void {
  const id = new URL(link).pathname.split('/').at(-1) ?? ''
  change(dataDir, 'update requests set until = ? where id = ?', Date.now() - 60_000, id)
}

/** Makes the only transfer of a user count as `bytes`. */
export function countFileAs(dataDir: string, username: string, bytes: number): void {
  const statement = 'update transfers set size = ? where owner_id = (select id from users where username = ?)'
  change(dataDir, statement, bytes, username)
}

/** Changes one row in the database of a server. */
function change(dataDir: string, statement: string, ...values: (string | number)[]): void {
  const database = new DatabaseSync(join(dataDir, 'restante.sqlite'), { timeout: 5000 })
  try {
    expect(database.prepare(statement).run(...values).changes).toBe(1)
  } finally {
    database.close()
  }
}
