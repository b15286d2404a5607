import { ownAddress, signUp } from '#tests/support/accounts/people.ts'
import { isFineInThoroughRun } from '#tests/support/browser/checks/is-fine.ts'
import { openAdmin } from '#tests/support/browser/pages/admin-area.ts'
import { askWith } from '#tests/support/browser/pages/requests.ts'
import { expect, test } from '#tests/support/browser/site.ts'
import { onlyInThoroughRun } from '#tests/support/server/thoroughness.ts'
import { sendTransfer } from '#tests/support/transfers/managed-transfers.ts'

// How it is where they are on: reports.spec.ts.
test.use({ environment: { REPORTS: 'off' } })

test(
  'where reports are off no page leads to them, their pages are addresses like any other, and administrators have no tab',
  onlyInThoroughRun,
  async ({ site }) => {
    const { linkId } = await sendTransfer({ baseUrl: site.origin }, Buffer.from('hello'))
    const page = await site.person(ownAddress())
    const report = page.getByRole('link', { name: /^Report/ })
    await page.goto(`/download/${linkId}`)
    await expect(page.getByRole('heading', { name: 'plan.txt' })).toBeVisible()
    await expect(report).toHaveCount(0)
    await signUp(page)
    await page.goto(await askWith(page, {}))
    await expect(page.getByText('Restante hasn’t checked who this is.')).toBeVisible()
    await expect(report).toHaveCount(0)
    await page.goto('/privacy')
    await expect(page.getByRole('row', { name: /API keys that have expired/ })).toBeVisible()
    await expect(page.getByRole('row', { name: /Who reported|Decisions about reports/ })).toHaveCount(0)
    const pages = ['/report', '/report/R-2345', `/decision/${'A'.repeat(22)}`, `/moderate#${'A'.repeat(43)}`]
    for (const address of [...pages, '/there-is-no-such-page']) {
      await page.goto(address)
      await expect(page.getByRole('heading', { level: 1, name: 'Send files that don’t stay.' })).toBeVisible()
      await expect(page).toHaveURL(`${site.origin}/`)
    }

    const admin = await site.person()
    await openAdmin(admin, site, 'reports')
    await expect(admin.getByRole('tab', { selected: true })).toHaveText('Overview')
    await expect(admin.getByRole('tab', { name: 'System' })).toBeVisible()
    await expect(admin.getByRole('tab', { name: 'Reports' })).toHaveCount(0)
    await isFineInThoroughRun(admin, 'without reports')
    await admin.goto('/admin?tab=settings')
    await expect(admin.getByText('Person or company, for the imprint')).toBeVisible()
    await expect(admin.getByText('Email for reports')).toHaveCount(0)
  },
)
