import { createHash, randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { appendFile, mkdtemp, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isClean } from '#tests/support/browser/checks/is-fine.ts'
import { slowDown, startTo } from '#tests/support/browser/network/slow-upload.ts'
import { cancelUpload, choose, linksOf, send, smallFile } from '#tests/support/browser/pages/home.ts'
import { expect, test } from '#tests/support/browser/site.ts'
import { onlyInThoroughRun } from '#tests/support/server/thoroughness.ts'

async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(path)) hash.update(chunk)
  return hash.digest('hex')
}

let folder: string
test.beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'restante-e2e-'))
})
test.afterAll(() => rm(folder, { recursive: true, force: true }))

for (const [what, size, details] of [
  ['0 B', 0, onlyInThoroughRun],
  ['1 MB', 1_000_000, {}],
  ['300 MB', 300_000_000, onlyInThoroughRun],
] as const) {
  test(`a file of ${what} goes from one person to another`, details, async ({ site }) => {
    const path = join(folder, `Übergabe ${size}.bin`)
    await writeFile(path, '')
    for (let at = 0; at < size; at += 1_000_000) await appendFile(path, randomBytes(1_000_000))
    const sender = await site.person()
    await choose(sender, path)
    const { link } = await send(sender)
    const receiver = await site.person({ acceptDownloads: true })
    await receiver.goto(link)
    await expect(receiver.getByRole('heading', { name: `Übergabe ${size}.bin` })).toBeVisible()
    const download = receiver.waitForEvent('download')
    await receiver.getByRole('button', { name: 'Download File' }).click()
    const arrived = await download
    expect(arrived.suggestedFilename()).toBe(`Übergabe ${size}.bin`)
    expect(await hashOf(await arrived.path())).toBe(await hashOf(path))
    await expect(async () => {
      await receiver.reload()
      await expect(receiver.getByText('1 download', { exact: true })).toBeVisible({ timeout: 5000 })
    }).toPass()
  })
}

test('a password, a message and one download only', async ({ site }) => {
  site.expected.push(/status of 40[13]/, /status of 410/)
  const sender = await site.person()
  await choose(sender, smallFile())
  await sender.getByRole('textbox', { name: 'File password' }).fill('correct-horse')
  await sender.getByRole('textbox', { name: 'Message from sender' }).fill('Hi Jonas,\nhere it is.')
  await sender.getByRole('switch', { name: 'Delete after download' }).check()
  const { link } = await send(sender)
  const receiver = await site.person({ acceptDownloads: true })
  await receiver.goto(link)
  await expect(receiver.getByText('here it is.')).toBeVisible()
  const button = receiver.getByRole('button', { name: 'Download File' })
  await expect(button).toBeDisabled()
  await expect(receiver.getByText('Please enter the password to download this file.')).toBeVisible()
  const password = receiver.getByRole('textbox', { name: 'File password' })
  await password.fill('wrong')
  await button.click()
  await expect(receiver.getByText('Invalid file password. Please try again.')).toBeVisible()
  await expect(password).toBeFocused()
  const download = receiver.waitForEvent('download')
  await password.fill('correct-horse')
  await password.press('Enter')
  expect(await (await download).failure()).toBeNull()
  await expect(async () => {
    await receiver.goto(link)
    await expect(receiver.getByRole('heading', { name: 'File Not Available' })).toBeVisible({ timeout: 5000 })
  }).toPass()
})

test('a running upload shows its progress, and Cancel goes back to the selection', async ({ site }) => {
  const page = await site.person()
  const path = join(folder, 'slow.bin')
  await writeFile(path, '')
  await truncate(path, 200_000_000)
  await choose(page, path)
  await slowDown(page, 10)
  await startTo(page, 2)
  await expect(page).toHaveTitle(/^\d+% uploaded/)
  await cancelUpload(page)
  await expect(page.getByText('slow.bin', { exact: true })).toBeVisible()
})

