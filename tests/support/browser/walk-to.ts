import { expect, type Page } from '@playwright/test'

/**
 * Goes to another page of the app that is open, as its links do: without loading everything anew. Resolves when the page
 * has come, which has a title of its own.
 */
export async function walkTo(page: Page, address: string): Promise<void> {
  const title = await page.title()
  await page.evaluate((address) => {
    history.pushState(null, '', address)
    dispatchEvent(new PopStateEvent('popstate'))
  }, address)
  await expect(page, address).not.toHaveTitle(title)
}
