import { goodPassword } from '#tests/support/accounts/accounts.ts'
import { fillLogin, newName, ownAddress } from '#tests/support/accounts/people.ts'
import { isFineInThoroughRun } from '#tests/support/browser/checks/is-fine.ts'
import { expect, test } from '#tests/support/browser/site.ts'
import type { MailServer } from '#tests/support/mail/mail-server.ts'
import { inThoroughRun } from '#tests/support/server/thoroughness.ts'

test.use({
  environment: async ({ mailServer }, use) => use({ SMTP_URL: mailServer.url, EMAIL_VERIFICATION: 'on' }),
})

/** The link in the mail to an address, once it is there. */
async function linkTo({ mails }: MailServer, address: string): Promise<string> {
  let link = ''
  await expect
    .poll(() => {
      const texts = mails.filter(({ to }) => to.includes(address)).map(({ mail }) => mail.text ?? '')
      link = texts.map((text) => /\S+\/verify-email#\S+/.exec(text)?.[0]).find(Boolean) ?? ''
      return link
    })
    .not.toBe('')
  return link
}

test(
  'someone registers, confirms the address, and changes it later',
  inThoroughRun,
  async ({ site, mailServer }) => {
    site.expected.push(/status of 40[03]/)
    const page = await site.person(ownAddress())
    const username = newName()
    await page.goto('/register')
    await page.getByLabel('Username').fill(username)
    await page.getByLabel('Email').fill(`${username}@example.org`)
    await page.getByLabel('Password', { exact: true }).fill(goodPassword)
    await page.getByLabel('Confirm password').fill(goodPassword)
    await page.getByRole('main').getByRole('button', { name: 'Create account' }).click()
    await expect(page.getByText('Open the link we’ve emailed you, then sign in.')).toBeVisible()
    await fillLogin(page, username)
    await expect(page.getByRole('alert')).toContainText('Confirm your email address first.')

    const link = await linkTo(mailServer, `${username}@example.org`)
    await page.goto('/verify-email')
    await expect(page.getByRole('alert')).toContainText('This link has expired or was already used.')
    await page.goto('/')
    await page.goto(link)
    // Logging in has sent another one, which is good in place of the first.
    await page.getByRole('button', { name: 'Confirm address' }).click()
    await expect(page.getByRole('alert')).toContainText('This link has expired or was already used.')
    await isFineInThoroughRun(page, 'an old link')
    const texts = () =>
      mailServer.mails.flatMap(({ mail }) => /\S+\/verify-email#\S+/.exec(mail.text ?? '')?.[0] ?? [])
    await expect.poll(() => texts().length).toBe(2)
    await page.goto('/')
    await page.goto(texts()[1] ?? '')
    await isFineInThoroughRun(page, 'confirming an address')
    await page.getByRole('button', { name: 'Confirm address' }).click()
    await expect(page.getByRole('heading', { name: 'Address confirmed' })).toBeFocused()
    await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click()
    await fillLogin(page, username)
    await expect(page).toHaveURL(/\/portal$/)

    await page.goto('/portal/profile')
    await page.getByRole('button', { name: 'Edit profile' }).click()
    const next = `${newName('new')}@example.org`
    await page.getByRole('dialog').getByLabel('Email').fill(next)
    await page.getByRole('dialog').getByLabel('Current password').fill(goodPassword)
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText(`Open the link we sent to ${next} to change your address.`)).toBeVisible()
    await isFineInThoroughRun(page, 'an address that waits')
    await page.goto(await linkTo(mailServer, next))
    await page.getByRole('button', { name: 'Confirm address' }).click()
    await page.getByRole('main').getByRole('link', { name: 'Profile' }).click()
    await expect(page.getByText(next)).toBeVisible()
  },
)