test('the link is copied, and shown as a QR code of 256 px', onlyInThoroughRun, async ({ site }) => {
  const page = await site.person({ permissions: ['clipboard-read', 'clipboard-write'] })
  await choose(page, smallFile())
  const { link } = await send(page)
  await page.getByRole('button', { name: 'Copy' }).first().click()
  await expect(page.getByRole('button', { name: 'Copied!' })).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link)
  await expect(page.getByRole('button', { name: 'Copied!' })).toBeHidden()
  await page.getByRole('button', { name: 'Show QR Code' }).click()
  const box = await page.getByRole('img', { name: 'QR code for the share link' }).locator('svg').boundingBox()
  expect(Math.round(box?.width ?? 0)).toBe(256)
})

test('a part that cannot be fetched takes nothing else away', onlyInThoroughRun, async ({ site }) => {
  site.expected.push(/Failed to load resource/)
  const page = await site.person()
  await page.route(/assets\/qr-code-/, (route) => route.fulfill({ status: 404, body: '' }))
  await choose(page, smallFile())
  const sent = await send(page)
  await page.getByRole('button', { name: 'Show QR Code' }).click()
  await expect(page.getByRole('alert')).toContainText('This part of the page couldn’t be loaded.')
  await expect(page.getByRole('alert')).toBeFocused()
  await expect(page.getByText('Scan this code with a phone to open the link.')).toBeHidden()
  expect(await linksOf(page)).toEqual(sent)
  await isClean(page, 'a part is missing')
})

test(
  'a part that could not be fetched at first is fetched once more',
  onlyInThoroughRun,
  async ({ site }) => {
    site.expected.push(/Failed to load resource/)
    const page = await site.person()
    const once = { times: 1 }
    await page.route(/assets\/qr-code-/, (route) => route.fulfill({ status: 404, body: '' }), once)
    await choose(page, smallFile())
    await send(page)
    await page.getByRole('button', { name: 'Show QR Code' }).click()
    await expect(page.getByRole('img', { name: 'QR code for the share link' })).toBeVisible()
  },
)

test(
  'a part that is missing after an upgrade offers a reload, which keeps the links',
  onlyInThoroughRun,
  async ({ site }) => {
    site.expected.push(/Failed to load resource/)
    const page = await site.person()
    await page.route(/assets\/qr-code-/, (route) => route.fulfill({ status: 404, body: '' }))
    await choose(page, smallFile())
    const sent = await send(page)
    await page.getByRole('button', { name: 'Show QR Code' }).click()
    await page.getByRole('button', { name: 'Reload the page' }).click()
    expect(await linksOf(page)).toEqual(sent)
  },
)

test('sending and receiving needs no mouse', async ({ site }) => {
  const page = await site.person({ acceptDownloads: true })
  await page.goto('/')
  await expect(page.getByRole('button', { name: 'Select Files' })).toBeVisible()
  async function tabTo(name: string, role: 'button' | 'textbox' | 'radio' = 'button') {
    const wanted = page.getByRole(role, { name, exact: true }).first()
    for (let step = 0; step < 40; step += 1) {
      await page.keyboard.press('Tab')
      if (await wanted.evaluate((element) => element === document.activeElement)) return
    }
    throw new Error(`${name} cannot be reached`)
  }
  await tabTo('Select Files')
  const chooser = page.waitForEvent('filechooser')
  await page.keyboard.press('Enter')
  await (await chooser).setFiles(smallFile())
  await tabTo('3h', 'radio')
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('radio', { name: '6h' })).toBeChecked()
  await tabTo('File password', 'textbox')
  await page.keyboard.type('open sesame')
  await tabTo('Upload 1 file')
  await page.keyboard.press('Enter')
  const title = page.getByRole('heading', { name: 'Your link is ready.' })
  await expect(title).toBeFocused()
  await tabTo('Copy')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Copied!' })).toBeFocused()
  await page.goto(await page.getByRole('textbox', { name: 'Share link' }).inputValue())
  await expect(page.getByRole('textbox', { name: 'File password' })).toBeVisible()
  await tabTo('File password', 'textbox')
  await page.keyboard.type('open sesame')
  const download = page.waitForEvent('download')
  await page.keyboard.press('Enter')
  expect(await (await download).failure()).toBeNull()
})
