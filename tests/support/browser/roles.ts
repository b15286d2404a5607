import type { Page } from '@playwright/test'
import { changeAccount, register, signIn } from '../accounts/people.ts'

export type Role = 'guest' | 'user' | 'Pro' | 'administrator'

/** Signs in someone new of a role, without a page. Names are taken once on a server. */
export async function become(page: Page, role: Role, username: string, dataDir: string): Promise<void> {
  if (role === 'guest') return
  await register(page, username)
  if (role === 'administrator') changeAccount(dataDir, username, 'is_admin', 1)
  if (role === 'Pro') changeAccount(dataDir, username, 'is_pro', 1)
  await signIn(page, username)
}
