import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  add,
  choose,
  download,
  linksOf,
  send,
  sendButton,
  smallFile,
} from '#tests/support/browser/pages/home.ts'
import { expect, test } from '#tests/support/browser/site.ts'
import { onlyInThoroughRun } from '#tests/support/server/thoroughness.ts'
import { readZip } from '#tests/support/transfers/read-zip.ts'

let root: string
test.beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'restante-folder-'))
})
test.afterEach(() => rm(root, { recursive: true, force: true }))

/** Writes files below the root, by their paths. */
async function write(contents: Record<string, string>): Promise<void> {
  for (const [path, text] of Object.entries(contents)) {
    await mkdir(join(root, path, '..'), { recursive: true })
    await writeFile(join(root, path), text)
  }
}

async function unpack(path: string): Promise<Record<string, string>> {
  const members = readZip(await readFile(path)).map(({ path, content }) => [path, content.toString()])
  return Object.fromEntries(members)
}

test('several files are picked and left out one by one, and travel in one link, the same names and empty ones too', async ({
  site,
}) => {
  const page = await site.person({ acceptDownloads: true })
  await write({ 'one/notes.txt': 'first', 'two/notes.txt': 'second' })
  await choose(page, smallFile('a.txt'), smallFile('b.txt'), smallFile('c.txt'))
  await page.getByRole('button', { name: 'Remove b.txt' }).click()
  await expect(page.getByRole('button', { name: 'Remove c.txt' })).toBeFocused()
  await page.getByRole('button', { name: 'Remove c.txt' }).press('Enter')
  await expect(page.getByRole('button', { name: 'Remove a.txt' })).toBeFocused()
  await expect(sendButton(page)).toHaveText('Upload 1 file')
  await page.getByRole('button', { name: 'Clear Selection' }).click()
  await expect(page.getByRole('button', { name: 'Select Files' })).toBeFocused()
  await expect(page.getByRole('heading', { name: 'Send files that don’t stay.' })).toBeVisible()

  await add(page, 'Select Files', [smallFile('Übergabe.txt', 'three'), smallFile('empty', '')])
  await add(page, 'Select Files', join(root, 'one/notes.txt'))
  await add(page, 'Select Files', join(root, 'two/notes.txt'))
  await expect(page.getByRole('heading', { name: '4 items' })).toBeVisible()
  await site.freeze(page)
  await sendButton(page).click()
  await expect(page.getByText('Upload complete').first()).toBeVisible()
  const steps = page.getByRole('heading', { name: 'Steps' }).locator('..').getByRole('listitem')
  await expect(steps).toHaveText([
    'Uploading files',
    'Validating files',
    'Checking file types',
    'Compressing files',
    'Encrypting files',
    'Uploading to storage',
    'Finalizing',
  ])
  // Nothing that a silent server may be at is claimed.
  await expect(page.locator('[aria-current=step]')).toHaveCount(0)
  site.thaw()
  const { link } = await linksOf(page)
  await expect(page.getByText('· 4 files')).toBeVisible()
  const { path, name } = await download(page, link)
  expect(name).toMatch(/\.zip$/)
  const files = await unpack(path)
  expect(Object.keys(files).length).toBe(4)
  expect(files['Übergabe.txt']).toBe('three')
  expect(files.empty).toBe('')
  expect(Object.values(files).toSorted()).toEqual(['', 'first', 'second', 'three'])
})

test('a folder of 2,000 files in 40 folders comes back as it was', onlyInThoroughRun, async ({ site }) => {
  const contents: Record<string, string> = {}
  for (let index = 0; index < 2000; index += 1) {
    const folder = index % 3 === 0 ? `Tag ${index % 40}/Abend` : `Tag ${index % 40}`
    contents[`Urlaub/${folder}/Bild ${index}.txt`] = `picture ${index} `.repeat(index % 7)
  }
  await write(contents)
  const page = await site.person({ acceptDownloads: true })
  await page.goto('/')
  await add(page, 'Select Folder', join(root, 'Urlaub'))
  await expect(page.getByText('2,000 files, sent as a ZIP')).toBeVisible()
  await expect(page.getByRole('heading', { name: '1 item' })).toBeVisible()
  const { link } = await send(page)
  const { path, name } = await download(page, link)
  expect(name).toBe('Urlaub.zip')
  expect(await unpack(path)).toEqual(contents)
})

test('a dropped folder is walked to its last file, and names the title until another is typed', async ({
  site,
}) => {
  await write({ 'trip/a.txt': 'a', 'trip/day 1/b.txt': 'b', 'trip/day 1/night/c.txt': 'c' })
  const page = await site.person({ acceptDownloads: true })
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const mouse = await page.context().newCDPSession(page)
  const data = { items: [], files: [join(root, 'trip')], dragOperationsMask: 1 }
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await mouse.send('Input.dispatchDragEvent', { type, x: 300, y: 300, data })
  await expect(sendButton(page)).toHaveText('Upload 3 files')
  await page.locator('summary', { hasText: 'More options' }).click()
  const title = page.getByRole('textbox', { name: 'Title', exact: true })
  await expect(title).toHaveValue('trip')
  await add(page, 'Select Files', [smallFile('more.txt', 'd')])
  await expect(title).toHaveValue('')
  await title.fill('Handover')
  const { link } = await send(page)
  await expect(page.getByText('Handover.zip')).toBeVisible()
  const { path } = await download(page, link)
  expect(await unpack(path)).toEqual({
    'trip/a.txt': 'a',
    'trip/day 1/b.txt': 'b',
    'trip/day 1/night/c.txt': 'c',
    'more.txt': 'd',
  })
})
