import type { Page } from '@playwright/test'
import { fillLogin, newName, register } from '#tests/support/accounts/people.ts'
import { isClean, isFineInThoroughRun } from '#tests/support/browser/checks/is-fine.ts'
import { choose, send, smallFile } from '#tests/support/browser/pages/home.ts'
import { expect, test } from '#tests/support/browser/site.ts'
import { inThoroughRun, onlyInThoroughRun } from '#tests/support/server/thoroughness.ts'

/** Sends a file without an account, and goes to its manage link. */
async function openManagePage(page: Page) {
  await choose(page, smallFile('plan.txt'))
  const { link } = await send(page)
  const manageUrl = await page.getByRole('textbox', { name: 'Manage link' }).inputValue()
  await page.goto(manageUrl)
  await expect(page.getByRole('heading', { name: 'plan.txt', level: 1 })).toBeVisible()
  return { link, manageUrl }
}

const fold = (page: Page, name: string) =>
  page.locator('summary', { has: page.getByRole('heading', { name }) })
const saved = (page: Page, text: RegExp) => expect(page.getByText(text).first()).toBeVisible()

test(
  'the end, the limit and the texts are changed by the manage link, without an account',
  inThoroughRun,
  async ({ site }) => {
    const page = await site.person()
    const { link } = await openManagePage(page)
    await isFineInThoroughRun(page, 'manage')

    const until = page.getByRole('combobox', { name: 'Link works until' })
    await until.selectOption({ index: 4 })
    await saved(page, /^Saved: the link now works until/)
    await page.getByRole('combobox', { name: 'Downloads' }).selectOption({ label: '5 downloads' })
    await saved(page, /^Saved: 5 downloads allowed\.$/)

    await fold(page, 'Name and message').click()
    await page.getByRole('textbox', { name: 'Name' }).fill('Site photos')
    await page.getByRole('textbox', { name: 'Message' }).fill('Please look at the second one.')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByRole('heading', { name: 'Site photos', level: 1 })).toBeVisible()
    await fold(page, 'Timeline').click()
    for (const text of ['Name changed', 'Message changed', 'Download limit changed'])
      await expect(page.getByRole('listitem').filter({ hasText: text }).first()).toBeVisible()
    await isFineInThoroughRun(page, 'manage, changed')

    const other = await site.person()
    await other.goto(link)
    await expect(other.getByRole('heading', { name: 'Site photos' })).toBeVisible()
    await expect(other.getByText('Please look at the second one.')).toBeVisible()
  },
)

/** Holds the next change of a setting on its way to the server until this is called. */
async function holdNextChange(page: Page): Promise<() => void> {
  const goOn = Promise.withResolvers<void>()
  await page.route(
    '**/api/transfers/*',
    async (route) => {
      await goOn.promise
      await route.continue()
    },
    { times: 1 },
  )
  return goOn.resolve
}

test(
  'a setting that is changed while another is being saved is saved after it',
  onlyInThoroughRun,
  async ({ site }) => {
    const page = await site.person()
    await openManagePage(page)
    const release = await holdNextChange(page)
    const until = page.getByRole('combobox', { name: 'Link works until' })
    const [end = ''] = await until.selectOption({ index: 4 })
    await page.getByRole('combobox', { name: 'Downloads' }).selectOption({ label: '5 downloads' })
    release()
    await saved(page, /^Saved: 5 downloads allowed\.$/)
    await expect(until).toHaveValue(end)
    await expect(page.getByRole('alert')).toHaveCount(0)
  },
)

