import type { Page } from '@playwright/test'

/** Opens a page for the signed-in person, and waits for what every page asks by itself: then it is quiet for a minute. */
export async function openSignedIn(page: Page, address: string): Promise<void> {
  const counted = page.waitForResponse('**/api/notifications/unread')
  await page.goto(address)
  await counted
}
