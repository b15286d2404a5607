import { goByOwnClock } from '#tests/support/browser/own-clock.ts'
import { choose, linksOf, sendButton, smallFile } from '#tests/support/browser/pages/home.ts'
import { become } from '#tests/support/browser/roles.ts'
import { expect, test } from '#tests/support/browser/site.ts'
import { walkTo } from '#tests/support/browser/walk-to.ts'
import { onlyInThoroughRun } from '#tests/support/server/thoroughness.ts'

test('the title says what a tab is at, from the selection to the end of the file', async ({ site }) => {
  site.expected.push(/status of (404|410)/)
  const page = await site.person()
  const isCalled = (title: string) => expect(page).toHaveTitle(`${title} · Restante`)
  await page.goto('/')
  await isCalled('Send files that don’t stay')
  await choose(page, smallFile('plan.txt'))
  await isCalled('1 item selected')
  await site.freeze(page)
  await sendButton(page).click()
  await isCalled('100% uploaded')
  site.thaw()
  const { link, deletion } = await linksOf(page)
  await isCalled('Your link is ready')
  await page.goto(deletion)
  await isCalled('Delete File')
  await page.clock.install()
  await goByOwnClock(page)
  await page.goto(link)
  await isCalled('plan.txt')
  await page.clock.fastForward('03:00:01')
  await isCalled('Expired')
  await page.goto(deletion)
  await page.getByRole('button', { name: 'Delete File' }).click()
  await isCalled('File deleted')
  await page.goto(link)
  await isCalled('File Not Available')
})

test('every page has its own title', onlyInThoroughRun, async ({ site }) => {
  const guest = await site.person()
  await guest.goto('/')
  await expect(guest).toHaveTitle('Send files that don’t stay · Restante')
  for (const [address, title] of [
    ['/login', 'Login'],
    ['/register', 'Sign Up'],
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
