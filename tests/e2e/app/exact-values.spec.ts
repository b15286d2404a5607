import { isClean } from '#tests/support/browser/checks/is-fine.ts'
import { choose, send, smallFile } from '#tests/support/browser/pages/home.ts'
import { become } from '#tests/support/browser/roles.ts'
import { expect, test } from '#tests/support/browser/site.ts'

/** "26 Nov 2026, 20:06:12 CET" */
const second = /^\d{1,2} \w{3} \d{4}, \d{2}:\d{2}:\d{2} (GMT\+[12]|CES?T)$/

test('what is said in words opens to the exact value under a finger and by keyboard', async ({ site }) => {
  const page = await site.person({
    viewport: { width: 390, height: 800 },
    hasTouch: true,
    timezoneId: 'Europe/Berlin',
    locale: 'en-GB',
  })
  await become(page, 'administrator', 'exact', site.dataDir)
  await page.goto('/')
  await choose(page, smallFile())
  const { link } = await send(page)
  await page.goto(link)
  const main = page.getByRole('main')
  const type = page.getByRole('button', { name: 'TXT text', exact: true })
  await expect(main.getByText('text/plain')).toHaveCount(0)
  await type.tap()
  await expect(main.getByText('text/plain', { exact: true })).toBeVisible()
  await expect(type).toHaveAttribute('aria-expanded', 'true')
  await page.getByRole('button', { name: /^Expires/ }).press('Enter')
  await expect(main.getByText(second)).toHaveCount(1)
  await isClean(page, 'exact values')
  await type.press('Space')
  await expect(main.getByText('text/plain')).toHaveCount(0)
  for (const [address, ...words] of [
    ['/portal/files', /^(Today|Yesterday), /, /remaining$/],
    ['/admin?tab=files', /^(Today|Yesterday), /, /remaining$/],
  ] as const) {
    await page.goto(address)
    for (const [index, name] of words.entries()) {
      await page.getByRole('table').getByRole('button', { name }).first().tap()
      await expect(main.getByText(second)).toHaveCount(index + 1)
    }
    await isClean(page, address)
  }
})
