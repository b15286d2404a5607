import type { Page } from '@playwright/test'
import { goodPassword } from '#tests/support/accounts/accounts.ts'
import { newName } from '#tests/support/accounts/people.ts'
import { fits, isClean, isFineInThoroughRun } from '#tests/support/browser/checks/is-fine.ts'
import { add, choose, sendButton, smallFile } from '#tests/support/browser/pages/home.ts'
import { openSignedIn } from '#tests/support/browser/pages/open-signed-in.ts'
import { hasSendingParts } from '#tests/support/browser/pages/sending-parts.ts'
import { become } from '#tests/support/browser/roles.ts'
import { hearsDialog } from '#tests/support/browser/screen-reader.ts'
import { expect, test } from '#tests/support/browser/site.ts'
import { inThoroughRun, onlyInThoroughRun } from '#tests/support/server/thoroughness.ts'

const message = 'New disks are being put in.'

/** Switches maintenance as the administrator who is signed in on a page. */
async function switchMaintenance(page: Page, on: boolean): Promise<void> {
  const token = await page.evaluate(() => localStorage.getItem('token'))
  const answer = await page.request.post(`/api/admin/maintenance/${on ? 'enable' : 'disable'}`, {
    headers: { authorization: `Bearer ${token}` },
    data: on ? { message } : {},
  })
  expect(answer.status()).toBe(200)
}

test(
  'a page that is opened while the server is away goes on when it is back',
  inThoroughRun,
  async ({ site }) => {
    site.expected.push(/Failed to load resource/)
    const page = await site.person()
    await page.clock.install()
    await page.route('**/api/config', (route) => route.abort())
    await page.goto('/pricing')
    await expect(page.getByRole('heading', { name: 'Can’t reach the server' })).toBeVisible()
    await isFineInThoroughRun(page, 'unreachable')
    await page.clock.runFor(6000)
    await expect(page.getByRole('heading', { name: 'Can’t reach the server' })).toBeVisible()
    await page.unroute('**/api/config')
    await page.clock.runFor(6000)
    await expect(page.getByRole('heading', { name: 'Pricing' })).toBeVisible()
  },
)

test(
  'a person who goes offline is told, and keeps what was selected and typed',
  inThoroughRun,
  async ({ site }) => {
    const page = await site.person()
    await choose(page, smallFile())
    await page.getByRole('textbox', { name: 'Message from sender' }).fill('typed before')
    // Parts that the selection needs are fetched beside it.
    await hasSendingParts(page)
    await page.context().setOffline(true)
    await expect(page.getByRole('status').filter({ hasText: 'You’re offline.' })).toBeVisible()
    await isFineInThoroughRun(page, 'offline')
    await page.context().setOffline(false)
    await expect(page.getByText('You’re offline.')).toBeHidden()
    await expect(page.getByRole('textbox', { name: 'Message from sender' })).toHaveValue('typed before')
    await expect(sendButton(page)).toHaveText('Upload 1 file')
  },
)

test(
  'during maintenance there is one page, which makes way when it is over',
  inThoroughRun,
  async ({ site }) => {
    site.expected.push(/status of 503/)
    const operator = await site.person()
    await become(operator, 'administrator', 'closing', site.dataDir)
    await switchMaintenance(operator, true)
    const page = await site.person({ viewport: { width: 320, height: 640 } })
    await page.clock.install()
    await page.goto('/')
    await expect(page.getByRole('heading', { name: 'Under maintenance' })).toBeVisible()
    await expect(page).toHaveTitle('Under maintenance · Restante')
    await expect(page.getByText('Security testing is in progress.')).toHaveCount(0)
    await expect(page.getByText(message)).toBeVisible()
    await fits(page, 'maintenance')
    await isFineInThoroughRun(page, 'maintenance')
    for (const open of ['/terms', '/privacy', '/pricing']) {
      await page.goto(open)
      await expect(page.getByRole('heading', { name: 'Under maintenance' })).toBeHidden()
      await expect(page.getByText(message)).toBeVisible()
    }
    await page.goto('/download/AAAAAAAAAAAAAAAAAAAAAA')
    await page.getByRole('link', { name: 'Sign in as an administrator' }).click()
    await expect(page.getByRole('textbox', { name: 'Username or email' })).toBeVisible()
    await page.goto('/')
    await expect(page.getByRole('heading', { name: 'Under maintenance' })).toBeVisible()
    // Administrators go on, and see that nobody else does.
    await operator.goto('/')
    await expect(operator.getByRole('heading', { name: 'Send files that don’t stay.' })).toBeVisible()
    await expect(operator.getByText(message)).toBeVisible()
    await switchMaintenance(operator, false)
    await page.clock.runFor(16_000)
    await expect(page.getByRole('heading', { name: 'Send files that don’t stay.' })).toBeVisible()
  },
)

test(
  'maintenance that begins in the middle of the work takes nothing away',
  onlyInThoroughRun,
  async ({ site }) => {
    site.expected.push(/status of 503/)
    const operator = await site.person()
    await become(operator, 'administrator', 'interrupting', site.dataDir)
    const page = await site.person()
    await choose(page, smallFile())
    await page.getByRole('textbox', { name: 'Message from sender' }).fill('typed before')
    await switchMaintenance(operator, true)
    await page.clock.install()
    await sendButton(page).click()
    await expect(page.getByRole('alert')).toContainText(message)
    await expect(page.getByRole('textbox', { name: 'Message from sender' })).toHaveValue('typed before')
    await expect(page.getByText('notes.txt')).toBeVisible()
    await switchMaintenance(operator, false)
    await sendButton(page).click()
    await expect(page.getByRole('heading', { name: 'Your link is ready.' })).toBeVisible()
  },
)

