import type { Page } from '@playwright/test'
import { fits } from './fits.ts'
import { isClean } from './is-clean.ts'
import { thorough } from './thoroughness.ts'

/**
 * Expects that nothing scrolls sideways and that axe finds nothing wrong with a page as it is; what is clean at 390 px
 * is at 320 px, so there axe looks in a thorough run only. `state` names it in a failure.
 */
export async function isFine(page: Page, state: string): Promise<void> {
  await fits(page, state)
  if (thorough || (page.viewportSize()?.width ?? 0) >= 390) await isClean(page, state)
}
