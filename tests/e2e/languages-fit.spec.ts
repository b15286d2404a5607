import type { Page } from '@playwright/test'
import { isClean } from '#tests/support/is-clean.ts'
import { inLooks } from '#tests/support/looks.ts'
import { become } from '#tests/support/roles.ts'
import { expect, test } from '#tests/support/site.ts'
import { thorough } from '#tests/support/thoroughness.ts'

const open = [
  '/',
  '/login',
  '/register',
  '/forgot-password',
  '/reset-password',
  '/pricing',
  '/privacy',
  '/terms',
  '/download/AAAAAAAAAAAAAAAAAAAAAA',
]
const signedIn = [
  '/portal',
  '/portal/files',
  '/portal/contacts',
  '/portal/profile',
  '/admin',
  '/admin?tab=files',
  '/admin?tab=users',
  '/admin?tab=system',
]

/** Goes to a page and expects it to be whole, within its width, and in a thorough run clean for axe. */
async function fits(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
  const beside = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  expect(beside, `${path} has to be scrolled sideways`).toBeLessThanOrEqual(0)
  if (thorough) await isClean(page, path)
}

for (const [locale, username] of [
  ['de-DE', 'grete'],
  ['fr-FR', 'margot'],
] as const) {
  test(`every page fits 320 px and is clean in ${locale}`, inLooks, async ({ site }) => {
    test.setTimeout(240_000)
    site.expected.push(/status of 404/)
    const viewport = { width: 320, height: 700 }
    const page = await site.person({ locale, viewport, reducedMotion: 'reduce' })
    for (const path of open) await fits(page, path)

    await become(page, 'administrator', username, site.dataDir)
    for (const path of signedIn) await fits(page, path)
  })
}