test(
  'what someone else has changed stays: what waits is refused, and what was typed can still be saved',
  onlyInThoroughRun,
  async ({ site }) => {
    site.expected.push(/status of 409/)
    const page = await site.person()
    const { manageUrl } = await openManagePage(page)
    await fold(page, 'Name and message').click()
    await page.getByRole('textbox', { name: 'Name' }).fill('Site photos')
    const release = await holdNextChange(page)
    const held = page.waitForRequest('**/api/transfers/*')
    await page.getByRole('combobox', { name: 'Link works until' }).selectOption({ index: 4 })
    const address = (await held).url()
    const downloads = page.getByRole('combobox', { name: 'Downloads' })
    await downloads.selectOption({ label: '5 downloads' })
    const headers = { 'x-manage-token': new URL(manageUrl).hash.slice(1) }
    const theirs = await page.request.put(address, {
      headers,
      data: { downloadLimit: 20, description: 'Theirs' },
    })
    expect(theirs.status(), await theirs.text()).toBe(200)
    release()
    await expect(page.getByRole('alert')).toHaveCount(2)
    await expect(downloads).toHaveValue('20')
    await expect(page.getByRole('textbox', { name: 'Message' })).toHaveValue('Theirs')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(page.getByRole('heading', { name: 'Site photos', level: 1 })).toBeVisible()
  },
)

test('what was typed stays where the newer version cannot be read', onlyInThoroughRun, async ({ site }) => {
  site.expected.push(/status of (409|502)/)
  const page = await site.person()
  const { manageUrl } = await openManagePage(page)
  await fold(page, 'Name and message').click()
  const name = page.getByRole('textbox', { name: 'Name' })
  const save = page.getByRole('button', { name: 'Save', exact: true })
  await name.fill('Site photos')
  await page.route('**/api/transfers/*', async (route) => {
    const theirs = await page.request.put(route.request().url(), {
      headers: { 'x-manage-token': new URL(manageUrl).hash.slice(1) },
      data: { description: 'Theirs' },
    })
    expect(theirs.status(), await theirs.text()).toBe(200)
    await page.unroute('**/api/transfers/*')
    await route.continue()
  })
  await page.route('**/api/transfers/*/manage', (route) => route.fulfill({ status: 502, body: 'no' }))
  await save.click()
  await expect(page.getByRole('alert')).toContainText('This transfer has changed in the meantime.')
  await expect(name).toHaveValue('Site photos')
  await page.unroute('**/api/transfers/*/manage')
  await save.click()
  await expect(page.getByRole('textbox', { name: 'Message' })).toHaveValue('Theirs')
  await expect(name).toHaveValue('Site photos')
  await save.click()
  await expect(page.getByRole('heading', { name: 'Site photos', level: 1 })).toBeVisible()
})

test(
  'what is typed while name and message are being saved stays, and can be saved',
  onlyInThoroughRun,
  async ({ site }) => {
    const page = await site.person()
    await openManagePage(page)
    await fold(page, 'Name and message').click()
    const message = page.getByRole('textbox', { name: 'Message' })
    const save = page.getByRole('button', { name: 'Save', exact: true })
    const release = await holdNextChange(page)
    await page.getByRole('textbox', { name: 'Name' }).fill('Site photos')
    await page.getByRole('textbox', { name: 'Name' }).press('Enter')
    await message.fill('half typed')
    release()
    await expect(page.getByRole('heading', { name: 'Site photos', level: 1 })).toBeVisible()
    await saved(page, /^Saved: name and message\.$/)
    await expect(message).toHaveValue('half typed')
    await save.click()
    await expect(save).toBeDisabled()
    await page.reload()
    await fold(page, 'Name and message').click()
    await expect(message).toHaveValue('half typed')
  },
)

test('a password is set, changed and removed; only who knows it changes it', async ({ site }) => {
  site.expected.push(/status of 403/)
  const page = await site.person()
  const { link } = await openManagePage(page)
  await page.getByRole('button', { name: 'Set password' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'New file password' }).fill('correct horse')
  await isClean(page, 'set a password')
  await dialog.getByRole('button', { name: 'Set password' }).click()
  await saved(page, /^Saved: the new password is needed/)

  const other = await site.person()
  await other.goto(link)
  await expect(other.getByRole('textbox', { name: 'File password' })).toBeVisible()

  await page.getByRole('region', { name: 'Password' }).getByRole('button', { name: 'Remove' }).click()
  await dialog.getByRole('textbox', { name: 'Current file password' }).fill('wrong')
  await dialog.getByRole('button', { name: 'Remove password' }).click()
  await expect(dialog.getByRole('alert')).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Current file password' }).fill('correct horse')
  await dialog.getByRole('button', { name: 'Remove password' }).click()
  await saved(page, /^Saved: no password is needed/)
  await other.reload()
  await expect(other.getByRole('textbox', { name: 'File password' })).toBeHidden()
})

