import type { Locator } from '@playwright/test'
import { expect, test } from '#tests/support/browser/site.ts'
import { upload } from '#tests/support/transfers/transfers.ts'

const name = 'Quartalsabrechnung_Betriebskosten-Wohnung_3_links_endgültige.Fassung_vom-3-2026-11-28.pdf'

test('a long name of a file breaks behind separators, and is selected as it is', async ({ site }) => {
  const page = await site.person({ viewport: { width: 390, height: 844 }, locale: 'en-GB' })
  const sent = await upload(site.origin, Buffer.from('%PDF-1.7\n'), {}, name)
  await page.goto(`/download/${sent.id}`)
  const title = page.getByRole('heading', { level: 1, name, exact: true })
  await expect(title).toBeVisible()
  const lines = await linesOf(title)
  expect(lines.length).toBeGreaterThan(1)
  expect(lines.join('')).toBe(name)
  for (const line of lines.slice(0, -1)) expect(line).toMatch(/[_.-]$/)
  expect(lines.at(-1)).toMatch(/\d\d\.pdf$/)
  expect(
    await title.evaluate((element) => {
      getSelection()?.selectAllChildren(element)
      return getSelection()?.toString()
    }),
  ).toBe(name)

  // A word that is wider than the page is broken within, rather than cut off.
  const word = await upload(site.origin, Buffer.from('x'), {}, `${'a'.repeat(60)}.txt`)
  await page.goto(`/download/${word.id}`)
  const whole = page.getByRole('heading', { level: 1, name: `${'a'.repeat(60)}.txt` })
  await expect(whole).toBeVisible()
  expect((await linesOf(whole)).length).toBeGreaterThan(1)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
})

/** The text of an element, line by line as it is drawn. */
function linesOf(element: Locator): Promise<string[]> {
  return element.evaluate((whole) => {
    const lines: { top: number; text: string }[] = []
    const range = document.createRange()
    const walker = document.createTreeWalker(whole, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode())
      for (const [at, letter] of [...(node.textContent ?? '')].entries()) {
        range.setStart(node, at)
        range.setEnd(node, at + 1)
        const { top } = range.getBoundingClientRect()
        const last = lines.at(-1)
        if (last && Math.abs(last.top - top) < 4) last.text += letter
        else lines.push({ top, text: letter })
      }
    return lines.map(({ text }) => text)
  })
}
