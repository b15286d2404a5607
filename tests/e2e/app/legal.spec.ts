import { isFine, isFineInThoroughRun } from '#tests/support/browser/checks/is-fine.ts'
import { fittingLooks, inLooks } from '#tests/support/browser/checks/looks.ts'
import { expect, test } from '#tests/support/browser/site.ts'
import { inThoroughRun, onlyInThoroughRun } from '#tests/support/server/thoroughness.ts'

test.use({
  environment: {
    OPERATOR_NAME: 'Example Transfers GmbH',
    OPERATOR_ADDRESS: 'Hauptstrasse 1, 10115 Berlin, Germany',
    OPERATOR_DETAILS: 'Registered at Berlin as HRB 12345; VAT DE123456789',
    SUPPORT_MAIL: 'help@example.eu',
    PRIVACY_MAIL: 'privacy@example.eu',
    HOSTING_REGION: 'Helsinki, Finland',
    PROCESSORS: 'Hosting Ltd, Finland: servers; Mailer SA, France: mails',
    FREE_FILE_SIZE: '500MB',
    AUDIT_KEPT: '90',
  },
})

test(
  'privacy and pricing say who, where, how long and how much, as the service is set up',
  inThoroughRun,
  async ({ site }) => {
    const page = await site.person()
    await page.goto('/privacy')
    await expect(page).toHaveTitle('Privacy · Restante')
    await expect(page.getByText('Example Transfers GmbH')).toBeVisible()
    await expect(page.getByText('10115 Berlin')).toBeVisible()
    await expect(page.getByRole('link', { name: 'privacy@example.eu' }).first()).toHaveAttribute(
      'href',
      'mailto:privacy@example.eu',
    )
    await expect(
      page.getByText('Everything is stored and processed in Helsinki, Finland.').first(),
    ).toBeVisible()
    await expect(page.getByRole('listitem').filter({ hasText: 'Mailer SA, France: mails' })).toBeVisible()
    const kept = page.getByRole('table', { name: 'These are the current settings of this service.' })
    await expect(kept.getByRole('row', { name: /^Files, with their names/ })).toContainText(
      '30 minutes to 12 hours after the upload, or up to 30 days with Pro',
    )
    await expect(kept.getByRole('row', { name: /^The log of sign-ins/ })).toContainText('Up to 90 days')
    await expect(kept.getByRole('row', { name: /^That you’re signed in/ })).toContainText('Up to 1 day')
    const files = kept.getByRole('row', { name: /^Files, with their names/ })
    await expect(files).toContainText('To deliver them')
    await expect(files).toContainText('Art. 6(1)(b) GDPR')
    await expect(files.getByRole('cell').last()).toHaveText(/None|minute|hour/)
    const browser = page.getByRole('table', { name: /^Cookies and other browser storage/ })
    await expect(browser.getByRole('row', { name: /^What you sent to file requests/ })).toBeVisible()
    await expect(browser.getByRole('row', { name: /language/ })).toHaveCount(1)
    await page.getByRole('main').getByRole('link', { name: 'Your data' }).click()
    await expect(page.getByRole('heading', { name: 'What do we hold about you?' })).toBeVisible()

    await page.getByRole('contentinfo').getByRole('link', { name: 'Pricing' }).click()
    const plans = page.getByRole('main').locator('section')
    await expect(plans.filter({ hasText: 'Without account' })).toContainText('500 MB')
    const pro = plans.filter({ hasText: 'Coming soon' })
    await expect(pro).toContainText('10 GB')
    await expect(pro.getByRole('button').or(pro.getByRole('link'))).toHaveCount(0)
    await page.getByRole('main').getByRole('link', { name: 'Create account' }).click()
    await expect(page).toHaveURL(`${site.origin}/register`)

    // A row that is kept for longer than promised stands out.
    const day = 24 * 60 * 60_000
    const late = { kind: 'auditLog', keptFor: 90 * day, oldest: 95 * day, exceeded: true }
    await page.route('**/api/retention', (route) =>
      route.fulfill({ json: { success: true, measuredAt: new Date().toISOString(), kinds: [late] } }),
    )
    await page.goto('/privacy')
    await expect(kept.getByRole('row', { name: /^The log of sign-ins/ })).toContainText(
      'Older than promised: 95 days',
    )
    await isFineInThoroughRun(page, 'older than promised')
  },
)

test(
  'the imprint is linked in the footer, and can be read before the terms are accepted',
  onlyInThoroughRun,
  async ({ site }) => {
    const page = await site.person()
    await page.goto('/')
    await page.getByRole('contentinfo').getByRole('link', { name: 'Imprint' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Imprint' })).toBeVisible()
    for (const line of ['Example Transfers GmbH', 'Germany', 'VAT DE123456789', 'help@example.eu'])
      await expect(page.getByRole('main').getByText(line)).toBeVisible()

    const newcomer = await site.person({ terms: 'unseen' })
    for (const path of ['/imprint', '/privacy', '/privacy/', '/Imprint']) {
      await newcomer.goto(path)
      await expect(newcomer.getByRole('heading', { level: 1 })).toBeVisible()
      await newcomer.waitForFunction(() => performance.now() > 600)
      await expect(newcomer.getByRole('dialog')).toBeHidden()
    }
    await newcomer.getByRole('link', { name: 'Back to Home' }).click()
    await expect(newcomer.getByRole('dialog')).toBeVisible()
  },
)

for (const { name, options } of fittingLooks) {
  test(`privacy, pricing and imprint are clean and fit, ${name}`, inLooks, async ({ site }) => {
    const page = await site.person(options)
    for (const path of ['/privacy', '/pricing', '/imprint']) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await isFine(page, path)
    }
  })
}
