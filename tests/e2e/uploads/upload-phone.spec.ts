import type { Page } from '@playwright/test'
import { add, choose, smallFile } from '#tests/support/browser/pages/home.ts'
import { expect, test } from '#tests/support/browser/site.ts'

/** Whether a finger meets the choice of colours, the last thing of the footer, at the end of the page. */
function endCanBePressed(page: Page): Promise<boolean> {
  return page.getByRole('combobox', { name: 'Theme' }).evaluate((choice) => {
    window.scrollTo(0, document.documentElement.scrollHeight)
    const { left, top, width, height } = choice.getBoundingClientRect()
    return document.elementFromPoint(left + width / 2, top + height - 2) === choice
  })
}

test('on a phone the end of the page can be reached beside the button that sends', async ({ site }) => {
  const page = await site.person({ viewport: { width: 390, height: 700 } })
  await choose(page, smallFile())
  expect(await endCanBePressed(page), 'a file selected').toBe(true)
  await add(page, 'Select Files', [smallFile('setup.exe')])
  await expect(page.getByRole('alert')).toBeVisible()
  expect(await endCanBePressed(page), 'and one left out').toBe(true)
})
