import type { Page } from '@playwright/test'
import { fillLogin, newName, ownAddress, signUp } from '#tests/support/accounts/people.ts'
import { askWith, inboxOf } from '#tests/support/browser/pages/requests.ts'
import { expect, test } from '#tests/support/browser/site.ts'
import { onlyInThoroughRun } from '#tests/support/server/thoroughness.ts'
import { sendTransfer } from '#tests/support/transfers/managed-transfers.ts'

/** Holds the answers to one method of a call, until the returned function is called. */
async function hold(page: Page, method: string, call: string): Promise<() => void> {
  const held = Promise.withResolvers<void>()
  await page.route(call, async (route) => {
    if (route.request().method() !== method) return route.fallback()
    const response = await route.fetch()
    await held.promise
    await route.fulfill({ response })
  })
  return held.resolve
}

function toast(page: Page, text: string) {
  return page.getByRole('region', { name: 'Messages' }).getByText(text)
}

test('who has gone on while a request was made stays where they are, with what they copied', async ({
  site,
}) => {
  const page = await site.person({ ...ownAddress(), permissions: ['clipboard-read', 'clipboard-write'] })
  await signUp(page)
  await page.goto('/portal/requests/new')
  await page.getByRole('textbox', { name: 'What do you need?' }).fill('Site plan')
  const answer = await hold(page, 'POST', '**/api/requests')
  await page.getByRole('button', { name: 'Create request' }).click()
  await expect(page.getByRole('button', { name: 'Creating...' })).toBeVisible()
  await page.getByRole('link', { name: 'Contacts', exact: true }).click()
  await page.evaluate(() => navigator.clipboard.writeText('copied meanwhile'))
  answer()
  await expect(toast(page, 'Request created.')).toBeVisible()
  await expect(page).toHaveURL(/\/portal\/contacts$/)
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('copied meanwhile')
})

test(
  'who has gone on while a request was saved or deleted stays where they are, and types on',
  onlyInThoroughRun,
  async ({ site }) => {
    const page = await site.person(ownAddress())
    await signUp(page)
    const inbox = inboxOf(await askWith(page, { title: 'Site plan' }))
    await page.goto(`${inbox}/edit`)
    const saved = await hold(page, 'PUT', '**/api/requests/*')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(page.getByRole('button', { name: 'Saving...' })).toBeVisible()
    await page.getByRole('link', { name: 'Contacts', exact: true }).click()
    saved()
    await expect(toast(page, 'Request saved.')).toBeVisible()
    await expect(page).toHaveURL(/\/portal\/contacts$/)

    await page.getByRole('link', { name: 'Requests', exact: true }).click()
    await page.getByRole('link', { name: 'Site plan' }).first().click()
    await page.getByRole('button', { name: 'Delete request' }).click()
    const deleted = await hold(page, 'DELETE', '**/api/requests/*')
    await page.getByRole('dialog').getByRole('button', { name: 'Delete request' }).click()
    await expect(page.getByRole('dialog').getByRole('button', { name: 'Deleting...' })).toBeVisible()
    await page.goBack()
    await page.goBack()
    const search = page.getByRole('searchbox', { name: 'Search contacts' })
    await search.fill('Weber')
    deleted()
    await expect(toast(page, 'Request deleted.')).toBeVisible()
    await expect(search).toBeFocused()
    await expect(page).toHaveURL(/\/portal\/contacts$/)
  },
)

test(
  'who has gone back while a transfer was taken over stays where they are',
  onlyInThoroughRun,
  async ({ site }) => {
    const page = await site.person(ownAddress())
    await signUp(page)
    const sent = await sendTransfer({ baseUrl: site.origin }, Buffer.from('a few words'))
    await page.goto(`/manage/${sent.linkId}#${sent.token}`)
    await page.getByRole('link', { name: 'Privacy' }).first().click()
    await expect(page).toHaveURL(/\/privacy$/)
    await page.goBack()
    await page.getByRole('button', { name: 'Add it to my account' }).click()
    const answer = await hold(page, 'POST', '**/api/transfers/*/claim')
    await page.getByRole('dialog').getByRole('button', { name: 'Add to account' }).click()
    await expect(page.getByRole('dialog').getByRole('button', { name: 'Saving...' })).toBeVisible()
    await page.goForward()
    await expect(page).toHaveURL(/\/privacy$/)
    answer()
    await expect(toast(page, 'The transfer is in your account now.')).toBeVisible()
    await expect(page).toHaveURL(/\/privacy$/)
  },
)

test('who has gone on while a session was ended keeps the keyboard', onlyInThoroughRun, async ({ site }) => {
  const page = await site.person(ownAddress())
  const username = await signUp(page)
  const other = await site.person(ownAddress())
  await other.goto('/login')
  await fillLogin(other, username)
  await other.waitForURL('**/portal')
  await page.goto('/portal/profile')
  await page
    .getByRole('navigation', { name: 'Profile sections' })
    .getByRole('link', { name: 'Security' })
    .click()
  const ends = page.locator('.sessions li').filter({ hasNotText: 'This device' }).getByRole('button')
  const answer = await hold(page, 'DELETE', '**/api/users/sessions/*')
  await ends.click()
  const next = page.getByRole('button', { name: 'Sign out everywhere' })
  await next.focus()
  answer()
  await expect(toast(page, 'was signed out.')).toBeVisible()
  await expect(next).toBeFocused()
})

test('a change made while the list was still on the way is in it, and is not taken back by it', async ({
  site,
}) => {
  const page = await site.person(ownAddress())
  await signUp(page)
  const listed = await hold(page, 'GET', '**/api/contacts?*')
  await page.goto('/portal/contacts')
  await page.getByRole('button', { name: 'Add Contact' }).click()
  const adding = page.getByRole('dialog', { name: 'Add Contact' })
  await adding.getByRole('textbox', { name: 'Name' }).fill('Ada Lovelace')
  await adding.getByRole('textbox', { name: 'Email' }).fill('ada@example.org')
  const added = page.waitForResponse((response) => response.request().method() === 'POST')
  await adding.getByRole('button', { name: 'Add Contact' }).click()
  await added
  listed()
  await expect(toast(page, 'Ada Lovelace was added.')).toBeVisible()
  await expect(page.getByText('ada@example.org')).toBeVisible()

  await page.getByRole('link', { name: 'Profile', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Edit Profile' })).toBeVisible()
  await page.getByRole('link', { name: 'Contacts', exact: true }).click()
  const asked = page.waitForRequest('**/api/users/profile')
  const read = await hold(page, 'GET', '**/api/users/profile')
  await page.getByRole('link', { name: 'Profile', exact: true }).click()
  const early = await asked
  await page.getByRole('button', { name: 'Edit Profile' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit Profile' })
  const later = newName()
  await dialog.getByRole('textbox', { name: 'Username' }).fill(later)
  await dialog.getByRole('button', { name: 'Save profile' }).click()
  await expect(toast(page, 'Your profile was saved.')).toBeVisible()
  read()
  await early.response()
  await page.evaluate(() => new Promise(requestAnimationFrame))
  await expect(page.getByRole('main').getByText(later, { exact: true }).first()).toBeVisible()
})
