import type { Page } from '@playwright/test'

/** Has a page go by its own clock, which a test moves: it does not learn the time of the server's answers, which goes on as ever. */
export async function goByOwnClock(page: Page): Promise<void> {
  await page.route('**/api/**', async (route) => {
    const response = await route.fetch()
    const { date: _, ...headers } = response.headers()
    await route.fulfill({ response, headers })
  })
}
