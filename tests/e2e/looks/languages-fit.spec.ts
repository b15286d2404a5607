import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage'
import type { Page } from '@playwright/test'
import * as z from 'zod/mini'
import { languages } from '#contract/languages.ts'
import { fits, isClean } from '#tests/support/browser/checks/is-fine.ts'
import { inLooks } from '#tests/support/browser/checks/looks.ts'
import { pagesForAdministrators, pagesForGuests } from '#tests/support/browser/pages/all-pages.ts'
import { become } from '#tests/support/browser/roles.ts'
import { expect, test } from '#tests/support/browser/site.ts'
import { readTexts } from '#tests/support/browser/speak-in-test.ts'
import { walkTo } from '#tests/support/browser/walk-to.ts'
import { pseudoMessage } from '../../../scripts/texts/pseudo.ts'

/** Expects a page to be whole, within its width, and clean for axe. */
async function isWhole(page: Page, path: string): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
  await fits(page, path)
  await isClean(page, path)
}

/** Has the pages speak English that is 40 % longer, with signs on its letters. */
async function speakPseudo(page: Page): Promise<void> {
  const english = readTexts('en')
  await page.route('**/assets/texts-*/en-*.json', async (route) => {
    const asked = z.record(z.string(), z.unknown()).parse(await (await route.fetch()).json())
    const messages = Object.keys(asked).map((key) => [
      key,
      compileMessageOrThrow(pseudoMessage(english[key] ?? '')),
    ])
    await route.fulfill({ json: Object.fromEntries(messages) })
  })
}

for (const language of [...languages.filter((one) => one !== 'en'), 'pseudo'])
  test(`every page fits 320 px and is clean in ${language}`, inLooks, async ({ site }) => {
    test.setTimeout(240_000)
    site.expected.push(/status of 404/)
    const locale = language === 'pseudo' ? 'en' : language
    const page = await site.person({ locale, viewport: { width: 320, height: 700 } })
    if (language === 'pseudo') await speakPseudo(page)
    async function walk(paths: readonly string[]): Promise<void> {
      await page.goto('/')
      await isWhole(page, '/')
      for (const path of paths) {
        await walkTo(page, path)
        await isWhole(page, path)
      }
    }
    await walk(pagesForGuests)
    await become(page, 'administrator', `walker-${language}`, site.dataDir)
    await walk(pagesForAdministrators)
    if (language === 'pseudo') await expect(page.getByText('éé').first()).toBeAttached()
  })

for (const language of languages)
  test(
    `every name in the bar of the portal has one line on a phone in ${language}`,
    inLooks,
    async ({ site }) => {
      const page = await site.person({ locale: language, viewport: { width: 320, height: 700 } })
      await page.goto('/')
      await become(page, 'user', `on-phone-${language}`, site.dataDir)
      await page.goto('/portal')
      const links = page
        .getByRole('navigation', { name: readTexts(language)['portal.label'] ?? '' })
        .getByRole('link')
      for (const width of [320, 390]) {
        await page.setViewportSize({ width, height: 700 })
        await expect(links.filter({ visible: true })).toHaveCount(6)
        for (const link of await links.filter({ visible: true }).all()) {
          const lines = await link.evaluate((element) => {
            const range = document.createRange()
            range.selectNodeContents(element)
            const { top } = range.getBoundingClientRect()
            const texts = [...element.childNodes].filter(({ nodeType }) => nodeType === Node.TEXT_NODE)
            const boxes = texts.flatMap((text) => {
              range.selectNode(text)
              return [...range.getClientRects()]
            })
            return new Set(boxes.map((box) => Math.round(box.top - top))).size
          })
          expect(lines, `${await link.textContent()} at ${width} px`).toBe(1)
        }
      }
    },
  )
