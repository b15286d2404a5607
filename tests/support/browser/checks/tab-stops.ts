import { expect, type Page } from '@playwright/test'

/**
 * Presses Tab from the beginning of a page's main part until the focus leaves that, and gives what had it, one after the other,
 * such as `button "Send"`. Each must be seen: within the window, with its ring.
 */
export async function tabStops(page: Page): Promise<string[]> {
  const stops: string[] = []
  await page.locator('#main').focus()
  for (let presses = 0; presses < 80; presses += 1) {
    await page.keyboard.press('Tab')
    const focused = page.locator('#main :focus')
    if ((await focused.count()) === 0) return stops
    const [first = ''] = (await focused.ariaSnapshot()).split('\n')
    const stop = first
      .replace(/^- /, '')
      .replace(/:.*$/, '')
      .replaceAll(/ \[.*?\]/g, '')
    await expect(focused, stop).toBeInViewport()
    expect(await focused.evaluate((element) => element.matches(':focus-visible')), stop).toBe(true)
    stops.push(stop)
  }
  throw new Error(`the focus does not leave the page: ${stops.join(', ')}`)
}
