import { goodPassword } from '#tests/support/accounts/accounts.ts'
import { emailOf, newName, ownAddress } from '#tests/support/accounts/people.ts'
import { openAdmin } from '#tests/support/browser/pages/admin-area.ts'
import { expect, test } from '#tests/support/browser/site.ts'

test('an administrator invites a person, who is signed in with the account that the link opens, once', async ({
  site,
}) => {
  site.expected.push(/status of 400/)
  const admin = await site.person(ownAddress())
  await openAdmin(admin, site, 'users')
  await admin.getByRole('button', { name: 'Invite', exact: true }).click()
  const dialog = admin.getByRole('dialog', { name: 'Invite a person' })
  const name = newName()
  await dialog.getByLabel('Email').fill(emailOf(name))
  await admin.keyboard.press('Enter')
  await expect(dialog.getByText(`Send this link to ${emailOf(name)}.`)).toBeVisible()
  const link = await dialog.getByLabel('Invitation link').inputValue()
  await expect(dialog.getByRole('listitem').filter({ hasText: emailOf(name) })).toBeVisible()

  const guest = await site.person(ownAddress())
  await guest.goto(link)
  await expect(guest.getByLabel('Email')).toHaveValue(emailOf(name))
  await guest.getByLabel('Username').fill(name)
  await guest.getByLabel('Password', { exact: true }).fill(goodPassword)
  await guest.getByLabel('Confirm password').fill(goodPassword)
  await guest.getByRole('button', { name: 'Create account' }).click()
  await expect(guest).toHaveURL(/\/portal/)
  expect(guest.url()).not.toContain(new URL(link).hash)

  const late = await site.person(ownAddress())
  await late.goto(link)
  await expect(late.getByText('This invitation was used, has expired or was withdrawn.')).toBeVisible()
})
