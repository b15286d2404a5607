import { writeFile } from 'node:fs/promises'
import { tokenOf } from '#tests/support/accounts/people.ts'
import { slowDown, startTo } from '#tests/support/browser/network/slow-upload.ts'
import { choose, download, linksOf, send, sendButton, smallFile } from '#tests/support/browser/pages/home.ts'
import { resumableEarly, resumableSize } from '#tests/support/browser/resumable-early.ts'
import { become } from '#tests/support/browser/roles.ts'
import { expect, test } from '#tests/support/browser/site.ts'
import { onlyInThoroughRun } from '#tests/support/server/thoroughness.ts'

for (const [what, size, details] of [
  ['one call', 8_000_000, onlyInThoroughRun],
  ['many calls', resumableSize, {}],
] as const) {
  test(
    `a session that ends while an upload of ${what} is under way takes nothing from it`,
    details,
    async ({ site }, info) => {
      site.expected.push(/status of 401/)
      const path = info.outputPath('large.bin')
      await writeFile(path, Buffer.alloc(size, 'some words '))
      const page = await site.person({ acceptDownloads: true })
      await become(page, 'user', `cut-short-${size}`, site.dataDir)
      await resumableEarly(page)
      await choose(page, path)
      await page.getByRole('textbox', { name: 'Message from sender' }).fill('typed before')
      await slowDown(page, size / 4_000_000)
      await startTo(page, 10)
      const headers = { authorization: `Bearer ${await tokenOf(page)}` }
      expect((await page.request.post('/api/auth/logout', { headers })).ok()).toBe(true)
      await slowDown(page, -1)
      const { link } = await linksOf(page)
      await page.goto(link)
      await expect(page.getByText('typed before')).toBeVisible()
      await download(page, link)
    },
  )
}

test(
  'a server that takes its time is waited for, and the page says so',
  onlyInThoroughRun,
  async ({ site }) => {
    const page = await site.person()
    const answered = Promise.withResolvers<void>()
    await page.route('**/api/config', async (route) => {
      await answered.promise
      await route.continue()
    })
    await page.goto('/', { waitUntil: 'domcontentloaded' })
    await expect(page.getByText('Loading...').first()).toBeVisible()
    answered.resolve()
    await expect(page.getByRole('heading', { name: 'Send files that don’t stay.' })).toBeVisible()
  },
)

test('a page whose texts cannot be had goes on when they can', onlyInThoroughRun, async ({ site }) => {
  site.expected.push(/Failed to load resource/)
  const page = await site.person()
  await page.clock.install()
  await page.route('**/en-base.json', (route) => route.abort())
  await page.goto('/')
  await expect(page.getByText('Loading...').first()).toBeVisible()
  await page.unroute('**/en-base.json')
  await page.clock.runFor(6000)
  await expect(page.getByRole('heading', { name: 'Send files that don’t stay.' })).toBeVisible()
})

test(
  'a server that goes while an upload waits for its link gives the selection back',
  onlyInThoroughRun,
  async ({ site }) => {
    site.expected.push(/Failed to load resource/)
    const page = await site.person()
    await choose(page, smallFile())
    await page.getByRole('textbox', { name: 'Message from sender' }).fill('typed before')
    await page.getByRole('textbox', { name: 'File password' }).fill('secret')
    await page.route('**/api/files/upload', (route) => route.abort('connectionreset'))
    await sendButton(page).click()
    await expect(page.getByRole('alert')).toContainText('Connection lost')
    await expect(page.getByRole('textbox', { name: 'Message from sender' })).toHaveValue('typed before')
    await expect(page.getByRole('textbox', { name: 'File password' })).toHaveValue('secret')
    await page.unroute('**/api/files/upload')
    await send(page)
  },
)

test(
  'a form keeps what was typed while nobody answers, and goes with one more press',
  onlyInThoroughRun,
  async ({ site }) => {
    site.expected.push(/Failed to load resource/)
    const page = await site.person()
    await become(page, 'user', 'patient', site.dataDir)
    await page.goto('/portal/contacts')
    await page.getByRole('button', { name: 'Add Contact' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add Contact' })
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Ada Lovelace')
    await dialog.getByRole('textbox', { name: 'Email' }).fill('ada@example.org')
    const save = dialog.getByRole('button', { name: 'Add Contact' })
    await page.context().setOffline(true)
    await save.click()
    await expect(dialog.getByRole('alert')).toBeVisible()
    await expect(dialog.getByRole('textbox', { name: 'Name' })).toHaveValue('Ada Lovelace')
    await page.context().setOffline(false)
    await save.click()
    await expect(dialog).toBeHidden()
    await expect(page.getByText('ada@example.org')).toBeVisible()
  },
)
