import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { isFine, isFineInThoroughRun } from '#tests/support/browser/checks/is-fine.ts'
import { largeTargets } from '#tests/support/browser/checks/large-targets.ts'
import { fittingLooks, inLooks } from '#tests/support/browser/checks/looks.ts'
import { downloadButton, openChanged, passwordField } from '#tests/support/browser/pages/download-page.ts'
import { choose, send, smallFile } from '#tests/support/browser/pages/home.ts'
import { expect, test } from '#tests/support/browser/site.ts'
import { foreignZip } from '#tests/support/samples/foreign-zip.ts'
import { inThoroughRun, onlyInThoroughRun } from '#tests/support/server/thoroughness.ts'
import { bytesAt, memberUrl, type Sent, sendSeveral } from '#tests/support/transfers/members.ts'
import { readZip } from '#tests/support/transfers/read-zip.ts'
import { downloadCount, upload } from '#tests/support/transfers/transfers.ts'

/** A picture of one yellow pixel. */
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8f8FYDwAFsgJAz2tq2QAAAABJRU5ErkJggg==',
  'base64',
)
/** A recording of nothing: the head of a WAV file, 8 kHz, 8 bits, and a second of silence. */
const silence = Buffer.concat([
  Buffer.from(
    'RIFF\x64\x1f\0\0WAVEfmt \x10\0\0\0\x01\0\x01\0\x40\x1f\0\0\x40\x1f\0\0\x01\0\x08\0data\x40\x1f\0\0',
    'latin1',
  ),
  Buffer.alloc(8000, 0x80),
])
const words = '<script>alert(1)</script> & other words\n'
const files: readonly Sent[] = [
  { path: 'Trip/plan.png', bytes: png },
  { path: 'Trip/notes.txt', bytes: Buffer.from(`Dear Jonas,\n${words.repeat(20)}`) },
  { path: 'Trip/data.bin', bytes: Buffer.from([0, 1, 2, 3]) },
]

const many = (count: number): Sent[] =>
  Array.from({ length: count }, (_, n) => ({ path: `file ${n + 1}.txt`, bytes: Buffer.from(`${n + 1}`) }))

const list = (page: Page) => page.locator('.c-list')

test('a transfer of several files lists them; each is looked at and downloaded alone, or with others as a ZIP of their own', async ({
  site,
}) => {
  site.expected.push(/Failed to load resource/)
  const { id } = await sendSeveral({ baseUrl: site.origin }, files)
  const page = await site.person()
  // A list that cannot be had leaves the download as it is.
  await page.route('**/members?*', (route) => route.fulfill({ status: 503, json: {} }))
  await page.goto(`/download/${id}`)
  await expect(page.getByRole('alert')).toContainText('You can still download them.')
  await expect(downloadButton(page)).toBeVisible()
  await page.unroute('**/members?*')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { name: '3 files' })).toBeVisible()
  await expect(list(page).getByRole('listitem')).toHaveCount(4)
  await expect(page.getByRole('button', { name: /^Download all \(.+, ZIP\)$/ })).toBeVisible()
  const coming = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download notes.txt' }).click()
  const download = await coming
  expect(download.suggestedFilename()).toBe('notes.txt')
  expect(await readFile(await download.path())).toEqual(Buffer.from(files[1]?.bytes ?? []))

  // The viewer shows pictures and text in a sandbox, and returns the focus.
  const opener = page.getByRole('button', { name: 'Preview plan.png' })
  await opener.click()
  const viewer = page.getByRole('dialog', { name: 'plan.png' })
  await expect(viewer.getByText('1 of 3')).toBeVisible()
  await expect(viewer.getByText('Preview in a sandbox.')).toBeVisible()
  const picture = viewer.getByRole('img', { name: 'Trip/plan.png' })
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1)
  await page.keyboard.press('ArrowRight')
  const text = page.getByRole('dialog', { name: 'notes.txt' }).getByRole('document')
  await expect(text).toContainText('<script>alert(1)</script>')
  await text.focus()
  await page.keyboard.press('End')
  await expect(text).toBeVisible()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('dialog', { name: 'data.bin' }).getByText('No preview.')).toBeVisible()
  await isFine(page, 'the viewer')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(opener).toBeFocused()

  // Some are selected by keyboard.
  await page.getByRole('checkbox', { name: 'Select all 3 files' }).focus()
  await page.keyboard.press('Space')
  await expect(page.getByRole('group', { name: 'Selection' })).toContainText('3 selected')
  await page.getByRole('checkbox', { name: 'Select notes.txt' }).focus()
  await page.keyboard.press('Space')
  await expect(page.getByRole('status').filter({ hasText: '2 selected' })).toHaveCount(1)
  await expect(page.getByRole('checkbox', { name: 'Select all 3 files' })).toBeChecked({
    indeterminate: true,
  })
  const chosen = page.waitForEvent('download')
  await page.getByRole('button', { name: /^Download 2 \(/ }).click()
  const zip = readZip(await readFile(await (await chosen).path()))
  expect(zip.map(({ path }) => path)).toEqual(['Trip/plan.png', 'Trip/data.bin'])
  expect(zip[0]?.content).toEqual(png)
  await page.getByRole('button', { name: 'Clear' }).click()
  await expect(page.getByRole('group', { name: 'Selection' })).toBeHidden()
  await expect(page.getByRole('checkbox', { name: 'Select notes.txt' })).toBeFocused()
  expect(await downloadCount(site.origin, id)).toBe(0)
})

