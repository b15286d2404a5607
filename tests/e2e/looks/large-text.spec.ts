import type { Page } from '@playwright/test'
import { fits } from '#tests/support/browser/checks/is-fine.ts'
import { pagesForAdministrators, pagesForGuests } from '#tests/support/browser/pages/all-pages.ts'
import { choose, send, smallFile } from '#tests/support/browser/pages/home.ts'
import { become } from '#tests/support/browser/roles.ts'
import { expect, test } from '#tests/support/browser/site.ts'
import { walkTo } from '#tests/support/browser/walk-to.ts'
import { onlyInThoroughRun } from '#tests/support/server/thoroughness.ts'

/** Has every page of a person show text twice as large, as the setting of browsers does. */
async function enlargeText(page: Page): Promise<void> {
  await page.context().addInitScript(() => {
    addEventListener('DOMContentLoaded', () => {
      document.documentElement.style.fontSize = '200%'
    })
  })
}

/** Expects that a page is as wide as the window, and that no text to be pressed is cut off. */
async function isWhole(page: Page, state: string): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).fontSize)).toBe('32px')
  await fits(page, state)
  const cut = await page.evaluate(() =>
    Array.from(document.querySelectorAll<HTMLElement>('button, a, label, h1, h2, summary, th')).flatMap(
      (element) => {
        if (!element.checkVisibility({ visibilityProperty: true }) || element.closest('.vh, .skip')) return []
        const { overflowX, textOverflow } = getComputedStyle(element)
        if (overflowX === 'visible' || textOverflow === 'ellipsis') return []
        return element.scrollWidth > element.clientWidth + 1 ? [element.outerHTML.slice(0, 120)] : []
      },
    ),
  )
  expect(cut, state).toEqual([])
}

/** Expects that whatever has the focus on a page can be told from the rest in the colours of the system. */
async function showsFocus(page: Page, state: string): Promise<void> {
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  const ring = await page.evaluate(() => {
    const { outlineStyle, outlineWidth } = getComputedStyle(document.activeElement ?? document.body)
    return { on: document.activeElement !== document.body, outlineStyle, outlineWidth }
  })
  expect(ring.on, `${state}: something has the focus`).toBe(true)
  expect(ring.outlineStyle, `${state}: the focus has a ring`).not.toBe('none')
  expect(Number.parseFloat(ring.outlineWidth), state).toBeGreaterThanOrEqual(2)
}

/** Expects that in the colours of the system every button and every field has an edge, and every link in text a line. */
async function hasEdges(page: Page, state: string): Promise<void> {
  const plain = await page.evaluate(() =>
    Array.from(document.querySelectorAll<HTMLElement>('main input, main select, main textarea')).flatMap(
      (element) => {
        if (!element.checkVisibility({ visibilityProperty: true }) || element.closest('.vh')) return []
        if (element.matches('[type=radio], [type=checkbox], [type=file]')) return []
        const edged = [element, element.parentElement].some(
          (one) => one && getComputedStyle(one).borderBottomStyle !== 'none',
        )
        return edged ? [] : [element.outerHTML.slice(0, 120)]
      },
    ),
  )
  expect(plain, `${state}: fields without an edge`).toEqual([])
}

for (const width of [640, 1280]) {
  test(`every page is whole with text twice as large, ${width} px`, onlyInThoroughRun, async ({ site }) => {
    site.expected.push(/status of 404/)
    const page = await site.person({ viewport: { width, height: 800 } })
    await enlargeText(page)
    await choose(page, smallFile())
    await isWhole(page, 'selected')
    const { link, deletion } = await send(page)
    await isWhole(page, 'sent')
    for (const address of [link, deletion, ...pagesForGuests]) {
      await walkTo(page, address)
      await isWhole(page, address)
    }
    await become(page, 'administrator', `large-text-${width}`, site.dataDir)
    await page.goto('/')
    for (const address of pagesForAdministrators) {
      await walkTo(page, address)
      await isWhole(page, address)
    }
  })
}

test(
  'every page shows the focus and its fields in the colours of the system',
  onlyInThoroughRun,
  async ({ site }) => {
    site.expected.push(/status of 404/)
    const page = await site.person({ forcedColors: 'active', colorScheme: 'dark' })
    await choose(page, smallFile())
    await hasEdges(page, 'selected')
    await showsFocus(page, 'selected')
    const { link, deletion } = await send(page)
    const walk = async (addresses: readonly string[]) => {
      for (const address of addresses) {
        await walkTo(page, address)
        await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
        await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
        await hasEdges(page, address)
        await showsFocus(page, address)
      }
    }
    await walk([link, deletion, ...pagesForGuests])
    await become(page, 'administrator', 'forced-colours', site.dataDir)
    await page.goto('/')
    await walk(pagesForAdministrators)
  },
)
