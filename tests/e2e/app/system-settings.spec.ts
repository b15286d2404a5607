import type { Locator, Page } from '@playwright/test'
import { choose, linksOf, sendButton, smallFile } from '#tests/support/browser/pages/home.ts'
import { become } from '#tests/support/browser/roles.ts'
import { expect, test } from '#tests/support/browser/site.ts'
import { onlyInThoroughRun } from '#tests/support/server/thoroughness.ts'

/** What moves on a page: every element, or what stands before or after it, that takes time to change. */
function moving(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const takesTime = (times: string) => times.split(', ').some((time) => Number.parseFloat(time) > 0)
    const shown = Array.from(document.querySelectorAll('*')).filter((element) => element.checkVisibility())
    return shown.flatMap((element) =>
      ['', '::before', '::after'].flatMap((part) => {
        const { transitionDuration, animationName, animationDuration } = getComputedStyle(element, part)
        const moves =
          takesTime(transitionDuration) || (animationName !== 'none' && takesTime(animationDuration))
        return moves ? [`${element.tagName} ${element.className}${part}`] : []
      }),
    )
  })
}

test('nothing moves for anyone who wants less motion', onlyInThoroughRun, async ({ site }) => {
  site.expected.push(/status of 404/)
  const page = await site.person()
  await become(page, 'administrator', 'calm', site.dataDir)
  await choose(page, smallFile())
  expect(await moving(page), 'selected').toEqual([])
  await site.freeze(page)
  await sendButton(page).click()
  await expect(page.getByRole('progressbar')).toBeVisible()
  expect(await moving(page), 'uploading').toEqual([])
  site.thaw()
  const { link } = await linksOf(page)
  expect(await moving(page), 'done').toEqual([])
  for (const address of [link, '/portal', '/portal/files', '/portal/profile', '/admin', '/admin?tab=users']) {
    await page.goto(address)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    expect(await moving(page), address).toEqual([])
  }
})

test('anyone who wants motion sees the progress flow', onlyInThoroughRun, async ({ site }) => {
  const page = await site.person({ reducedMotion: 'no-preference' })
  await choose(page, smallFile())
  expect((await moving(page)).length).toBeGreaterThan(0)
})

/** One property of an element as it is drawn. */
function drawn(one: Locator, property: string, part = ''): Promise<string> {
  return one.evaluate(
    (element, [property, part]) => getComputedStyle(element, part).getPropertyValue(property),
    [property, part] as const,
  )
}

for (const colorScheme of ['light', 'dark'] as const) {
  test(
    `with the colours of the system, ${colorScheme}, what is chosen and how far things are can be seen`,
    onlyInThoroughRun,
    async ({ site }) => {
      const page = await site.person({ forcedColors: 'active', colorScheme })
      await become(page, 'administrator', `contrast-${colorScheme}`, site.dataDir)
      await choose(page, smallFile())
      const fill = (one: Locator, part = '') => drawn(one, 'background-color', part)
      const chip = (name: string) => page.locator('label').filter({ hasText: name }).locator('span').first()
      expect(await fill(chip('3h'))).not.toBe(await fill(chip('6h')))
      expect(await drawn(chip('1d'), 'color')).not.toBe(await drawn(chip('6h'), 'color'))
      const deletes = page.getByRole('switch', { name: 'Delete after download' })
      const off = await fill(deletes)
      await deletes.check()
      expect(await fill(deletes)).not.toBe(off)
      expect(await fill(deletes, '::after')).not.toBe(await fill(deletes))
      const inNavigation = (name: string) => page.getByRole('banner').getByRole('link', { name, exact: true })
      expect(await drawn(inNavigation('Upload'), 'border-bottom-style')).toBe('solid')
      expect(await drawn(inNavigation('Home'), 'border-bottom-style')).toBe('none')

      await site.freeze(page)
      await sendButton(page).click()
      const bar = page.getByRole('progressbar')
      await expect(page.getByText('Upload complete').first()).toBeVisible()
      const canvas = await fill(page.locator('body'))
      expect(await fill(bar, '::before')).not.toBe(canvas)
      expect(await drawn(bar, 'border-top-style')).toBe('solid')
      const tick = page.getByRole('listitem').filter({ hasText: 'Uploading files' }).locator('svg')
      expect(await drawn(tick, 'color')).not.toBe(canvas)
      site.thaw()
      const { link } = await linksOf(page)
      await page.goto(link)
      await expect(page.getByRole('timer')).toBeVisible()
      expect(await fill(page.locator('.life'), '::before')).not.toBe(canvas)

      await page.goto('/admin?tab=users')
      const filter = (name: string) => page.getByRole('button', { name, exact: true })
      await expect(filter('All')).toBeVisible()
      expect(await fill(filter('All'))).not.toBe(await fill(filter('Pro')))
      const tab = (name: string) => page.getByRole('tab', { name })
      expect(await drawn(tab('Users'), 'border-bottom-color')).not.toBe(
        await drawn(tab('Files'), 'border-bottom-color'),
      )
    },
  )
}
