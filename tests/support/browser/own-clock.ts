import type { Page } from '@playwright/test'

/**
 * Makes a page go by its own clock, which a test moves, and ignore the time of the server's answers. Takes effect for pages
 * opened afterwards. Needed to move the clock by more than a few minutes: otherwise the next answer sets the page back.
 */
export async function goByOwnClock(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const { get } = Headers.prototype
    Headers.prototype.get = function (name) {
      return name.toLowerCase() === 'date' ? null : get.call(this, name)
    }
  })
}
