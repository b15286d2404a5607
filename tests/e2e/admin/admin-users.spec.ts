import type { Page } from '@playwright/test'
import { GIB } from '#contract/transfers/limits.ts'
import { goodPassword } from '#tests/support/accounts/accounts.ts'
import { emailOf, fillLogin, newName, ownAddress, uploadAs } from '#tests/support/accounts/people.ts'
import { addUser, cellsOf, findUser, openAdmin, toast } from '#tests/support/browser/pages/admin-area.ts'
import { expect, test } from '#tests/support/browser/site.ts'
import { onlyInThoroughRun } from '#tests/support/server/thoroughness.ts'

const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })

async function search(page: Page, name: string) {
  await page.getByRole('searchbox', { name: 'Search users' }).fill(name)
  await expect(rowOf(page, name)).toBeVisible()
  await expect(page.getByText('1–1 of 1')).toBeVisible()
}

test('a user is added, has to choose a password of their own, and is deleted after a second thought', async ({
  site,
}) => {
  site.expected.push(/status of 401/)
  const page = await site.person(ownAddress())
  await openAdmin(page, site, 'users')
  await page.getByRole('button', { name: 'Add User' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add User' })
  await expect(dialog.getByLabel('Username')).toBeFocused()
  await expect(dialog.getByLabel('Storage limit (GB)')).toHaveValue('2')
  await expect(dialog.getByRole('checkbox', { name: /^Active/ })).toBeChecked()
  const username = newName()
  await dialog.getByLabel('Username').fill(username)
  await dialog.getByLabel('Email').fill(emailOf(username))
  await dialog.getByLabel('Password', { exact: true }).fill(goodPassword)
  await dialog.getByRole('checkbox', { name: /^Pro/ }).check()
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await expect(toast(page, `${username} was added`)).toBeVisible()

  const user = await findUser(page, username)
  expect(user).toMatchObject({ storageLimit: 2 * GIB, isActive: true, isPro: true, isAdmin: false })
  const [name, email, status, plan, storage, joined] = await cellsOf(rowOf(page, username))
  expect(name).toBe(`${username}ID ${user.id}`)
  expect(email).toBe(emailOf(username))
  expect(status).toBe('Active')
  expect(plan).toBe('Pro')
  expect(storage).toMatch(/^0\sB \/ 2\sGB$/)
  expect(joined).toMatch(/^\d{1,2} \w{3,4} \d{4}$/)

  const person = await site.person(ownAddress())
  await person.goto('/login')
  await fillLogin(person, username)
  await expect(person.getByRole('heading', { name: 'Change Password' })).toBeVisible()

  await search(page, username)
  await page.getByRole('button', { name: `Delete ${username}` }).click()
  const question = page.getByRole('dialog', { name: `Delete ${username}?` })
  await expect(question).toContainText('This action cannot be undone.')
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await question.getByRole('button', { name: 'Delete user' }).click()
  await expect(toast(page, `${username} was deleted`)).toBeVisible()
  await expect(page.getByText('No users found.')).toBeVisible()
  const again = await site.person(ownAddress())
  await again.goto('/login')
  await fillLogin(again, username)
  await expect(again.getByText('Invalid username or password.')).toBeVisible()
})

test('what is missing or taken is said at its field', onlyInThoroughRun, async ({ site }) => {
  site.expected.push(/status of (400|409)/)
  const page = await site.person(ownAddress())
  const admin = await openAdmin(page, site, 'users')
  await page.getByRole('button', { name: 'Add User' }).click()
  const dialog = page.getByRole('dialog')
  const submit = dialog.getByRole('button', { name: 'Add User' })
  await dialog.getByLabel('Storage limit (GB)').fill('1.5')
  await submit.click()
  await expect(dialog.getByText('Enter a valid email address.')).toBeVisible()
  await expect(dialog.getByText('Password must be at least 8 characters long')).toBeVisible()
  await expect(dialog.getByText('Enter a whole number of GB.')).toBeVisible()
  await expect(dialog.getByLabel('Username')).toBeFocused()
  await expect(dialog.getByLabel('Username')).toHaveAccessibleDescription(/3-50 characters/)

  await dialog.getByLabel('Storage limit (GB)').fill('5')
  await dialog.getByLabel('Username').fill(admin)
  await dialog.getByLabel('Email').fill(emailOf(newName()))
  await dialog.getByLabel('Password', { exact: true }).fill(goodPassword)
  await submit.click()
  await expect(dialog.getByText('This username is already taken.')).toBeVisible()
  await expect(dialog.getByLabel('Username')).toBeFocused()
  await dialog.getByLabel('Username').fill(newName())
  await dialog.getByLabel('Email').fill('not an address')
  await submit.click()
  await expect(dialog.getByLabel('Email')).toBeFocused()
  await expect(dialog.getByLabel('Email')).toHaveAccessibleDescription('Enter a valid email address.')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('button', { name: 'Add User' })).toBeFocused()
})

test(
  'a failure that nobody explains is named, and what was typed stays',
  onlyInThoroughRun,
  async ({ site }) => {
    site.expected.push(/status of 502/)
    const page = await site.person(ownAddress())
    await openAdmin(page, site, 'users')
    const { username } = await addUser(page)
    await search(page, username)
    await page.getByRole('button', { name: `Edit ${username}` }).click()
    const dialog = page.getByRole('dialog', { name: `Edit ${username}` })
    await expect(dialog.getByLabel('Password')).toHaveCount(0)
    await dialog.getByLabel('Storage limit (GB)').fill('7')
    await page.route('**/api/admin/users/*', (route) => route.fulfill({ status: 502, body: 'no' }))
    await dialog.getByRole('button', { name: 'Save changes' }).click()
    await expect(dialog.getByRole('alert')).toContainText('Failed to save user')
    await page.unroute('**/api/admin/users/*')
    await dialog.getByRole('button', { name: 'Save changes' }).click()
    await expect(toast(page, `Changes to ${username} were saved`)).toBeVisible()
    expect((await findUser(page, username)).storageLimit).toBe(7 * GIB)
  },
)

test('an edit changes what it says, and no odd limit in passing', onlyInThoroughRun, async ({ site }) => {
  const page = await site.person(ownAddress())
  await openAdmin(page, site, 'users')
  const { username } = await addUser(page, { storageLimit: 3 * GIB + 1 })
  await search(page, username)
  await page.getByRole('button', { name: `Edit ${username}` }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByLabel('Storage limit (GB)')).toHaveValue('3')
  const renamed = newName('renamed')
  await dialog.getByLabel('Username').fill(renamed)
  await dialog.getByRole('checkbox', { name: /^Active/ }).uncheck()
  await dialog.getByRole('checkbox', { name: /^Administrator/ }).check()
  await dialog.getByRole('button', { name: 'Save changes' }).click()
  await expect(toast(page, `Changes to ${renamed} were saved`)).toBeVisible()
  expect(await findUser(page, renamed)).toMatchObject({
    storageLimit: 3 * GIB + 1,
    isActive: false,
    isPro: false,
    isAdmin: true,
    email: emailOf(username),
  })
})

test('bars are green, yellow above 70 percent and red above 90', onlyInThoroughRun, async ({ site }) => {
  const page = await site.person(ownAddress())
  const admin = await openAdmin(page, site, 'users')
  await uploadAs(page, ['ninth-is-900-bytes.txt', 'b.txt'])
  const { id, email, isActive, isPro } = await findUser(page, admin)
  const token = await page.evaluate(() => localStorage.getItem('token'))
  await search(page, admin)
  const seen: string[] = []
  for (const storageLimit of [429, 400, 333, 200]) {
    const headers = { authorization: `Bearer ${token}` }
    const data = { username: admin, email, isActive, isPro, storageLimit }
    expect((await page.request.put(`/api/admin/users/${id}`, { headers, data })).status()).toBe(200)
    await page.getByRole('button', { name: 'Refresh' }).click()
    await expect(rowOf(page, admin)).toContainText(new RegExp(`300\\sB / ${storageLimit}\\sB`))
    seen.push(
      await rowOf(page, admin)
        .locator('.bar')
        .evaluate((bar) => {
          const fill = getComputedStyle(bar, '::before')
          return `${fill.backgroundColor} ${Math.round((Number.parseFloat(fill.width) / bar.clientWidth) * 100)}%`
        }),
    )
  }
  const [green, yellow, red] = ['rgb(26, 127, 80)', 'rgb(168, 119, 0)', 'rgb(194, 51, 42)']
  expect(seen).toEqual([`${green} 70%`, `${yellow} 75%`, `${yellow} 90%`, `${red} 100%`])
})

test('filters show active, inactive and Pro users', async ({ site }) => {
  const page = await site.person(ownAddress())
  await openAdmin(page, site, 'users')
  const stem = newName('crowd')
  for (const [name, fields] of [
    ['idle', { isActive: false }],
    ['free', {}],
    ['paid', { isPro: true }],
  ] as const)
    await addUser(page, { username: `${stem}-${name}`, ...fields })
  await page.getByRole('searchbox').fill(stem)
  await expect(page.getByText('1–3 of 3')).toBeVisible()
  async function shows(filter: string, names: string[]) {
    await page.getByRole('button', { name: filter, exact: true }).click()
    await expect(page.getByRole('button', { name: filter, exact: true })).toHaveAttribute(
      'aria-pressed',
      'true',
    )
    await expect(page.getByRole('table').locator('b')).toHaveText(names.map((name) => `${stem}-${name}`))
  }
  await shows('Inactive', ['idle'])
  await shows('Pro', ['paid'])
  await shows('Active', ['paid', 'free'])
  await shows('All', ['paid', 'free', 'idle'])
  await expect(page.getByRole('status').filter({ hasText: '3 results' })).toBeAttached()
})

test('details of a user lead to the form', onlyInThoroughRun, async ({ site }) => {
  const page = await site.person(ownAddress())
  await openAdmin(page, site, 'users')
  const { username, id } = await addUser(page)
  await search(page, username)
  await page.getByRole('button', { name: `View ${username}` }).click()
  const details = page.getByRole('dialog', { name: username })
  for (const text of [id, emailOf(username), 'Active', 'Free', 'Never', 'Must be changed at next sign-in'])
    await expect(details.getByText(text, { exact: true }).first()).toBeVisible()
  await details.getByRole('button', { name: 'Edit user' }).click()
  await expect(page.getByRole('dialog', { name: `Edit ${username}` })).toBeVisible()
})

test('someone else was faster: the list says so', onlyInThoroughRun, async ({ site }) => {
  site.expected.push(/status of 404/)
  const page = await site.person(ownAddress())
  await openAdmin(page, site, 'users')
  const { username, id } = await addUser(page)
  await search(page, username)
  const token = await page.evaluate(() => localStorage.getItem('token'))
  const headers = { authorization: `Bearer ${token}` }
  expect((await page.request.delete(`/api/admin/users/${id}`, { headers })).status()).toBe(200)
  await page.getByRole('button', { name: `Delete ${username}` }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Delete user' }).click()
  await expect(dialog.getByRole('alert')).toContainText('Failed to delete user')
  await expect(dialog.getByRole('alert')).toContainText('We couldn’t find this user.')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByText('No users found.')).toBeVisible()
})
