import type { Page } from '@playwright/test'
import { goByOwnClock } from '#tests/support/browser/own-clock.ts'
import { add, choose, sendButton, smallFile } from '#tests/support/browser/pages/home.ts'
import { expect, test } from '#tests/support/browser/site.ts'

/** Whether a finger meets the choice of colours, the last thing of the footer, at the end of the page. */
function endCanBePressed(page: Page): Promise<boolean> {
  return page.getByRole('combobox', { name: 'Theme' }).evaluate((choice) => {
    window.scrollTo(0, document.documentElement.scrollHeight)
    const { left, top, width, height } = choice.getBoundingClientRect()
    return document.elementFromPoint(left + width / 2, top + height - 2) === choice
  })
}

test('on a phone one line says the options, a sheet changes them, a long list folds, and the end of the page is in reach', async ({
  site,
}) => {
  const page = await site.person({ viewport: { width: 390, height: 844 } })
  await page.clock.setFixedTime(new Date(2026, 10, 21, 20, 6))
  await goByOwnClock(page)
  await choose(page, ...['a', 'b', 'c', 'd', 'e', 'f'].map((name) => smallFile(`${name}.txt`)))
  const rows = page.getByRole('region', { name: 'Selected files' }).getByRole('listitem')
  await expect(rows).toHaveCount(4)
  await page.getByRole('button', { name: 'Show all 6' }).click()
  await expect(rows).toHaveCount(6)
  await expect(page.getByRole('button', { name: 'Remove e.txt' })).toBeFocused()

  await expect(page.getByRole('textbox', { name: 'File password' })).toBeHidden()
  await expect(sendButton(page)).toHaveAccessibleDescription('Deleted today at 23:06 · no password')
  const change = page.getByRole('button', { name: 'Change options' })
  await change.click()
  const sheet = page.getByRole('dialog', { name: 'Options' })
  await sheet.getByRole('radio', { name: '12h', exact: true }).check()
  await sheet.getByRole('textbox', { name: 'File password' }).fill('open sesame')
  await sheet.getByRole('button', { name: 'Done' }).click()
  await expect(sheet).toBeHidden()
  await expect(change).toBeFocused()
  await expect(sendButton(page)).toHaveAccessibleDescription('Deleted tomorrow at 08:06 · with a password')
  // Whom to send it to is asked before anything is sent.
  await change.click()
  await sheet.getByRole('radio', { name: 'Send by email' }).check()
  await page.keyboard.press('Escape')
  await sendButton(page).click()
  await sheet.getByRole('textbox', { name: 'Send to' }).fill('jonas@example.de')
  await sheet.getByRole('button', { name: 'Done' }).click()
  await expect(sendButton(page)).toHaveText('Send to 1 person')

  // The button that sends covers nothing of the footer.
  await page.setViewportSize({ width: 390, height: 700 })
  expect(await endCanBePressed(page), 'files selected').toBe(true)
  await add(page, 'Select Files', [smallFile('setup.exe')])
  await expect(page.getByRole('alert')).toBeVisible()
  expect(await endCanBePressed(page), 'and one left out').toBe(true)
})
