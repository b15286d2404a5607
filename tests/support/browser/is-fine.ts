import type { Page } from '@playwright/test'
import { fits } from './fits.ts'
import { isClean } from './is-clean.ts'

/** Expects that nothing scrolls sideways and that axe finds nothing wrong with a page as it is. `state` names it. */
export async function isFine(page: Page, state: string): Promise<void> {
  await fits(page, state)
  await isClean(page, state)
}
