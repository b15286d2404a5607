import { newName, ownAddress } from '#tests/support/accounts/people.ts'
import { addUser, bearer, openAdmin, toast } from '#tests/support/browser/pages/admin-area.ts'
import { expect, test } from '#tests/support/browser/site.ts'

test('a group gets rules and people, comes first, says why, and is deleted', async ({ site }) => {
  const page = await site.person(ownAddress())
  const username = newName()
  await openAdmin(page, site, 'users')
  await addUser(page, { username })
  await page.getByRole('tab', { name: 'Groups' }).click()
  await page.getByRole('button', { name: 'Add group' }).click()
  await page.getByRole('dialog').getByLabel('Name').fill('Legal')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Legal' })).toBeVisible()

  await page.getByLabel('Largest file: kind of rule').selectOption('At most')
  await page.getByLabel('Largest file', { exact: true }).fill('much')
  await page.getByRole('searchbox', { name: 'Find a person' }).fill(username)
  await page.getByRole('button', { name: `Add ${username}` }).click()
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByLabel('Largest file', { exact: true })).toBeFocused()
  await page.getByLabel('Largest file', { exact: true }).fill('300MB')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(toast(page, 'Group saved')).toBeVisible()
  // A value in no whole unit stays as it is when others change.
  const address = `/api/admin/groups/${new URL(page.url()).searchParams.get('group')}`
  const headers = await bearer(page)
  const speed = { kind: 'most', value: 65_536 }
  const storage = { kind: 'most', value: 1024 ** 3 }
  const rules = { fileSize: { kind: 'most', value: 300 * 1024 ** 2 }, storage, uploadSpeed: speed }
  expect((await page.request.put(address, { headers, data: { rules } })).status()).toBe(200)
  await page.reload()
  await expect(page.getByLabel('Largest file', { exact: true })).toHaveValue('300')
  await page.getByLabel('Largest file', { exact: true }).fill('301')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(toast(page, 'Group saved')).toBeVisible()
  const listed = await page.request.get('/api/admin/groups', { headers })
  expect(JSON.stringify(await listed.json())).toContain(`"uploadSpeed":${JSON.stringify(speed)}`)

  await page.getByRole('button', { name: 'All groups' }).click()
  const first = page.getByRole('list', { name: 'Groups' }).getByRole('listitem').first()
  await expect(first).toContainText('Legal1 personLargest file: at most 301 MB')
  await page.getByRole('button', { name: 'Move Legal down' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: 'Legal' })).toContainText('2')

  await page.getByRole('tab', { name: 'Users' }).click()
  await page.getByRole('searchbox', { name: 'Search users' }).fill(username)
  await expect(page.getByRole('row').filter({ hasText: username })).toContainText(/0\sB \/ 1\sGB/)
  await page.getByRole('button', { name: `View ${username}` }).click()
  await page.getByRole('button', { name: 'Why?' }).click()
  const why = page.getByRole('dialog', { name: `What ${username} may do, and why` })
  await expect(why.locator('div').filter({ hasText: /^Largest file/ })).toContainText('Legal')
  await page.keyboard.press('Escape')
  await expect(why).toBeHidden()

  await page.getByRole('tab', { name: 'Groups' }).click()
  await page.getByRole('button', { name: /^Legal/ }).click()
  await page.getByRole('button', { name: 'Delete group' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('1 person loses its rules and keeps the account.')
  await dialog.getByRole('button', { name: 'Delete group' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: 'Legal' })).toHaveCount(0)
})
