import { expect, type Page } from '@playwright/test'
import { goodPassword } from './accounts.ts'
import { runCommand } from './run-command.ts'
import { signInAgain, signInAs } from './sign-in.ts'

export type Role = 'guest' | 'user' | 'Pro' | 'administrator'

const operator = 'the-operator'
/** The folders of the servers on which the operator has an account. */
const operated = new Set<string>()

/** Makes somebody of a role sign in on a page, which then shows the upload form. Names are taken once on a server. */
export async function become(page: Page, role: Role, username: string, dataDir: string): Promise<void> {
  if (role === 'guest') return
  if (role === 'administrator') {
    await createAdministrator(username, dataDir)
    return signInAgain(page, username)
  }
  await signInAs(page, username)
  if (role === 'user') return
  await makePro(page, username, dataDir)
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Send files that don’t stay.' })).toBeVisible()
}

async function createAdministrator(username: string, dataDir: string): Promise<void> {
  const { code, stderr } = await runCommand(
    ['create-admin', '--username', username, '--email', `${username}@example.org`, '--password-stdin'],
    { environment: { DATA_DIR: dataDir }, input: goodPassword },
  )
  expect(code, stderr).toBe(0)
}

async function makePro(page: Page, username: string, dataDir: string): Promise<void> {
  const { request } = page
  if (!operated.has(dataDir)) await createAdministrator(operator, dataDir)
  operated.add(dataDir)
  const login = await request.post('/api/auth/login', {
    data: { username: operator, password: goodPassword },
  })
  const headers = { authorization: `Bearer ${(await login.json()).token}` }
  const found = await request.get('/api/admin/users', { headers, params: { search: username } })
  const [user] = (await found.json()).users
  const { email, isActive, storageLimit } = user
  const data = { username, email, isActive, storageLimit, isPro: true }
  expect((await request.put(`/api/admin/users/${user.id}`, { headers, data })).status()).toBe(200)
}
