import { fillLogin, ownAddress, signUp } from '#tests/support/accounts/people.ts'
import { addUser, changeUser, findUser, openAdmin } from '#tests/support/browser/pages/admin-area.ts'
import { expect, test } from '#tests/support/browser/site.ts'
import { onlyInThoroughRun } from '#tests/support/server/thoroughness.ts'

// A server of its own: it is about the last administrator there.
test.use({ environment: { SUPPORT_MAIL: 'guards@example.org' } })

const denied = "Access Denied: You don't have permission to access the admin dashboard."

test(
  'the last active administrator stays: not deleted, not disabled, not demoted',
  onlyInThoroughRun,
  async ({ site }) => {
    site.expected.push(/status of 409/)
    const page = await site.person(ownAddress())
    const admin = await openAdmin(page, site, 'users')
    const dialog = page.getByRole('dialog')
    await page.getByRole('button', { name: `Delete ${admin}` }).click()
    await expect(dialog).toContainText('This is your own account.')
    await dialog.getByRole('button', { name: 'Delete user' }).click()
    await expect(dialog.getByRole('alert')).toContainText('This is the last active administrator')
    await page.keyboard.press('Escape')
    for (const name of [/^Active/, /^Administrator/]) {
      await page.getByRole('button', { name: `Edit ${admin}` }).click()
      await dialog.getByRole('checkbox', { name }).uncheck()
      await dialog.getByRole('button', { name: 'Save changes' }).click()
      await expect(dialog.getByRole('alert')).toContainText('This is the last active administrator')
      await page.keyboard.press('Escape')
    }
    expect(await findUser(page, admin)).toMatchObject({ isActive: true, isAdmin: true })
  },
)

test(
  'guests and users ask for nothing that only administrators may have',
  onlyInThoroughRun,
  async ({ site }) => {
    /** Calls of a person that only administrators may make. */
    async function watched() {
      const page = await site.person(ownAddress())
      const fetched: string[] = []
      page.on('request', (request) => {
        if (request.url().includes('/api/admin')) fetched.push(request.url())
      })
      return { page, fetched }
    }
    const { page, fetched } = await watched()
    await page.goto('/admin')
    await expect(page).toHaveURL(`${site.origin}/login?redirect=%2Fadmin`)
    await signUp(page)
    await page.goto('/admin')
    await expect(page).toHaveURL(`${site.origin}/portal`)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    expect(fetched).toEqual([])

    const admin = await watched()
    await openAdmin(admin.page, site)
    await expect(admin.page.getByText('Total Users')).toBeVisible()
    expect(admin.fetched).not.toEqual([])
  },
)

test(
  'the open page of someone who loses the role stops at once, by itself',
  onlyInThoroughRun,
  async ({ site }) => {
    site.expected.push(/status of 403/)
    const first = await site.person(ownAddress())
    await openAdmin(first, site)
    const page = await site.person(ownAddress())
    const demoted = await openAdmin(page, site, 'users')
    await expect(page.getByRole('table')).toBeVisible()
    await changeUser(first, await findUser(first, demoted), { isAdmin: false })
    await expect(page.getByRole('heading', { name: denied })).toBeVisible({ timeout: 10_000 })
    await expect(page).toHaveTitle('Access Denied · Restante')
    await expect(page.getByRole('table')).toHaveCount(0)
    await page.getByRole('link', { name: 'Go to Home' }).click()
    await expect(page).toHaveURL(`${site.origin}/`)
    await expect(page.getByRole('link', { name: 'Admin', exact: true })).toHaveCount(0)
    await page.goto('/admin')
    await expect(page).toHaveURL(`${site.origin}/portal`)
  },
)

test('an act of someone who lost the role is not done', onlyInThoroughRun, async ({ site }) => {
  site.expected.push(/status of 403/)
  const first = await site.person(ownAddress())
  await openAdmin(first, site)
  const bystander = await addUser(first)
  const page = await site.person(ownAddress())
  const demoted = await openAdmin(page, site, 'users')
  await page.getByRole('searchbox').fill(bystander.username)
  await page.getByRole('button', { name: `Delete ${bystander.username}` }).click()
  // What the page asks for by itself waits, so that it does not find out before the act.
  const acted = Promise.withResolvers<void>()
  await page.route('**/api/admin/**', async (route) => {
    if (route.request().method() === 'GET') await acted.promise
    await route.continue()
  })
  await changeUser(first, await findUser(first, demoted), { isAdmin: false })
  await page.getByRole('dialog').getByRole('button', { name: 'Delete user' }).click()
  acted.resolve()
  await expect(page.getByRole('heading', { name: denied })).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await findUser(first, bystander.username)
})

test('anyone who gives the role away is shown to the portal', onlyInThoroughRun, async ({ site }) => {
  site.expected.push(/status of 403/)
  const first = await site.person(ownAddress())
  await openAdmin(first, site)
  const page = await site.person(ownAddress())
  const admin = await openAdmin(page, site, 'users')
  await page.getByRole('searchbox').fill(admin)
  await page.getByRole('button', { name: `Edit ${admin}` }).click()
  await page
    .getByRole('dialog')
    .getByRole('checkbox', { name: /^Administrator/ })
    .uncheck()
  await page.getByRole('dialog').getByRole('button', { name: 'Save changes' }).click()
  await expect(page).toHaveURL(`${site.origin}/portal`)
})

test('anyone who is disabled is signed out', onlyInThoroughRun, async ({ site }) => {
  site.expected.push(/status of 40[13]/)
  const first = await site.person(ownAddress())
  await openAdmin(first, site)
  const page = await site.person(ownAddress())
  const disabled = await openAdmin(page, site)
  await changeUser(first, await findUser(first, disabled), { isActive: false })
  // What the page was still asking for may find that out as well.
  await page.reload()
  await expect(page).toHaveURL(/\/login\?redirect=%2Fadmin/)
  await fillLogin(page, disabled)
  await expect(page.getByText('This account has been disabled.')).toBeVisible()
})
