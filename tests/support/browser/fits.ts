import { expect, type Page } from '@playwright/test'

/** Expects that nothing scrolls sideways. `state` names it in a failure. */
export async function fits(page: Page, state: string): Promise<void> {
  const over = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  expect(over, state).toBeLessThanOrEqual(0)
}
