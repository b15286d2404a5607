import type { Page } from '@playwright/test'
import { fits, isClean } from '#tests/support/browser/checks/is-fine.ts'
import { inLooks } from '#tests/support/browser/checks/looks.ts'
import { pagesForAdministrators, pagesForGuests } from '#tests/support/browser/pages/all-pages.ts'
import { become } from '#tests/support/browser/roles.ts'
import { expect, test } from '#tests/support/browser/site.ts'
import { walkTo } from '#tests/support/browser/walk-to.ts'

/** Expects a page to be whole, within its width, and clean for axe. */
async function isWhole(page: Page, path: string): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
  await fits(page, path)
  await isClean(page, path)
}

for (const [locale, username] of [
  ['de-DE', 'grete'],
  ['fr-FR', 'margot'],
] as const) {
  test(`every page fits 320 px and is clean in ${locale}`, inLooks, async ({ site }) => {
    test.setTimeout(240_000)
    site.expected.push(/status of 404/)
    const viewport = { width: 320, height: 700 }
    const page = await site.person({ locale, viewport })
    async function walk(paths: readonly string[]): Promise<void> {
      await page.goto('/')
      await isWhole(page, '/')
      for (const path of paths) {
        await walkTo(page, path)
        await isWhole(page, path)
      }
    }
    await walk(pagesForGuests)
    await become(page, 'administrator', username, site.dataDir)
    await walk(pagesForAdministrators)
  })
}