/** Ends the session of a browser on the server, and tells the browser nothing. */
async function endSession(page: Page): Promise<void> {
  await page.evaluate(() =>
    fetch('/api/auth/logout', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ refreshToken: localStorage.getItem('refreshToken') }),
    }),
  )
}

async function signInAgain(page: Page, username: string): Promise<void> {
  const above = page.getByRole('dialog', { name: 'Login' })
  await expect(above.getByText('Your session has ended. Please sign in again.')).toBeVisible()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await above.getByRole('textbox', { name: 'Username or email' }).fill(username)
  await above.getByRole('textbox', { name: 'Password' }).fill(goodPassword)
  await above.getByRole('button', { name: 'Login' }).click()
  await expect(above).toBeHidden()
}

test(
  'a session that ends in the middle of a selection takes nothing away',
  onlyInThoroughRun,
  async ({ site }) => {
    site.expected.push(/status of 401/)
    const page = await site.person()
    await become(page, 'user', 'interrupted', site.dataDir)
    await openSignedIn(page, '/')
    await add(page, 'Select Files', [smallFile()])
    await page.getByRole('textbox', { name: 'Message from sender' }).fill('typed before')
    await endSession(page)
    await sendButton(page).click()
    await expect(page).toHaveURL(`${site.origin}/login?redirect=%2F`)
    await isClean(page, 'login above the selection')
    await signInAgain(page, 'interrupted')
    await expect(page).toHaveURL(`${site.origin}/`)
    await expect(page.getByRole('textbox', { name: 'Message from sender' })).toHaveValue('typed before')
    await expect(page).toHaveTitle(/^1 item selected/)
    await sendButton(page).click()
    await expect(page.getByRole('heading', { name: 'Your link is ready.' })).toBeVisible()
  },
)

test('a session that ends in the portal is taken up where it was', onlyInThoroughRun, async ({ site }) => {
  site.expected.push(/status of 401/)
  const page = await site.person()
  await become(page, 'user', 'searching', site.dataDir)
  await openSignedIn(page, '/portal/files')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const search = page.getByRole('searchbox')
  await endSession(page)
  await search.fill('typed')
  await expect(page).toHaveURL(/\/login\?redirect=%2Fportal%2Ffiles/)
  await signInAgain(page, 'searching')
  await expect(page).toHaveURL(/\/portal\/files/)
  await expect(search).toHaveValue('typed')
})

for (const [address, list, details] of [
  ['/portal/files', '**/api/files/user/files?**', {}],
  ['/portal/contacts', '**/api/contacts?**', onlyInThoroughRun],
] as const)
  test(
    `what is typed as a session ends is still there, and looked for afterwards: ${address}`,
    details,
    async ({ site }) => {
      site.expected.push(/status of 401/)
      const page = await site.person()
      const username = newName('typing')
      await become(page, 'user', username, site.dataDir)
      const ended = Promise.withResolvers<void>()
      await page.route(list, async (route) => {
        await ended.promise
        await route.continue()
      })
      await openSignedIn(page, address)
      const search = page.getByRole('searchbox')
      await expect(search).toBeVisible()
      await endSession(page)
      await search.fill('typed')
      ended.resolve()
      await signInAgain(page, username)
      await expect(search).toHaveValue('typed')
      await expect(page).toHaveURL(`${site.origin}${address}?search=typed`)
      await expect(page.getByText(/^No matching (files|contacts)/)).toBeVisible()
    },
  )

test(
  'a session that ends takes nothing away in any tab, and signing in again brings all of them back',
  onlyInThoroughRun,
  async ({ site }) => {
    site.expected.push(/status of 401/)
    const page = await site.person()
    await become(page, 'user', 'two-tabs', site.dataDir)
    await openSignedIn(page, '/')
    await add(page, 'Select Files', [smallFile()])
    const other = await page.context().newPage()
    await openSignedIn(other, '/portal/contacts')
    await other.getByRole('button', { name: 'Add Contact' }).click()
    const name = other.getByRole('dialog', { name: 'Add Contact' }).getByRole('textbox', { name: 'Name' })
    await name.fill('typed before')
    await endSession(page)
    await sendButton(page).click()
    await hearsDialog(page, 'Login')
    await expect(other).toHaveURL(`${site.origin}/login?redirect=%2Fportal%2Fcontacts`)
    await signInAgain(other, 'two-tabs')
    await expect(name).toHaveValue('typed before')
    await expect(page.getByRole('dialog', { name: 'Login' })).toBeHidden()
    await sendButton(page).click()
    await expect(page.getByRole('heading', { name: 'Your link is ready.' })).toBeVisible()
  },
)

test(
  'a person who goes on without signing in again is a guest, and keeps the selection',
  onlyInThoroughRun,
  async ({ site }) => {
    site.expected.push(/status of 401/)
    const page = await site.person()
    await become(page, 'user', 'leaving', site.dataDir)
    await openSignedIn(page, '/')
    await add(page, 'Select Files', [smallFile()])
    await endSession(page)
    await sendButton(page).click()
    await page
      .getByRole('dialog', { name: 'Login' })
      .getByRole('link', { name: 'Upload without account' })
      .click()
    await expect(page).toHaveURL(`${site.origin}/`)
    await expect(page.getByRole('banner').getByRole('link', { name: 'Login' })).toBeVisible()
    await expect(sendButton(page)).toHaveText('Upload 1 file')
  },
)
