import { goByOwnClock } from '#tests/support/browser/own-clock.ts'
import { choose, linksOf, sendButton, smallFile } from '#tests/support/browser/pages/home.ts'
import { become } from '#tests/support/browser/roles.ts'
import { expect, test } from '#tests/support/browser/site.ts'
import { walkTo } from '#tests/support/browser/walk-to.ts'
import { onlyInThoroughRun } from '#tests/support/server/thoroughness.ts'

test('the title says what a tab is at, from the selection to the end of the file, and the screen stays awake until the link is there', async ({
  site,
}) => {
  site.expected.push(/status of (404|410)/)
  const page = await site.person()
  // A browser without a screen keeps none awake: what it is asked is watched.
  await page.addInitScript(() => {
    WakeLock.prototype.request = async () => {
      document.documentElement.dataset.awake = 'yes'
      return Object.assign(Object.create(WakeLockSentinel.prototype), {
        release: async () => delete document.documentElement.dataset.awake,
      })
    }
  })
  const isCalled = (title: string) => expect(page).toHaveTitle(`${title} · Restante`)
  await page.goto('/')
  await isCalled('Send files that don’t stay')
  await page.getByRole('button', { name: 'Dismiss' }).click()
  await choose(page, smallFile('plan.txt'))
  // A dismissed banner stays away.
  await expect(page.getByText('Security testing is in progress.')).toBeHidden()
  await isCalled('1 item selected')
  const html = page.locator('html')
  await expect(html).not.toHaveAttribute('data-awake')
  await site.freeze(page)
  await sendButton(page).click()
  await expect(html).toHaveAttribute('data-awake')
  await isCalled('100% uploaded')
  // That means that everything has arrived.
  await expect(page.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '100')
  await expect(page.getByText('Upload complete').first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Cancel upload' })).toBeHidden()
  site.thaw()
  const { link, deletion } = await linksOf(page)
  await isCalled('Your link is ready')
  await expect(html).not.toHaveAttribute('data-awake')
  await page.clock.install()
  await goByOwnClock(page)
  await page.goto(link)
  await isCalled('plan.txt')
  await expect(page.getByRole('timer')).toHaveText(/^(3h 0m|2h 59m) remaining$/)
  await page.clock.fastForward('03:00:01')
  await isCalled('Expired')
  await expect(page.getByText('This file has expired and is no longer available for download.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Download File' })).toBeHidden()
  await page.goto(deletion)
  await isCalled('Delete File')
  await expect(page.getByRole('heading', { name: 'plan.txt' })).toBeVisible()
  await expect(page.getByText('This action cannot be undone.')).toBeVisible()
  await page.getByRole('button', { name: 'Delete File' }).click()
  await isCalled('File deleted')
  await expect(page.getByRole('heading', { name: 'File deleted' })).toBeVisible()
  await page.goto(link)
  await isCalled('File Not Available')
})

test('every page has its own title', onlyInThoroughRun, async ({ site }) => {
  const guest = await site.person()
  await guest.goto('/')
  await expect(guest).toHaveTitle('Send files that don’t stay · Restante')
  for (const [address, title] of [
    ['/login', 'Login'],
    ['/register', 'Create account'],
    ['/forgot-password', 'Forgot password'],
    ['/reset-password?token=x', 'Reset Password'],
    ['/terms', 'Terms of service'],
    ['/privacy', 'Privacy'],
    ['/pricing', 'Pricing'],
    ['/rights', 'Your data'],
  ] as const) {
    await walkTo(guest, address)
    await expect(guest).toHaveTitle(`${title} · Restante`)
  }
  await walkTo(guest, '/forgot-password')
  await guest.getByLabel('Email').fill('somebody@example.org')
  await guest.getByRole('button', { name: 'Send Reset Link' }).click()
  await expect(guest).toHaveTitle('Check Your Email · Restante')

  const page = await site.person()
  await become(page, 'administrator', 'entitled', site.dataDir)
  await page.goto('/')
  await expect(page).toHaveTitle('Send files that don’t stay · Restante')
  for (const [address, title] of [
    ['/portal', 'Dashboard'],
    ['/portal/files', 'Files'],
    ['/portal/contacts', 'Contacts'],
    ['/portal/profile', 'Profile'],
    ['/admin', 'Overview · Admin'],
    ['/admin?tab=system', 'System · Admin'],
  ] as const) {
    await walkTo(page, address)
    await expect(page).toHaveTitle(`${title} · Restante`)
  }
})
