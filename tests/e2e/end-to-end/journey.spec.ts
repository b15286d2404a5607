import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { nodePrimitives } from '#end-to-end/drivers/node.ts'
import { linkFragment } from '#end-to-end/format/link-key.ts'
import { isFine } from '#tests/support/browser/checks/is-fine.ts'
import { holdRanges } from '#tests/support/browser/network/hold-ranges.ts'
import { recordRequests } from '#tests/support/browser/network/record-requests.ts'
import { choose, send } from '#tests/support/browser/pages/home.ts'
import { expect, test } from '#tests/support/browser/site.ts'
import { inLongRun } from '#tests/support/server/thoroughness.ts'
import { readZip } from '#tests/support/transfers/read-zip.ts'
import { seal, uploadSealed } from '#tests/support/transfers/sealed/sealed-transfers.ts'

test.use({ environment: { END_TO_END: 'all' } })

const canary = 'canary-7f3a'
const notes = { name: `${canary}.txt`, mimeType: 'text/plain', buffer: Buffer.from(`${canary} `.repeat(500)) }
/** Two parts, and more than goes out as a form. */
const film = {
  name: 'film.bin',
  mimeType: 'application/octet-stream',
  buffer: Buffer.alloc(20_000_000, 'film'),
}

async function sendSealed(page: Page, files: Parameters<typeof choose>[1][], password = ''): Promise<string> {
  await choose(page, ...files)
  await page.getByRole('switch', { name: 'End-to-end encrypted' }).check()
  if (password) await page.getByLabel('File password').fill(password)
  const { link } = await send(page)
  return link
}

/** The browser's own question where to save cannot be answered by a test; browsers without it go another way. */
async function withoutPicker(page: Page): Promise<void> {
  await page.addInitScript(() => Reflect.deleteProperty(window, 'showSaveFilePicker'))
}

