import type { Page } from '@playwright/test'

/**
 * Takes the parts of the app that are not loaded yet away from a page, as an upgrade of the server does, until the returned
 * function gives them back. A route would carry requests around the speed of a line that a test has set.
 */
export async function upgradeApp(page: Page): Promise<() => Promise<void>> {
  const devTools = await page.context().newCDPSession(page)
  await devTools.send('Network.enable')
  const block = (...urls: string[]) => devTools.send('Network.setBlockedURLs', { urls })
  await block('*/assets/*')
  return async () => void (await block())
}