test('a link of its own is limited, used up, raised and revoked', inThoroughRun, async ({ site }) => {
  site.expected.push(/status of 410/)
  const page = await site.person()
  await openManagePage(page)
  await fold(page, 'Links').click()
  await page.getByRole('button', { name: 'New link' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Label (optional)' }).fill('Port of Rotterdam')
  await dialog.getByRole('spinbutton', { name: 'Downloads allowed' }).fill('1')
  await dialog.getByRole('button', { name: 'Create and copy' }).click()
  await saved(page, /^Link created/)
  const row = page.getByRole('row').filter({ hasText: 'Port of Rotterdam' })
  await expect(row).toContainText('0 of 1')
  const address = await row.locator('.sub').textContent()

  const other = await site.person()
  await other.goto(`http://${address}`)
  const downloaded = other.waitForEvent('download')
  await other.getByRole('button', { name: 'Download File' }).click()
  await (await downloaded).path()
  await expect(async () => {
    await page.reload()
    await expect(row).toContainText('1 of 1', { timeout: 5000 })
  }).toPass()
  await expect(row.getByText('Limit reached')).toBeVisible()
  await isFineInThoroughRun(page, 'used up')
  await row.getByRole('button', { name: /^Raise limit/ }).click()
  await dialog.getByRole('spinbutton', { name: 'Downloads allowed' }).fill('3')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(row).toContainText('1 of 3')

  await row.getByRole('button', { name: /^Revoke/ }).click()
  await dialog.getByRole('button', { name: 'Revoke' }).click()
  await expect(row.getByText('Revoked')).toBeVisible()
  await other.goto(`http://${address}`)
  await expect(other.getByRole('alert')).toBeVisible()
})

test(
  'where the files are deleted after the download no link has another limit, and none can be asked for',
  onlyInThoroughRun,
  async ({ site }) => {
    const page = await site.person()
    await openManagePage(page)
    await page.getByRole('combobox', { name: 'Downloads' }).selectOption({ label: '1, then it’s deleted' })
    await saved(page, /^Saved: one download, then the files are deleted\.$/)
    await fold(page, 'Links').click()
    await page.getByRole('button', { name: 'New link' }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByRole('spinbutton')).toHaveCount(0)
    await dialog.getByRole('button', { name: 'Create and copy' }).click()
    await saved(page, /^Link created/)
    await expect(page.getByRole('row').filter({ hasText: '0 of 1' })).toHaveCount(2)
    await expect(page.getByRole('button', { name: /limit/i })).toHaveCount(0)
  },
)

test(
  'revoking the last link that a download was waited for ends the transfer, and the page says so',
  onlyInThoroughRun,
  async ({ site }) => {
    site.expected.push(/status of 410/)
    const page = await site.person()
    const { link } = await openManagePage(page)
    await page.getByRole('combobox', { name: 'Downloads' }).selectOption({ label: '1, then it’s deleted' })
    await saved(page, /^Saved: one download, then the files are deleted\.$/)
    await fold(page, 'Links').click()
    await page.getByRole('button', { name: 'New link' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Label').fill('Jonas')
    await dialog.getByRole('button', { name: 'Create and copy' }).click()
    await saved(page, /^Link created/)

    const other = await site.person()
    await other.goto(link)
    const downloaded = other.waitForEvent('download')
    await other.getByRole('button', { name: 'Download File' }).click()
    await (await downloaded).path()
    await expect(async () => {
      await page.reload()
      await expect(page.getByRole('row').filter({ hasText: '1 of 1' })).toBeVisible({ timeout: 5000 })
    }).toPass()
    await page.getByRole('button', { name: 'Revoke Jonas' }).click()
    await dialog.getByRole('button', { name: 'Revoke' }).click()
    await expect(page.getByRole('heading', { name: 'plan.txt has ended' })).toBeFocused()
    await expect(page.getByText('Asked to be forgotten')).toHaveCount(0)
  },
)

test(
  'a file is added and removed, and ending the transfer stops its links',
  inThoroughRun,
  async ({ site }) => {
    site.expected.push(/status of 410/)
    const page = await site.person()
    const { link, manageUrl } = await openManagePage(page)
    await fold(page, 'Files').click()
    await page.getByRole('button', { name: 'Add a file' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('File', { exact: true }).setInputFiles(smallFile('appendix.txt'))
    await dialog.getByRole('button', { name: 'Add file' }).click()
    await saved(page, /^appendix\.txt was added\.$/)
    await page.getByRole('button', { name: 'Remove appendix.txt' }).click()
    await dialog.getByRole('button', { name: 'Remove file' }).click()
    await saved(page, /^appendix\.txt was removed\.$/)

    await page.getByRole('button', { name: 'End now' }).click()
    await dialog.getByRole('button', { name: 'End now' }).click()
    await expect(page.getByRole('heading', { name: 'plan.txt has ended' })).toBeFocused()
    await isFineInThoroughRun(page, 'ended')
    await page.goto(link)
    await expect(page.getByRole('alert')).toHaveText('This file has been permanently removed.')
    await page.goto(manageUrl)
    await expect(page.getByRole('heading', { name: 'Transfer not available' })).toBeVisible()
  },
)

test('signing in to add a transfer to an account leads back to it', onlyInThoroughRun, async ({ site }) => {
  const { manageUrl } = await openManagePage(await site.person())
  const secret = new URL(manageUrl).hash.slice(1)
  // Elsewhere, where nothing was sent from.
  const page = await site.person()
  const username = newName()
  await register(page, username)
  const urls: string[] = []
  page.on('request', (request) => urls.push(request.url().split('#')[0] ?? ''))
  const kept = () =>
    page.evaluate(() => JSON.stringify([history.state, { ...localStorage }, { ...sessionStorage }]))
  await page.goto(manageUrl)

  await page.getByRole('link', { name: 'Sign in' }).click()
  await expect(page.getByRole('textbox', { name: 'Username or email' })).toBeVisible()
  expect(page.url()).not.toContain(secret)
  await page.reload()
  expect(await page.evaluate(() => JSON.stringify([history.state, { ...localStorage }]))).not.toContain(
    secret,
  )
  await fillLogin(page, username)
  const add = page.getByRole('button', { name: 'Add it to my account' })
  await expect(add).toBeVisible()
  await expect(page).toHaveURL(manageUrl)
  expect(await kept()).not.toContain(secret)
  expect(urls.filter((url) => url.includes(secret))).toEqual([])

  await add.click()
  await page.getByRole('dialog').getByRole('button', { name: 'Add to account' }).click()
  await expect(page).toHaveURL(/\/portal\/files\//)
})

test(
  'a manage link that was left behind at the login is forgotten on its own page',
  onlyInThoroughRun,
  async ({ site }) => {
    const page = await site.person()
    const { manageUrl } = await openManagePage(page)
    await page.getByRole('link', { name: 'Sign in' }).click()
    await expect(page.getByRole('textbox', { name: 'Username or email' })).toBeVisible()
    await page.goBack()
    await expect(page.getByRole('heading', { name: 'plan.txt', level: 1 })).toBeVisible()
    await expect(page).toHaveURL(manageUrl)
    expect(await page.evaluate(() => sessionStorage.getItem('restante.manage-link'))).toBeNull()
  },
)

test('a wrong manage link shows nothing of the transfer', async ({ site }) => {
  site.expected.push(/status of 403/)
  const page = await site.person()
  const { manageUrl } = await openManagePage(page)
  await page.goto('about:blank')
  await page.goto(manageUrl.replace(/.$/, (last) => (last === 'A' ? 'E' : 'A')))
  await expect(page.getByRole('heading', { name: 'Transfer not available' })).toBeVisible()
  await expect(page.getByText('plan.txt')).toBeHidden()
})
