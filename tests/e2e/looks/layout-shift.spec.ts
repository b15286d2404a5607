import type { Page } from '@playwright/test'
import { signUp, uploadAs } from '#tests/support/accounts/people.ts'
import { openAdmin } from '#tests/support/browser/pages/admin-area.ts'
import { expect, test } from '#tests/support/browser/site.ts'
import { onlyInThoroughRun } from '#tests/support/server/thoroughness.ts'

const limit = 0.02

/** Opens a page whose answers wait until it has been drawn without them, and gives how far it has shifted in all. */
async function shiftOf(page: Page, address: string, calls: RegExp, loaded: string): Promise<number> {
  const drawn = Promise.withResolvers<void>()
  await page.route(calls, async (route) => {
    await drawn.promise
    await route.continue()
  })
  await page.goto(address)
  await expect(page.locator('.blank').first()).toBeVisible()
  drawn.resolve()
  await expect(page.getByText(loaded).first()).toBeVisible()
  await expect(page.locator('.blank')).toHaveCount(0)
  await expect(page.getByRole('contentinfo')).toBeVisible()
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let sum = 0
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) if ('value' in entry) sum += Number(entry.value)
        }).observe({ type: 'layout-shift', buffered: true })
        // Two frames: what shifts is reported after it was drawn.
        requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => resolve(sum))))
      }),
  )
}

const viewport = { width: 1280, height: 800 }

test('the pages of the portal do not shift when their answers come', onlyInThoroughRun, async ({ site }) => {
  const page = await site.person({ viewport })
  await signUp(page)
  await uploadAs(page, ['a.txt', 'b.txt', 'c.txt'])
  expect(await shiftOf(page, '/portal/files', /api\/files\/user\/files/, 'c.txt')).toBeLessThan(limit)
  expect(await shiftOf(page, '/portal/profile', /api\/users\//, 'Edit Profile')).toBeLessThan(limit)
})

test('the list of users does not shift when its answer comes', onlyInThoroughRun, async ({ site }) => {
  const page = await site.person({ viewport })
  const username = await openAdmin(page, site)
  expect(await shiftOf(page, '/admin?tab=users', /api\/admin\/users/, username)).toBeLessThan(limit)
})

test('the page of an unknown file does not shift when it is known', onlyInThoroughRun, async ({ site }) => {
  site.expected.push(/status of 404/)
  const page = await site.person({ viewport })
  const address = '/download/AAAAAAAAAAAAAAAAAAAAAA'
  expect(await shiftOf(page, address, /api\/files\/info/, 'File Not Available')).toBeLessThan(limit)
})
