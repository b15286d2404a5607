import type { Page } from '@playwright/test'
import { fillLogin, ownAddress, signUp, uploadAs } from '#tests/support/accounts/people.ts'
import { expect, test } from '#tests/support/browser/site.ts'
import { onlyInThoroughRun } from '#tests/support/server/thoroughness.ts'

const names = Array.from({ length: 20 }, (_, index) => `report-${String(index).padStart(2, '0')}.txt`)

/** Lets no list of files through until the returned function is called. */
async function holdBackFiles(page: Page): Promise<() => void> {
  const go = Promise.withResolvers<void>()
  await page.route('**/api/files/user/files?*', async (route) => {
    await go.promise
    await route.fallback()
  })
  return go.resolve
}

async function openLongList(page: Page): Promise<void> {
  await page.setViewportSize({ width: 1280, height: 500 })
  await signUp(page)
  await uploadAs(page, names)
  await page.goto('/portal/files?sort=name')
  await expect(page.getByRole('row')).toHaveCount(21)
  await page.evaluate(() => scrollTo(0, 400))
}

function scrollOf(page: Page): Promise<number> {
  return page.evaluate(() => scrollY)
}

test(
  'a list that is come back to is there at once, as far scrolled as it was',
  onlyInThoroughRun,
  async ({ site }) => {
    const page = await site.person(ownAddress())
    await openLongList(page)
    await page
      .getByRole('navigation', { name: 'Portal' })
      .getByRole('link', { name: 'Contacts' })
      .first()
      .click()
    await expect(page.getByText('No contacts yet.')).toBeVisible()
    await page.getByRole('link', { name: 'Restante' }).first().click()
    await expect(page.getByRole('heading', { name: 'Send files that don’t stay.' })).toBeVisible()
    const go = await holdBackFiles(page)
    await page.goBack()
    await page.goBack()
    await expect(page.getByRole('row')).toHaveCount(21)
    await expect.poll(() => scrollOf(page)).toBe(400)
    go()
  },
)

test(
  'a list that has to be fetched again is scrolled once it has come',
  onlyInThoroughRun,
  async ({ site }) => {
    const page = await site.person(ownAddress())
    await openLongList(page)
    await page.goto('/terms')
    const go = await holdBackFiles(page)
    await page.goBack()
    await expect(page.getByRole('heading', { name: 'Files' })).toBeVisible()
    await expect(page.getByRole('row')).toHaveCount(0)
    expect(await scrollOf(page)).toBeLessThan(400)
    go()
    await expect(page.getByRole('row')).toHaveCount(21)
    await expect.poll(() => scrollOf(page)).toBe(400)
  },
)

test(
  'a person who scrolls before the list has come stays where they are',
  onlyInThoroughRun,
  async ({ site }) => {
    const page = await site.person(ownAddress())
    await openLongList(page)
    await page.goto('/terms')
    const go = await holdBackFiles(page)
    await page.goBack()
    await expect(page.getByRole('heading', { name: 'Files' })).toBeVisible()
    await page.keyboard.press('Home')
    await expect.poll(() => scrollOf(page)).toBe(0)
    go()
    await expect(page.getByRole('row')).toHaveCount(21)
    expect(await scrollOf(page)).toBe(0)
  },
)

test('the next person at the same tab sees nothing of the one before', async ({ site }) => {
  const page = await site.person(ownAddress())
  const second = await signUp(page, 'second')
  await signUp(page, 'first')
  await uploadAs(page, ['private.txt'])
  await page.goto('/portal/files')
  await expect(page.getByText('private.txt')).toBeVisible()
  const go = await holdBackFiles(page)
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page.getByRole('heading', { name: 'Login' })).toBeVisible()
  await fillLogin(page, second)
  await expect(page.getByRole('heading', { name: 'Files' })).toBeVisible()
  await expect(page.getByText('private.txt')).toHaveCount(0)
  go()
  await expect(page.getByText('No files yet.')).toBeVisible()
  await expect(page.getByText('private.txt')).toHaveCount(0)
})
