import type { CDPSession, Page } from '@playwright/test'
import { sendButton } from '#tests/support/browser/pages/home.ts'
import { expect } from '#tests/support/browser/site.ts'

/** Sessions that slowed down the line of a page: only the same session can undo it. */
const sessions = new WeakMap<Page, CDPSession>()

/** Makes the line of a page so slow that there is a middle to an upload, or to a download; -1 is as fast as it can. */
export async function slowDown(
  page: Page,
  megabytesPerSecond: number,
  way: 'up' | 'down' = 'up',
): Promise<void> {
  const network = sessions.get(page) ?? (await page.context().newCDPSession(page))
  sessions.set(page, network)
  await network.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 0,
    downloadThroughput: way === 'down' ? megabytesPerSecond * 1_000_000 : -1,
    uploadThroughput: way === 'up' ? megabytesPerSecond * 1_000_000 : -1,
  })
}

/** How much of the upload under way has gone, as the page says. */
export async function percentOf(page: Page): Promise<number> {
  return Number(await page.getByRole('progressbar').getAttribute('aria-valuenow', { timeout: 10_000 }))
}

/** Waits until `percent` of an upload has gone. */
export async function goTo(page: Page, percent: number): Promise<void> {
  await expect
    .poll(() => percentOf(page), { timeout: 30_000, intervals: [100] })
    .toBeGreaterThanOrEqual(percent)
}

/** Sends what was picked, and waits until so much of it has gone. */
export async function startTo(page: Page, percent: number): Promise<void> {
  await sendButton(page).click()
  await goTo(page, percent)
}
