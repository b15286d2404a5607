import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, type Page } from '@playwright/test'
import type { AuthReply } from '#contract/accounts/accounts.ts'
import { goodPassword } from './accounts.ts'

let addresses = 0

/** Options of a browser at an address of its own, so that limits count it alone. */
export function ownAddress() {
  return { extraHTTPHeaders: fromAnywhere() }
}

/** Headers of a call from an unused address. */
function fromAnywhere() {
  addresses += 1
  return { 'x-forwarded-for': `10.1.${addresses >> 8}.${addresses & 255}` }
}

/** An unused name, on a server that several tests share. */
export function newName(stem = 'ada'): string {
  return `${stem}-${randomBytes(4).toString('hex')}`
}

/** Opens an account, without signing in. */
export async function register(page: Page, username: string, password = goodPassword): Promise<void> {
  const data = { username, email: emailOf(username), password }
  const answer = await page.request.post('/api/auth/register', { headers: fromAnywhere(), data })
  expect(answer.status(), await answer.text()).toBe(201)
}

export function emailOf(username: string): string {
  return `${username}@example.org`
}

/** Signs in on the login page, which has to be open. */
export async function fillLogin(page: Page, username: string, password = goodPassword): Promise<void> {
  await page.getByLabel('Username or email').fill(username)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('main').getByRole('button', { name: 'Login' }).click()
}

/** Signs in without a page: whatever page of the app is opened next, it is theirs. */
export async function signIn(page: Page, username: string): Promise<void> {
  const data = { username, password: goodPassword }
  const answer = await page.request.post('/api/auth/login', { headers: fromAnywhere(), data })
  expect(answer.status(), await answer.text()).toBe(200)
  const { token, refreshToken, expiresIn }: AuthReply = await answer.json()
  // Something of the same origin, at which no app runs.
  await page.goto('/robots.txt')
  await page.evaluate((kept) => Object.assign(localStorage, kept), {
    token,
    refreshToken,
    tokenGoodUntil: String(Date.now() + expiresIn),
  })
}

/** Opens an account and signs in with it, without a page. Gives the username. */
export async function signUp(page: Page, stem?: string): Promise<string> {
  const username = newName(stem)
  await register(page, username)
  await signIn(page, username)
  return username
}

/** Changes what only an operator can change, where the server keeps it. */
export function changeAccount(
  dataDir: string,
  username: string,
  column: 'is_admin' | 'is_pro' | 'is_active' | 'must_change_password' | 'second_factor_due_at' | 'news_read',
  value: 0 | 1,
): void {
  const database = new DatabaseSync(join(dataDir, 'restante.sqlite'))
  try {
    database.exec('pragma busy_timeout = 5000')
    const { changes } = database
      .prepare(`update users set ${column} = ? where username = ?`)
      .run(value, username)
    expect(changes, `${username} has an account`).toBe(1)
  } finally {
    database.close()
  }
}

/** The bearer token of the signed-in person at a page. */
export function tokenOf(page: Page): Promise<string | null> {
  return page.evaluate(() => localStorage.getItem('token'))
}

/** Uploads small files as the signed-in person, in their order. */
export async function uploadAs(
  page: Page,
  names: readonly string[],
  fields: Record<string, string> = {},
): Promise<void> {
  const headers = { authorization: `Bearer ${await tokenOf(page)}` }
  for (const [index, name] of names.entries()) {
    const file = { name, mimeType: 'text/plain', buffer: Buffer.alloc(100 * (index + 1), 'a') }
    const answer = await page.request.post('/api/files/upload', { headers, multipart: { ...fields, file } })
    expect(answer.status(), await answer.text()).toBe(201)
  }
}
