import { newName, ownAddress } from '#tests/support/accounts/people.ts'
import { openAdmin } from '#tests/support/browser/pages/admin-area.ts'
import { choose, smallFile } from '#tests/support/browser/pages/home.ts'
import { become } from '#tests/support/browser/roles.ts'
import { expect, test } from '#tests/support/browser/site.ts'
import { walkTo } from '#tests/support/browser/walk-to.ts'
import { onlyInThoroughRun } from '#tests/support/server/thoroughness.ts'

test.use({ environment: { PLANS: 'hidden' } })

test('with PLANS=hidden no page of a person speaks of plans', onlyInThoroughRun, async ({ site }) => {
  const page = await site.person(ownAddress())
  await choose(page, smallFile())
  const offered = page.getByRole('group', { name: 'Expires in' })
  await expect(offered.getByRole('radio')).toHaveCount(5)
  const nothing = /\bPro\b|Free plan|Pricing|coming soon/i
  await expect(page.locator('body')).not.toContainText(/\bPro\b|Free plan|Pricing/)
  await become(page, 'user', newName(), site.dataDir)
  await page.goto('/portal')
  for (const path of ['/portal', '/portal/profile']) {
    if (path !== '/portal') await walkTo(page, path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.locator('body')).not.toContainText(nothing)
  }
  const admin = await site.person()
  for (const tab of ['overview', 'users', 'files'] as const) {
    await openAdmin(admin, site, tab)
    await expect(admin.getByRole('tabpanel')).toBeVisible()
    await expect(admin.locator('body')).not.toContainText(nothing)
  }
  await walkTo(page, '/pricing')
  await expect(page).toHaveURL('/')
})
