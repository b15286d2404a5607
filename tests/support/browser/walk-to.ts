import { expect, type Page } from '@playwright/test'

/**
 * Goes to another page of the app that is open, as its links do: without loading everything anew. Resolves when the page
 * has come, which has a title of its own, and has taken the focus to its beginning, which must not come after keys.
 */
export async function walkTo(page: Page, address: string): Promise<void> {
  const title = await page.title()
  const before = new URL(page.url()).pathname
  await page.evaluate((address) => {
    history.pushState(null, '', address)
    dispatchEvent(new PopStateEvent('popstate'))
  }, address)
  await expect(page, address).not.toHaveTitle(title)
  // Not among the parts of one page, which differ in what follows the path.
  if (new URL(page.url()).pathname !== before) {
    await expect(page.locator('#main:focus, #main h1:focus'), address).toBeAttached()
  }
}
