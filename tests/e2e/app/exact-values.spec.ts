import { tokenOf } from '#tests/support/accounts/people.ts'
import { isFineInThoroughRun } from '#tests/support/browser/checks/is-fine.ts'
import { become } from '#tests/support/browser/roles.ts'
import { expect, test } from '#tests/support/browser/site.ts'
import { inThoroughRun } from '#tests/support/server/thoroughness.ts'
import { sendTransfer } from '#tests/support/transfers/managed-transfers.ts'

/** "26 Nov 2026, 20:06:12 CET" */
const second = /^\d{1,2} \w{3} \d{4}, \d{2}:\d{2}:\d{2} (GMT\+[12]|CES?T)$/

test(
  'what is said in words opens to the exact value under a finger and by keyboard',
  inThoroughRun,
  async ({ site }) => {
    const page = await site.person({
      viewport: { width: 390, height: 800 },
      hasTouch: true,
      timezoneId: 'Europe/Berlin',
      locale: 'en-GB',
    })
    await become(page, 'administrator', 'exact', site.dataDir)
    const headers = { authorization: `Bearer ${await tokenOf(page)}` }
    const sent = await sendTransfer({ baseUrl: site.origin }, Buffer.from('a few words'), {
      filename: 'notes.txt',
      type: 'text/plain',
      headers,
    })
    await page.goto(`/download/${sent.linkId}`)
    const main = page.getByRole('main')
    const type = page.getByRole('button', { name: 'TXT text', exact: true })
    await main.getByText('Details').tap()
    await expect(main.getByText('text/plain')).toHaveCount(0)
    await type.tap()
    await expect(main.getByText('text/plain', { exact: true })).toBeVisible()
    await expect(type).toHaveAttribute('aria-expanded', 'true')
    const expires = main.getByRole('term').filter({ hasText: 'Expires' })
    await expires.locator('..').getByRole('button').press('Enter')
    await expect(main.getByText(second)).toHaveCount(1)
    await isFineInThoroughRun(page, 'exact values')
    await type.press('Space')
    await expect(main.getByText('text/plain')).toHaveCount(0)
    for (const [address, ...words] of [
      ['/portal/files', / left$/],
      ['/admin?tab=files', /^(Today|Yesterday), /, / left$/],
    ] as const) {
      await page.goto(address)
      for (const [index, name] of words.entries()) {
        await page.getByRole('table').getByRole('button', { name }).first().tap()
        await expect(main.getByText(second)).toHaveCount(index + 1)
      }
      await isFineInThoroughRun(page, address)
    }
  },
)