test('two files are sealed in the sender’s browser and arrive whole in the receiver’s, and the server is told nothing of them', async ({
  site,
}) => {
  const sender = await site.person()
  const sent = recordRequests(sender)
  const link = await sendSealed(sender, [notes, film])
  const [, key = ''] = link.split('#k=')
  expect(key).toHaveLength(47)
  await isFine(sender, 'the links')
  await sender.getByRole('radio', { name: 'Link and key apart' }).check()
  await expect(sender.getByRole('textbox', { name: 'Share link' })).toHaveValue(link.replace(/#.*/, ''))
  await expect(sender.getByRole('textbox', { name: 'Key' })).toHaveValue(key)
  await expect(sender.getByRole('button', { name: 'Show QR code' })).toBeHidden()
  await isFine(sender, 'the link and its key apart')
  const receiver = await site.person()
  await withoutPicker(receiver)
  const asked = recordRequests(receiver)
  await receiver.goto(link)
  await expect(receiver.getByRole('heading', { level: 1 })).toHaveText('2 files')
  expect(receiver.url()).not.toContain(key)
  await expect(receiver.getByText('Not scanned for viruses')).toBeVisible()
  await isFine(receiver, 'an opened transfer')
  const coming = receiver.waitForEvent('download')
  await receiver.getByRole('button', { name: 'Download', exact: true }).click()
  const download = await coming
  // The browser saves it as it comes, whatever its size.
  expect(download.url()).toMatch(/\/opened\/[0-9a-f]{32}$/)
  const zip = readZip(await readFile(await download.path()))
  await expect(receiver.getByRole('heading', { name: /^All .+ arrived and were checked\.$/ })).toBeFocused()
  expect(zip.map(({ path }) => path)).toEqual([notes.name, film.name].sort())
  const one = receiver.waitForEvent('download')
  await receiver.getByRole('button', { name: `Download ${notes.name}` }).click()
  expect(await readFile(await (await one).path())).toEqual(notes.buffer)
  // Ended in the browser's own list while nothing comes.
  await holdRanges(receiver)
  const begun = receiver.waitForEvent('download')
  await receiver.getByRole('button', { name: `Download ${film.name}` }).click()
  await (await begun).cancel()
  const incomplete = receiver.getByRole('heading', { name: 'Not complete. Delete the file and try again.' })
  await expect(incomplete).toBeFocused()
  await isFine(receiver, 'an incomplete download')
  for (const all of [sent.text(), asked.text()]) {
    expect(all).not.toContain(canary)
    expect(all).not.toContain(key)
  }
})

test('a ticket that has ended is asked for again, while the browser saves what its worker opens', async ({
  site,
}) => {
  site.expected.push(/Failed to load resource.*403/)
  const sealed = await seal([{ path: film.name, bytes: film.buffer }])
  const { file } = await uploadSealed({ baseUrl: site.origin }, sealed)
  const page = await site.person()
  await withoutPicker(page)
  await page.goto(`${file.downloadUrl}#${await linkFragment(nodePrimitives, sealed.linkKey)}`)
  const button = page.getByRole('button', { name: 'Download', exact: true })
  await expect(button).toBeVisible()
  const asked = recordRequests(page)
  let refused = 0
  await page.context().route('**/api/download/**', (route) => {
    if (!route.request().headers().range || refused > 0) return route.continue()
    refused += 1
    return route.fulfill({ status: 403 })
  })
  const coming = page.waitForEvent('download')
  await button.click()
  const download = await coming
  expect(download.url()).toMatch(/\/opened\/[0-9a-f]{32}$/)
  expect((await readFile(await download.path())).equals(film.buffer)).toBe(true)
  expect(refused).toBe(1)
  expect(asked.text()).toContain('/ticket')
})

test('the only key is not left behind without a question, each time until it was copied', async ({
  site,
}) => {
  const sender = await site.person()
  await sender.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const questions: string[] = []
  sender.on('dialog', (dialog) => {
    questions.push(dialog.type())
    void dialog.dismiss()
  })
  const link = await sendSealed(sender, [notes])
  const another = sender.getByRole('button', { name: 'Upload Another File' })
  const dialog = sender.getByRole('dialog', { name: 'Leave without the link?' })
  for (const _ of ['once', 'and again']) {
    await another.click()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect(dialog).toBeHidden()
    await sender.close({ runBeforeUnload: true })
  }
  await expect.poll(() => questions).toEqual(['beforeunload', 'beforeunload'])
  await expect(sender.getByLabel('Share link')).toHaveValue(link)
  await sender.getByRole('radio', { name: 'Link and key apart' }).check()
  await sender.getByRole('button', { name: 'Copy key' }).click()
  await another.click()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await sender.getByRole('button', { name: 'Copy link' }).click()
  await another.click()
  await expect(sender.getByRole('button', { name: 'Select Files' })).toBeVisible()
})

test(
  'a key that is missing, cut or of another link is told apart, and a password comes after it',
  inLongRun,
  async ({ site }) => {
    site.expected.push(/Failed to load resource.*403/)
    const sender = await site.person()
    const other = await sendSealed(sender, [notes])
    const link = await sendSealed(sender, [notes], 'tulips at seven')
    const [bare = '', key = ''] = link.split('#k=')
    const page = await site.person()
    await withoutPicker(page)
    await page.goto(bare)
    await expect(page.getByRole('heading', { name: 'The key is missing' })).toBeVisible()
    const field = page.getByLabel('Key', { exact: true })
    const open = page.getByRole('button', { name: 'Open', exact: true })
    const says = page.getByRole('alert')
    await field.fill(key.slice(0, 43))
    await open.click()
    await expect(says).toHaveText('This key isn’t complete: 43 of 47 characters. Copy it again.')
    await field.fill(`${key.startsWith('A') ? 'B' : 'A'}${key.slice(1)}`)
    await open.click()
    await expect(says).toHaveText('This key has a typing error. Copy it again.')
    await isFine(page, 'a mistyped key')
    for (const [given, answer] of [
      [bare, 'This link has no key. Ask the sender for it.'],
      [`${link}.`, 'This key is too long: 48 characters instead of 47. Copy it again.'],
    ] as const) {
      await field.fill(given)
      await open.click()
      await expect(says).toHaveText(answer)
    }
    // With a password, the server can't tell which of the two is wrong.
    await field.fill(other)
    await open.click()
    await page.getByLabel('File password').fill('tulips at seven')
    await open.click()
    await expect(says).toHaveText('Invalid file password. Please try again.')
    await page.getByRole('button', { name: 'Enter another key' }).click()
    // A pasted whole link fits.
    await field.fill(link)
    await field.press('Enter')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(notes.name)
    await page.goto('/')
    await page.goto(link)
    await page.getByLabel('File password').fill('roses')
    await open.click()
    await expect(says).toHaveText('Invalid file password. Please try again.')
    await page.getByLabel('File password').fill('tulips at seven')
    await open.click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(notes.name)
    await sender.getByRole('link', { name: 'Manage' }).click()
    await sender.getByRole('button', { name: 'Remove', exact: true }).click()
    const dialog = sender.getByRole('dialog')
    await dialog.getByLabel('Current file password').fill('roses')
    await dialog.getByRole('button', { name: 'Remove password' }).click()
    await expect(dialog.getByRole('alert')).toContainText('The current password is wrong')
    await isFine(sender, 'a password that was not removed')
    await dialog.getByLabel('Current file password').fill('tulips at seven')
    await dialog.getByRole('button', { name: 'Remove password' }).click()
    await expect(dialog).toBeHidden()
    await page.goto('/')
    await page.goto(link)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(notes.name)
    await page.goto(other.split('#k=')[0] ?? '')
    await field.fill(key)
    await open.click()
    await expect(says).toHaveText('This key belongs to another link.')
  },
)

test('a limited link is opened by a click alone, and gives all files or none', async ({ site }) => {
  const files = ['a.txt', 'b.txt'].map((path) => ({ path, bytes: Buffer.from(path) }))
  const sealed = await seal(files)
  const { file } = await uploadSealed({ baseUrl: site.origin }, sealed, { downloadLimit: '1' })
  const page = await site.person()
  const asked = recordRequests(page)
  await page.goto(`${file.downloadUrl}#${await linkFragment(nodePrimitives, sealed.linkKey)}`)
  const open = page.getByRole('button', { name: 'Open', exact: true })
  await expect(open).toBeVisible()
  // A scanner that runs scripts takes no place.
  expect(asked.text()).not.toContain('/ticket')
  await open.click()
  await expect(page.getByText('The sender limited the downloads.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Download', exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Download a.txt' })).toHaveCount(0)
})

test(
  'a line that was silent for five minutes goes on where it stopped, once someone wants it',
  inLongRun,
  async ({ site }) => {
    site.expected.push(/Failed to load resource/)
    const bytes = Buffer.alloc(3_000_000, 'film')
    const sealed = await seal([{ path: 'film.bin', bytes }])
    const { file } = await uploadSealed({ baseUrl: site.origin }, sealed)
    const page = await site.person()
    await withoutPicker(page)
    // Without workers the page puts the file together itself.
    await page.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, 'serviceWorker'))
    await page.clock.install()
    await page.goto(`${file.downloadUrl}#${await linkFragment(nodePrimitives, sealed.linkKey)}`)
    const button = page.getByRole('button', { name: 'Download', exact: true })
    await expect(button).toBeVisible()
    await page.route('**/*', (route) =>
      route.request().headers().range ? route.abort('connectionreset') : route.continue(),
    )
    await button.click()
    await expect(page.getByText('Waiting for the connection.')).toBeVisible()
    await page.clock.fastForward('05:10')
    const again = page.getByRole('button', { name: 'Try again' })
    await expect(again).toBeVisible()
    // Not given up: that would begin anew.
    await expect(page.getByRole('progressbar', { name: 'Progress of the download' })).toBeVisible()
    await isFine(page, 'a download that waits for someone')
    await page.unroute('**/*')
    const coming = page.waitForEvent('download')
    await again.click()
    expect(await readFile(await (await coming).path())).toEqual(bytes)
  },
)
