import type { Page } from '@playwright/test'

/**
 * From the next page on the session of a person is one that the server does not know, as one that has ended. The page that is open
 * keeps its own: it may still ask for something, and would notice first.
 */
export async function spoilSession(page: Page): Promise<void> {
  await page.addInitScript(() => {
    if (sessionStorage.getItem('spoiled') !== null) return
    sessionStorage.setItem('spoiled', 'yes')
    localStorage.setItem('token', 'x'.repeat(43))
    localStorage.setItem('refreshToken', 'y'.repeat(86))
  })
}
