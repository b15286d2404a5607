import type { Page } from '@playwright/test'

/**
 * Has a page go by its own clock, which a test moves: it does not learn the time of the server's answers, which goes on as ever.
 * It holds for what is opened from then on. Whoever moves the clock by more than a few minutes needs it: an answer that comes
 * afterwards takes the page back.
 */
export async function goByOwnClock(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const { get } = Headers.prototype
    Headers.prototype.get = function (name) {
      return name.toLowerCase() === 'date' ? null : get.call(this, name)
    }
  })
}