test(
  'folders unfold and are selected as a whole, in a ZIP that was sent as such, too',
  inThoroughRun,
  async ({ site }) => {
    const photos = (folder: string, count: number) =>
      Array.from({ length: count }, (_, n) => ({
        name: `${folder}/${n + 1}.txt`,
        bytes: Buffer.from(`${n}`),
      }))
    const zip = foreignZip([...photos('Quay', 15), ...photos('Crane/Old', 10), { name: 'list.txt' }])
    const { id } = await upload(site.origin, zip, {}, 'handover.zip')
    const page = await site.person()
    await page.goto(`/download/${id}`)
    await expect(page.getByRole('heading', { name: '26 files' })).toBeVisible()
    const crane = list(page).getByRole('button', { name: /^Crane/ })
    await expect(list(page).getByRole('button', { name: /^Quay/ })).toHaveAttribute('aria-expanded', 'true')
    await expect(crane).toHaveAttribute('aria-expanded', 'false')
    await expect(list(page).getByRole('listitem')).toHaveCount(1 + 2 + 15)
    await crane.focus()
    await page.keyboard.press('Enter')
    await list(page).getByRole('button', { name: /^Old/ }).press('Enter')
    await isFineInThoroughRun(page, 'folders')
    await page.getByRole('checkbox', { name: 'Select all in Crane' }).press('Space')
    await expect(page.getByRole('group', { name: 'Selection' })).toContainText('10 selected')
    const inOld = list(page)
      .getByRole('listitem')
      .filter({ has: page.getByRole('button', { name: /^Old/ }) })
      .last()
    await inOld.getByRole('checkbox', { name: 'Select 3.txt' }).uncheck()
    await expect(page.getByRole('checkbox', { name: 'Select all in Crane' })).toBeChecked({
      indeterminate: true,
    })
    await expect(crane).toContainText('9 selected')
    const coming = page.waitForEvent('download')
    await page.getByRole('button', { name: /^Download 9 \(/ }).click()
    const got = readZip(await readFile(await (await coming).path()))
    expect(got.map(({ path }) => path)).toEqual(
      photos('Crane/Old', 10)
        .map(({ name }) => name)
        .filter((name) => !name.endsWith('/3.txt')),
    )
    const folder = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download folder Quay' }).press('Enter')
    const quay = readZip(await readFile(await (await folder).path()))
    expect(quay.map(({ path }) => path)).toEqual(photos('Quay', 15).map(({ name }) => name))
    await page.getByRole('searchbox', { name: 'Search files' }).fill('list')
    await expect(list(page).getByRole('listitem')).toHaveCount(1)

    const bomb = foreignZip([{ name: 'zeros', bytes: Buffer.alloc(3_000_000) }])
    const whole = await upload(site.origin, bomb, {}, 'bomb.zip')
    await page.goto(`/download/${whole.id}`)
    await expect(downloadButton(page)).toBeVisible()
    await page.waitForLoadState('networkidle')
    await expect(list(page)).toHaveCount(0)
  },
)

test('names come after the password, with a way to see them before the download', async ({ site }) => {
  const { id } = await sendSeveral({ baseUrl: site.origin }, files, { password: 'told on the phone' })
  const page = await site.person()
  await page.goto(`/download/${id}`)
  await expect(page.getByRole('button', { name: 'Show files' })).toBeDisabled()
  await expect(page.getByText('notes.txt')).toHaveCount(0)
  await passwordField(page).fill('told on the phone')
  await page.getByRole('button', { name: 'Show files' }).click()
  await expect(list(page).getByText('notes.txt', { exact: true })).toBeVisible()
  await expect(page.getByRole('heading', { name: '3 files' })).toBeFocused()
  const coming = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download plan.png' }).click()
  expect(await readFile(await (await coming).path())).toEqual(png)
})

test('of a long list the rows in sight are drawn; a search looks through all of it', async ({ site }) => {
  const { id } = await sendSeveral({ baseUrl: site.origin }, many(450))
  const page = await site.person()
  await page.goto(`/download/${id}`)
  await expect(list(page).getByRole('listitem')).toHaveCount(8)
  await page.getByRole('button', { name: 'Show all 450' }).click()
  await expect(page.getByRole('checkbox', { name: 'Select file 9.txt' })).toBeFocused()
  expect(await list(page).getByRole('listitem').count()).toBeLessThan(120)
  await expect(list(page).getByRole('listitem').first()).toHaveAttribute('aria-setsize', '450')
  // The list has its height with the frame after it was drawn.
  await expect(async () => {
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
    await expect(list(page).getByText('file 450.txt', { exact: true })).toBeVisible({ timeout: 1000 })
  }).toPass()
  await page.getByRole('searchbox', { name: 'Search files' }).fill('FILE 44')
  await expect(list(page).getByRole('listitem')).toHaveCount(11)
  await expect(page.getByRole('status').filter({ hasText: '11 files found' })).toHaveCount(1)
  await page.getByRole('searchbox', { name: 'Search files' }).fill('quay')
  await expect(page.getByText('No file name contains “quay”.')).toBeVisible()
})

test(
  'a search that fails says so, and shows no files of the one before',
  onlyInThoroughRun,
  async ({ site }) => {
    site.expected.push(/Failed to load resource/)
    const { id } = await sendSeveral({ baseUrl: site.origin }, many(20))
    const page = await site.person()
    await page.goto(`/download/${id}`)
    await expect(list(page).getByRole('listitem')).toHaveCount(8)
    await page.route('**/members?*', (route) => route.fulfill({ status: 503, json: {} }))
    await page.getByRole('searchbox', { name: 'Search files' }).fill('file 20')
    await expect(page.getByRole('alert')).toContainText('You can still download them.')
    await expect(list(page)).toHaveCount(0)
    await expect(page.getByRole('searchbox', { name: 'Search files' })).toBeFocused()
    await isFine(page, 'a search that failed')
    await page.unroute('**/members?*')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(list(page).getByRole('listitem')).toHaveText([/file 20\.txt/])
    await expect(page.getByRole('alert')).toHaveCount(0)
  },
)

test(
  'the viewer of a file with a long name keeps its ways out on a phone',
  onlyInThoroughRun,
  async ({ site }) => {
    const long = `${'minutes_of_the_meeting_'.repeat(4)}.txt`
    const { id } = await sendSeveral({ baseUrl: site.origin }, [
      { path: long, bytes: Buffer.from('1') },
      { path: 'other.txt', bytes: Buffer.from('2') },
    ])
    const page = await site.person({ viewport: { width: 320, height: 640 } })
    await page.goto(`/download/${id}`)
    await list(page).getByRole('button', { name: long }).click()
    const viewer = page.getByRole('dialog', { name: long })
    for (const name of [`Download ${long}`, 'Close preview', 'Next file'])
      await expect(viewer.getByLabel(name)).toBeInViewport({ ratio: 1 })
  },
)

test('the player of a recording keeps off the edges of a phone', onlyInThoroughRun, async ({ site }) => {
  const { id } = await sendSeveral({ baseUrl: site.origin }, [
    { path: 'memo.wav', bytes: silence },
    { path: 'other.txt', bytes: Buffer.from('2') },
  ])
  const page = await site.person({ viewport: { width: 390, height: 844 } })
  await page.goto(`/download/${id}`)
  await list(page).getByRole('button', { name: 'memo.wav' }).click()
  const box = await page.getByRole('dialog', { name: 'memo.wav' }).locator('audio').boundingBox()
  expect(box).toMatchObject({ x: 16, width: 390 - 2 * 16 })
})

test('a single picture shows its thumbnail, and can be looked at before it is downloaded', async ({
  site,
}) => {
  const { id } = await upload(site.origin, png, {}, 'plan.png')
  const page = await site.person()
  // The form of the test names no type.
  await openChanged(page, id, { mimeType: 'image/png' })
  const look = page.getByRole('button', { name: 'Preview' })
  await expect(look.locator('.sheet')).toHaveText('png')
  await look.click()
  await expect(page.getByRole('dialog', { name: 'plan.png' }).getByRole('img')).toBeVisible()
  expect(await downloadCount(site.origin, id)).toBe(0)

  const long = await upload(site.origin, Buffer.from('a line of text\n'.repeat(20_000)), {}, 'long.txt')
  await openChanged(page, long.id, { mimeType: 'text/plain' })
  await look.click()
  await expect(page.getByRole('dialog', { name: 'long.txt' })).toContainText('First 256 KB of 293 KB.')
  await isFine(page, 'a single text')
})

for (const { name, options } of fittingLooks)
  test(`the list fits, ${name}`, inLooks, async ({ site }) => {
    const { id } = await sendSeveral({ baseUrl: site.origin }, [
      ...files,
      {
        path: `${'A very long folder name '.repeat(6)}/Vertragsunterlagen_Lindenstraße-14_unterschrieben.pdf`,
        bytes: png,
      },
      ...many(15),
    ])
    const page = await site.person(options)
    await page.goto(`/download/${id}`)
    await page.getByRole('checkbox', { name: 'Select notes.txt' }).check()
    await isFine(page, name)
    await largeTargets(page, name)
  })

test(
  'the sender looks through what was sent, after sending and where it is managed',
  inThoroughRun,
  async ({ site }) => {
    const page = await site.person()
    await choose(page, smallFile('plan.txt'), smallFile('notes.txt'))
    const { link } = await send(page)
    const manageUrl = await page.getByRole('textbox', { name: 'Manage link' }).inputValue()
    for (const address of [undefined, manageUrl]) {
      if (address !== undefined) {
        await page.goto(address)
        await page.locator('summary', { hasText: 'Files' }).click()
      }
      await page.getByRole('button', { name: 'Show the files inside' }).press('Enter')
      await expect(list(page).getByRole('listitem')).toHaveText([/notes\.txt/, /plan\.txt/])
      await expect(list(page).getByRole('checkbox').or(list(page).getByRole('link'))).toHaveCount(0)
      await isFineInThoroughRun(page, 'own files')
    }
    // The sender's own look is none of the receiver's.
    const timeline = page.locator('summary', { hasText: 'Timeline' })
    await page.reload()
    await timeline.click()
    await expect(page.getByText('looked at the file list')).toHaveCount(0)
    const id = link.split('/').at(-1) ?? ''
    expect(await downloadCount(site.origin, id)).toBe(0)
    // One file that the receiver takes alone is no download, and said.
    await bytesAt(memberUrl({ baseUrl: site.origin }, id, 0))
    await expect(async () => {
      await page.reload()
      await timeline.click()
      const opened = page.getByRole('listitem').filter({ hasText: 'Someone looked at the file list' })
      await expect(opened).toBeVisible({ timeout: 1000 })
    }).toPass()
    expect(await downloadCount(site.origin, id)).toBe(0)
  },
)
