import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'
import { thorough } from '../../server/thoroughness.ts'

/** Expects that nothing scrolls sideways. `state` names it in a failure. */
export async function fits(page: Page, state: string): Promise<void> {
  const over = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  expect(over, state).toBeLessThanOrEqual(0)
}

const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'wcag2aaa']

/** Expects that axe finds nothing wrong with a page as it is, but for some of its rules. `state` names it in a failure. */
export async function isClean(page: Page, state: string, but: readonly string[] = []): Promise<void> {
  // The mode without a second page, which is there to put together the frames of pages that have some. Describes one passing
  // element of each rule: all of them took a third of the time.
  const axe = new AxeBuilder({ page })
    .options({ resultTypes: ['violations'] })
    .withTags(standards)
    .disableRules([...but])
    .setLegacyMode()
  const { violations, passes } = await axe.analyze()
  expect(
    passes.map(({ id }) => id),
    'the strictest contrast was looked at',
  ).toContain('color-contrast-enhanced')
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
  expect(found, state).toEqual([])
}

/** Expects that nothing scrolls sideways and that axe finds nothing wrong with a page as it is. `state` names it. */
export async function isFine(page: Page, state: string): Promise<void> {
  await fits(page, state)
  await isClean(page, state)
}

/** Like isFine, in the thorough run alone: for pages that a test comes through and is not about, which has to be `inThoroughRun`. */
export async function isFineInThoroughRun(page: Page, state: string): Promise<void> {
  if (thorough) await isFine(page, state)
}
